import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandAccess } from '../../../../../src/core/sandbox/command-access.js';
import type { Confinement, WorkspaceAccess } from '../../../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../../../src/services/sandbox/agents/agent-sandboxes.js';
import { createCommandSandbox } from '../../../../../src/services/sandbox/commands/command-sandbox.js';
import { must } from '../../../must.js';

/** A workspace and a home directory, in a folder that is real. */
export type Scene = { readonly folder: string; readonly workspace: string; readonly home: string };

/** What is started outside so that words run in a sandbox. */
type Entering = (words: readonly string[]) => Promise<readonly string[]>;

/** A sandbox; `confinement` is there for an agent's. */
export type Entered = { readonly enter: Entering; readonly confinement?: Confinement; close(): Promise<void> };

/** Makes the folders of a scene. */
export function createScene(folder: string): Scene {
	const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
	for (const path of [workspace, home, join(folder, 'temporary'), join(folder, 'own')]) mkdirSync(path);
	return { folder, workspace, home };
}

/** The sandbox of a session's commands. */
export function commandSandbox({ folder, workspace, home }: Scene, access: CommandAccess): Entered {
	const sandbox = createCommandSandbox({
		setting: 'require',
		env: { ...process.env, HOME: home },
		session: () => ({ folders: [workspace], home, ownFolders: [] }),
		folder: async () => mkdtempSync(join(folder, 'root-')),
	});
	const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: home };
	return {
		async enter([program = '', ...args]) {
			const file = execFileSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' }).trim();
			const entered = must(await sandbox.enter({ access, program: file, args, env, cwd: workspace }));
			if (entered === null) throw new Error('there is no sandbox');
			const carried = Object.entries(entered.env).map(([name, value]) => `${name}=${value}`);
			return ['env', ...carried, entered.file, ...entered.args];
		},
		close: () => sandbox.close(),
	};
}

/** The fence of an agent. */
export async function agentFence(
	{ folder, workspace, home }: Scene,
	access: WorkspaceAccess,
	{ nests = false } = {},
): Promise<Entered> {
	const sandboxes = createAgentSandboxes({
		workspace,
		roots: () => [],
		home,
		hidden: [],
		keys: [],
		// What is below the temporary folder is not shown otherwise.
		readable: [home],
		temporary: async () => join(folder, 'temporary'),
	});
	const confined = await sandboxes.confine(
		{ type: 'ready', command: '/bin/sh', args: [], cwd: workspace, env: {} },
		{
			kind: 'fence',
			access,
			writable: [join(folder, 'own/')],
			planFolders: [],
			denied: [],
			...(nests ? { nests } : {}),
		},
	);
	const made = sandboxes.current();
	if (!confined.ok || made === null) throw new Error('there is no sandbox');
	const { confinement } = confined.value;
	return {
		enter: async ([command = '', ...args]) => {
			const entered = made.namespace.enter({ command, args }, workspace);
			return [entered.command, ...entered.args];
		},
		confinement,
		close: () => confinement.close(),
	};
}
