import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { SessionLayer } from '../../../../src/services/shadow/layers/session-layer.js';
import { createTerminals } from '../../../../src/services/terminals/terminals.js';

const never = new AbortController().signal;

export type OnCopyOptions = {
	/** Holds the folders `state`, `tmp` and `layers`. */
	readonly folder: string;
	readonly workspace: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string>>;
	readonly denied?: () => readonly DeniedPath[];
	readonly ownFolders?: readonly string[];
	/** Where what commands change in caches goes; `layers` by default. */
	readonly layers?: string;
};

/** Runs lines of shell on a copy of a workspace, until the test ends. */
export function commandsOnCopy({ folder, workspace, home, env, denied, ownFolders = [], layers }: OnCopyOptions) {
	const layer = new SessionLayer({ stateDir: join(folder, 'state'), cwd: workspace, env });
	const sandbox = createCommandSandbox({
		setting: 'auto',
		env,
		session: () => ({
			folders: [workspace],
			home,
			ownFolders: [join(folder, 'state'), ...ownFolders],
			denied: denied?.() ?? [],
		}),
		folder: async () => join(folder, 'tmp'),
		openLayer: () => layer.open(),
		layers: async () => join(folder, layers ?? 'layers'),
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox });
	const close = async (): Promise<void> => {
		await terminals.closeAll();
		await sandbox.close();
		await layer.close();
	};
	onTestFinished(close);
	/** `on`: with the network of this machine, or without any sandbox, where the layer alone is not meant. */
	const start = async (line: string, on?: 'network' | 'machine') => {
		const access = { files: 'layer', network: on === 'network' } as const;
		const created = await terminals.create(
			{
				...{ sessionId: 's', command: '/bin/sh', args: ['-c', line], env: [], cwd: workspace },
				...(on === 'machine' ? {} : { sandbox: access }),
			},
			{ onData() {}, onExit() {} },
		);
		if (!created.ok) throw new Error(`${created.failure.message} ${created.failure.detail ?? ''}`);
		return created.value.terminalId;
	};
	const run = async (line: string, on?: 'network' | 'machine') => {
		const id = await start(line, on);
		const exit = await terminals.waitForExit(id, never);
		const output = terminals.output(id);
		await terminals.release(id);
		if (!exit.ok || !output.ok) throw new Error('it is gone');
		return { code: exit.value.code, text: output.value.output.replaceAll('\r\n', '\n').trim() };
	};
	return { layer, sandbox, terminals, start, run, close };
}
