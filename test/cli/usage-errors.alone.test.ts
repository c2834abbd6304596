import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { crashSentence } from '../../src/cli/crash.js';
import { runCommandLine } from '../../src/cli/run.js';

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const self = {
	stop: { signal: new AbortController().signal, end: () => {} },
	hooks: { restoreTerminal: null, close: null, report: null },
};

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

test('A cloned repository cannot write to the terminal by the mistakes in its config, nor by the names of its folders.', async () => {
	const home = await mkdtemp(join(tmpdir(), 'acp-usage-'));
	try {
		vi.stubEnv('ACP_TUI_CONFIG_DIR', join(home, 'config'));
		vi.stubEnv('ACP_TUI_STATE_DIR', join(home, 'state'));
		const folder = join(home, 'sub\u001b]0;owned\u0007');
		await mkdir(folder);
		const text = JSON.stringify({ permissions: { deny: ['Nonsense(\u001b]52;c;eA==\u0007)'] } });
		await writeFile(join(folder, '.acp-tuirc.json'), text);
		let said = '';
		vi.spyOn(process.stderr, 'write').mockImplementation((words) => {
			said += String(words);
			return true;
		});
		expect(
			await runCommandLine(
				['-p', '-C', folder, 'hi'],
				{ version: '0.0.0', demoAgent: '', pictureWorker: '', unpackWorker: '' },
				self,
			),
		).toBe(2);
		expect(said).toContain('cannot be used');
		expect(said).not.toMatch(CONTROL);
	} finally {
		await rm(home, { recursive: true, force: true });
	}
});

test('What a crash quotes of an agent is harmless.', () => {
	expect(crashSentence(new Error('bad \u001b]0;owned\u0007 line\u001b[2J'))).not.toMatch(CONTROL);
});
