import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app/app.js';
import { once } from '../core/once.js';
import { deniedPaths } from '../core/policy/denied-paths.js';
import type { Rule } from '../core/policy/policy-types.js';
import type { FoldersPort } from '../core/ports.js';
import type { CommandLayerPort } from '../core/sandbox/command-layer.js';
import { type CommandSandboxes, createCommandSandbox } from '../services/sandbox/commands/command-sandbox.js';
import type { SessionLayer } from '../services/shadow/layers/session-layer.js';
import { ownFolders } from './paths.js';
import type { PreparedRun } from './prepared-run.js';
import type { ProgramServices } from './program-services.js';
import type { World } from './world.js';

/** Sandboxes for the commands of a session, and the layer in which those run that nobody was asked about. */
export type SessionCommandSandbox = CommandSandboxes & { readonly layer: CommandLayerPort };

export function openCommandSandbox(
	run: PreparedRun,
	{ env, home, paths }: World,
	{
		services,
		folders,
		rules,
	}: {
		readonly services: Pick<ProgramServices, 'temporary' | 'layers' | 'log'>;
		readonly folders: FoldersPort;
		readonly rules: () => readonly Rule[];
	},
): SessionCommandSandbox {
	const { temporary, layers, log } = services;
	let layer: SessionLayer | null = null;
	let stopWatching = (): void => {};
	const sandbox: CommandSandboxes = createCommandSandbox({
		setting: run.settings.sandbox,
		env,
		session: () => ({
			folders: [run.cwd, ...folders.list()],
			home,
			ownFolders: ownFolders(paths),
			denied: deniedPaths(rules()),
		}),
		async folder() {
			const path = join(await temporary.path(), 'sandbox');
			await mkdir(path, { recursive: true });
			return path;
		},
		async openLayer() {
			const { SessionLayer, endWhenFull } = await import('../services/shadow/layers/session-layer.js');
			const stateDir = run.persistence.snapshots ? paths.stateDir : await temporary.path();
			layer ??= new SessionLayer({ stateDir, cwd: run.cwd, env });
			const opened = layer;
			stopWatching();
			stopWatching = endWhenFull(
				() => opened.isFull(),
				async () => sandbox.endLayer?.(),
			);
			return opened.open();
		},
		layers: layers.path,
		onTrouble: (detail) => log.write('warn', 'not-sandboxed', { detail }),
	});
	const isAvailable = once(() => sandbox.isAvailable());
	return {
		...sandbox,
		layer: {
			isAvailable: async () => (await isAvailable()) && (await sandbox.hasLayer()),
			isFull: async () => (await layer?.isFull()) ?? false,
			current: () => layer?.current() ?? null,
			takeIgnored: () => layer?.takeIgnored() ?? [],
			hasIgnored: () => layer?.hasIgnored() ?? false,
		},
		async close() {
			stopWatching();
			await sandbox.close();
			await layer?.close();
		},
	};
}

/** Tests for sandboxes with the first prompt, so that neither the start nor the first command waits for it. */
export function announceCommandSandbox(app: App, sandbox: CommandSandboxes): () => Promise<void> {
	const sandboxKnown = once(async () => {
		if (await sandbox.isAvailable()) app.dispatch({ type: 'sandbox-changed', change: { commands: 'fenced' } });
	});
	const stopWaiting = app.subscribe(() => {
		if (app.getState().turn === null) return;
		stopWaiting();
		void sandboxKnown();
	});
	return sandboxKnown;
}
