import { basename } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import { splitCommand } from '../core/split-command.js';
import type { ResolveContext, ResolvedAgent } from './agents/resolve-agent.js';
import type { Settings } from './config/settings.js';
import { UsageError } from './errors.js';
import type { ProgramOptions } from './option-values.js';
import type { World } from './world.js';

type ChoiceContext = ResolveContext & {
	readonly settings: Pick<Settings, 'agent'>;
	readonly world: Pick<World, 'demoAgent'>;
};

/** By `--agent-command`, `--agent`, the config, else the demo. Throws a UsageError for a name that nobody knows. */
export async function chooseAgent(
	run: Pick<ProgramOptions, 'agent' | 'agentCommand'>,
	context: ChoiceContext,
	place = '--agent',
): Promise<ResolvedAgent> {
	if (run.agentCommand !== undefined) return { launch: fromCommand(run.agentCommand), missing: null };
	const { settings, world } = context;
	const name = run.agent ?? settings.agent ?? 'demo';
	if (name === 'demo')
		return {
			launch: { name: 'demo', command: world.node, args: [world.demoAgent], env: {}, isBundled: true },
			missing: null,
		};
	const own = settings.agents.get(name);
	const { env = {}, cwd } = own ?? {};
	if (own?.command != null) {
		return { launch: { name, command: own.command, args: own.args, env, ...defined({ cwd }) }, missing: null };
	}
	// The demo and the config's own need none of it.
	const { resolveAgent } = await import('./agents/resolve-agent.js');
	const found = await resolveAgent(name, run.agent === undefined ? 'configured agent' : place, context);
	if (own === undefined) return found;
	return { ...found, launch: { ...found.launch, env: { ...found.launch.env, ...env }, ...defined({ cwd }) } };
}

function fromCommand(line: string): AgentLaunch {
	const words = splitCommand(line);
	if (!words.ok) throw new UsageError(`--agent-command: ${words.failure.message}`);
	const [command = '', ...args] = words.value;
	return { name: nameOf(command, args), command, args, env: {}, isCommandLine: true };
}

/** Programs that run another one: the agent is named after the second word. */
const RUNNERS = /^(?:node|nodejs|bun|bunx|deno|npx|uvx|tsx|ts-node|python[\d.]*|ruby|perl|sh|bash)(?:\.exe)?$/i;

/** Name of an agent of a command line until it says its own: its program, or the script that an interpreter runs. */
function nameOf(command: string, args: readonly string[]): string {
	const name = basename(command);
	const script = RUNNERS.test(name) ? args.find((arg) => !arg.startsWith('-') && arg !== 'run') : undefined;
	const own = basename(script ?? '').replace(/(?<=.)(?:\.[cm]?[jt]sx?|\.py|\.rb|\.pl|\.sh|@[\w.^~-]+)$/i, '');
	return own === '' ? name : own;
}
