import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFolderInView, lookInView, resolveInView } from '../../../../src/services/files/in-view.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** Files of all kinds; the view is that of this process. */
function workspace(): string {
	const top = realpathSync(temporaryFolder());
	mkdirSync(join(top, 'folder'));
	writeFileSync(join(top, 'run.sh'), '#!/bin/sh\n');
	chmodSync(join(top, 'run.sh'), 0o755);
	writeFileSync(join(top, 'notes.md'), 'words\n');
	execFileSync('mkfifo', [join(top, 'pipe')]);
	symlinkSync('run.sh', join(top, 'to-run'));
	symlinkSync(join(top, 'folder'), join(top, 'to-folder'));
	symlinkSync('gone', join(top, 'to-nothing'));
	symlinkSync('round', join(top, 'round'));
	return top;
}

test.runIf(process.platform === 'linux').each([
	['run.sh', 'executable', []],
	['to-run', 'executable', []],
	['folder/../run.sh', 'executable', []],
	['notes.md', 'not executable', []],
	['pipe', 'no file', []],
	['folder', 'no file', []],
	['to-folder', 'no file', []],
	['gone', 'missing', ['gone']],
	['to-nothing', 'missing', ['gone']],
	['folder/deep/er', 'missing', ['deep', 'er']],
	['notes.md/below', 'missing', ['notes.md', 'below']],
	['round', 'missing', null],
])('%s in a view: %s.', async (name, look, missing) => {
	const path = join(workspace(), name);
	expect(await lookInView(process.pid, path)).toBe(look);
	expect(await isFolderInView(process.pid, path)).toBe(name.endsWith('folder'));
	const resolved = await resolveInView(process.pid, path);
	expect(resolved.ok ? resolved.value.missing : null).toEqual(missing);
});
