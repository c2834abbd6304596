import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app/app.js';
import type { FoldersPort } from '../core/ports.js';
import {
	createLateCommandSandbox,
	type LateCommandSandbox,
} from '../services/sandbox/commands/late-command-sandbox.js';
import { ownFolders } from './paths.js';
import type { PreparedRun } from './prepare.js';
import type { ProgramServices } from './program-services.js';
import type { World } from './world.js';

/** Sandboxes for the commands of the agents of a session. */
export function openCommandSandbox(
	run: PreparedRun,
	{ env, home, paths }: World,
	{
		services,
		folders,
	}: { readonly services: Pick<ProgramServices, 'temporary' | 'log'>; readonly folders: FoldersPort },
): LateCommandSandbox {
	const { temporary, log } = services;
	return createLateCommandSandbox({
		setting: run.settings.sandbox,
		env,
		session: () => ({ folders: [run.cwd, ...folders.list()], home, ownFolders: ownFolders(paths) }),
		async folder() {
			const path = join(await temporary.path(), 'sandbox');
			await mkdir(path, { recursive: true });
			return path;
		},
		onTrouble: (detail) => log.write('warn', 'not-sandboxed', { detail }),
	});
}

/** Finds out about sandboxes with the session's first prompt, so that neither the start nor its first command waits for it. */
export function tellOfCommandSandbox(app: App, sandbox: LateCommandSandbox): () => Promise<void> {
	let known: Promise<void> | null = null;
	const tell = async (): Promise<void> => {
		if (!(await sandbox.isAvailable())) return;
		app.dispatch({ type: 'sandbox-changed', change: { commands: 'fenced' } });
	};
	const sandboxKnown = (): Promise<void> => {
		known ??= tell();
		return known;
	};
	const stopWaiting = app.subscribe(() => {
		if (app.getState().turn === null) return;
		stopWaiting();
		void sandboxKnown();
	});
	return sandboxKnown;
}
