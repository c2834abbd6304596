import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { choosePermitted } from '../../../src/app/shadow/choose-by-mode.js';
import type { ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import { createFiles } from '../../../src/services/files/files.js';
import { rule } from '../../core/policy/requests.js';
import { temporaryFolder } from '../../services/temporary-folder.js';

let view: string;

beforeEach(() => {
	view = temporaryFolder();
	mkdirSync(join(view, 'tools'));
	for (const path of ['tools/tasks.json', 'tools/b.ts', 'notes.txt']) writeFileSync(join(view, path), '');
});

/** The paths that are applied unasked in accept edits; a path that ends with `@` is a link. */
async function permitted(...paths: readonly string[]): Promise<readonly string[]> {
	const files = createFiles({ workspace: view });
	const changes = paths.map(
		(path): ShadowChange => ({
			...{ path: path.replace('@', ''), status: 'added', kind: path.endsWith('@') ? 'link' : 'file', version: 'v' },
			...{ added: null, removed: null, conflict: null },
		}),
	);
	const rules = [rule('Edit(kept/**)', 'deny')];
	const chosen = await choosePermitted(changes, { files, cwd: view, context: { mode: 'acceptEdits', rules } });
	return chosen.map(({ path }) => path);
}

test('A link counts by its own name as well as by what it leads to.', async () => {
	symlinkSync('tools', join(view, '.vscode'));
	symlinkSync('notes.txt', join(view, '.envrc'));
	symlinkSync('notes.txt', join(view, 'more.txt'));
	mkdirSync(join(view, 'kept'));
	symlinkSync('../notes.txt', join(view, 'kept', 'a'));
	symlinkSync('/etc/hostname', join(view, 'tools', 'host'));
	expect(await permitted('.vscode@', '.envrc@', 'kept/a@', 'tools/host@', 'more.txt@', 'tools/b.ts')).toEqual([
		'more.txt',
		'tools/b.ts',
	]);
});

test('No file is taken for the one that a link in its way leads to, while somebody looks.', async () => {
	symlinkSync('tools', join(view, '.vscode'));
	symlinkSync('tools', join(view, 'kept'));
	expect(await permitted('.vscode/tasks.json', 'kept/b.ts', 'kept/link@', 'tools/b.ts')).toEqual(['tools/b.ts']);
});
