import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import type { ShadowPort } from '../../../../src/core/shadow/shadow-port.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsOnCopy } from './on-copy.js';

export const never = new AbortController().signal;
export const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: '' };

/** A workspace with a layer over it, and what runs commands in that. */
export function desk() {
	const folder = temporaryFolder();
	const workspace = join(folder, 'repository', 'workspace');
	for (const name of ['repository/workspace', 'home', 'state', 'tmp', 'layers'])
		mkdirSync(join(folder, name), { recursive: true });
	writeFileSync(join(workspace, 'a.txt'), 'a\n');
	const denied = ['.env'];
	const denies = (glob: string): DeniedPath => ({ glob, denies: 'read', matches: (names) => names.includes(glob) });
	const onCopy = commandsOnCopy({
		...{ folder, workspace, home: join(folder, 'home'), env },
		denied: () => denied.map(denies),
	});
	const { layer, sandbox, terminals, run, start } = onCopy;
	const current = (): ShadowPort => {
		const now = layer.current();
		if (now === null) throw new Error('there is no layer');
		return now;
	};
	const changed = async (): Promise<readonly string[]> => {
		const changes = must(await current().changes());
		return changes.map(({ path, status }) => `${status} ${path}`);
	};
	return { folder, workspace, denied, layer, sandbox, terminals, start, run, current, changed };
}
