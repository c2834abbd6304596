import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFindings } from '../../src/app/command-findings.js';
import { decide } from '../../src/core/policy/decide.js';
import { PROVEN } from '../../src/core/policy/read-only/verdict.js';
import { createFiles } from '../../src/services/files/files.js';
import { lines } from '../core/lines.js';
import { line, request } from '../core/policy/requests.js';
import { folderOfFile } from '../services/temporary-folder.js';

/** A clone in which `p/k` and `p/top` lead to other folders of it, of which one has a link to a secret. */
function cloned() {
	const workspace = join(folderOfFile(), 'work');
	for (const folder of ['src/deep', 'docs', 'other', 'p']) mkdirSync(join(workspace, folder), { recursive: true });
	for (const file of ['src/a.ts', 'src/my file.ts', 'src/deep/b.ts', 'docs/x.md', 'package.json'])
		writeFileSync(join(workspace, file), '');
	symlinkSync('../other', join(workspace, 'p/k'));
	symlinkSync('..', join(workspace, 'p/top'));
	symlinkSync('deep', join(workspace, 'src/link'));
	symlinkSync('/etc/passwd', join(workspace, 'other/leak'));
	const commandChecks = { settings: async () => null, program: async () => null, repository: async () => PROVEN };
	return { workspace, ports: { files: createFiles({ workspace }), commandChecks } };
}

const { workspace, ports } = cloned();

async function decided(text: string) {
	const command = await withFindings(line(text), workspace, ports);
	return decide(request('execute', { command }), { mode: 'plan', rules: [] }).decision;
}

test.each(lines`
	cat p/***/leak ¦ cat $(find p/*/.) ¦ find p/*/ | xargs cat ¦ find p/*/. | xargs cat
	for f in $(find p/*/.); do cat $f; done ¦ wc -l $(find p/*/. -name leak)
`)('%s is refused: names found by it lead on to a file outside, or to several words.', async (text) => {
	expect(await decided(text)).toBe('deny');
});

test.each(lines`
	cat src/link/b.ts ¦ cat src/*/b.ts ¦ cat $(find docs/*) ¦ find src -type f -exec wc -l {} +
	cat docs/**/*.md | head ¦ wc -l src/**/*.ts
`)('%s only reads.', async (text) => {
	expect(await decided(text)).toBe('allow');
});
