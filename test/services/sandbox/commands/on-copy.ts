import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import type { DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import { SessionLayer } from '../../../../src/services/shadow/layers/session-layer.js';
import { commandsIn } from './sandboxed.js';

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
	const commands = commandsIn({
		...{ setting: 'auto', workspace, home, env },
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
	const close = async (): Promise<void> => {
		await commands.close();
		await layer.close();
	};
	onTestFinished(close);
	const accessOn = (on: 'network' | 'machine' | undefined): CommandAccess | undefined =>
		on === 'machine' ? undefined : { files: 'layer', network: on === 'network' };
	/** `on`: with the network of this machine, or without any sandbox, where the layer alone is not meant. */
	const start = async (line: string, on?: 'network' | 'machine') =>
		(await commands.create(line, accessOn(on), { isReading: false })).terminalId;
	const run = async (line: string, on?: 'network' | 'machine') => {
		const { output, exit } = await commands.run(line, accessOn(on), { isReading: false });
		return { code: exit.code, text: output.replaceAll('\r\n', '\n').trim() };
	};
	return { ...commands, layer, start, run, close };
}
