import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashSentence } from '../../src/cli/crash.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

test('A cloned repository cannot write to the terminal by the mistakes in its config, nor by the names of its folders.', async () => {
	const home = temporaryFolder();
	const folder = join(home, 'sub\u001b]0;owned\u0007');
	await mkdir(folder);
	const text = JSON.stringify({ permissions: { deny: ['Nonsense(\u001b]52;c;eA==\u0007)'] } });
	await writeFile(join(folder, '.acp-tuirc.json'), text);
	const { code, err } = await carryOut(['-p', '-C', folder, 'hi'], { home });
	expect(code).toBe(2);
	expect(err).toContain('cannot be used');
	expect(err).not.toMatch(CONTROL);
});

test('What a crash quotes of an agent is harmless.', () => {
	expect(crashSentence(new Error('bad \u001b]0;owned\u0007 line\u001b[2J'))).not.toMatch(CONTROL);
});
