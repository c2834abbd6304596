import { onTestFinished } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import type { TerminalListener } from '../../../../src/core/terminals-port.js';
import type { ExitStatus } from '../../../../src/core/tool-call.js';
import {
	type CommandSandboxOptions,
	createCommandSandbox,
} from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { createTerminals } from '../../../../src/services/terminals/terminals.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';

export const READ: CommandAccess = { files: 'read' };
export const WRITE: CommandAccess = { files: 'write', network: false, folders: [] };
export const never = new AbortController().signal;

export type Ran = { readonly output: string; readonly exit: ExitStatus; readonly isSandboxed: boolean };

/** `isReading`: it is known to read only, as what has no sandbox is by default. */
type How = Partial<TerminalListener> & { readonly isReading?: boolean };

type Options = Partial<CommandSandboxOptions> & {
	readonly workspace: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** Runs commands in a workspace, as agents do, with a sandbox or, where `access` is left out, without; until the test ends. */
export function commandsIn({ workspace, home, env, ...more }: Options) {
	const empty = temporaryFolder();
	const sandbox = createCommandSandbox({
		setting: 'require',
		env,
		session: () => ({ folders: [workspace], home, ownFolders: [] }),
		folder: async () => empty,
		...more,
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox });
	const close = async (): Promise<void> => {
		await terminals.closeAll();
		await sandbox.close();
	};
	onTestFinished(close);
	/** A line of shell, or words. */
	const create = async (
		what: string | readonly string[],
		access?: CommandAccess,
		{ isReading = access === undefined || access.files === 'read', onData = () => {}, onExit = () => {} }: How = {},
	) => {
		const [command = '', ...args] = typeof what === 'string' ? ['/bin/sh', '-c', what] : what;
		const created = must(
			await terminals.create(
				{
					...{ sessionId: 's', command, args, env: [], cwd: workspace },
					...(access === undefined ? {} : { sandbox: access }),
					...(isReading ? { notFrom: workspace } : {}),
				},
				{ onData, onExit },
			),
		);
		return created;
	};
	const run = async (what: string | readonly string[], access?: CommandAccess, how?: How): Promise<Ran> => {
		const { terminalId, isSandboxed = false } = await create(what, access, how);
		const exit = await terminals.waitForExit(terminalId, never);
		const output = terminals.output(terminalId);
		await terminals.release(terminalId);
		if (!exit.ok || !output.ok) throw new Error('it is gone');
		return { output: output.value.output.trimEnd(), exit: exit.value, isSandboxed };
	};
	return { sandbox, terminals, create, run, close };
}
