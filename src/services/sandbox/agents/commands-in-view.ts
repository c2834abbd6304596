import { fail, type Result, succeed } from '../../../core/failure.js';
import { isFolderInView, lookInView } from '../../files/in-view.js';
import { boundedCommand } from '../../terminals/reading-command.js';
import { carryEnvironment } from '../commands/carried-environment.js';
import type { CommandSandboxPort, EnteredCommand, SandboxedCommand } from '../commands/command-sandbox-port.js';
import type { Namespace } from '../linux/namespace.js';

/**
 * Runs the commands of an agent that works in a view in the agent's own sandbox: they see its files, and reach no more
 * than it does. `namespace` is null once the agent has ended.
 */
export function createCommandsInView(namespace: () => Namespace | null): CommandSandboxPort {
	const pid = (): number | null => namespace()?.pid ?? null;
	return {
		async enter({ program, args, memory, cwd, env }: SandboxedCommand): Promise<Result<EnteredCommand>> {
			const now = namespace();
			if (now === null) {
				return fail('could-not-start', 'The command was not started: the agent’s sandbox has ended.', {
					hint: 'Restart the agent with /restart.',
				});
			}
			const [command, words] = memory === undefined ? [program, args] : boundedCommand(program, args);
			// Variables that an agent sets (`LD_PRELOAD`) must not reach the programs that enter its sandbox: they run
			// outside.
			const carried = carryEnvironment({ ...env, ...now.surroundings }, '/usr/bin/env');
			const script = `${carried.script}; cd -- "$1" && shift && exec "$@"`;
			const entered = now.enterBy(script, [cwd, ...carried.words, command, ...words]);
			return succeed({
				file: entered.command,
				args: entered.args,
				cwd: '/',
				env: carried.env,
				isAgents: true,
				isWaiter: true,
				hides: async () => false,
				leave: () => {},
			});
		},
		seen: async () => ({
			isFolder: async (path) => {
				const now = pid();
				return now !== null && isFolderInView(now, path);
			},
			lookAt: async (path) => {
				const now = pid();
				return now === null ? 'missing' : lookInView(now, path);
			},
		}),
	};
}
