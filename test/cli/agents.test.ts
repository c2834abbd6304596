import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../src/cli/run.js';

const self = {
	stop: { signal: new AbortController().signal, end: () => {} },
	hooks: { restoreTerminal: null, close: null, report: null },
};

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

test('Agents that are installed come first, then those that are downloaded, then those that are missing.', async () => {
	const home = await mkdtemp(join(tmpdir(), 'acp-agents-'));
	try {
		vi.stubEnv('ACP_TUI_CONFIG_DIR', join(home, 'config'));
		vi.stubEnv('ACP_TUI_STATE_DIR', join(home, 'state'));
		vi.stubEnv('PATH', home);
		await mkdir(join(home, 'work'));
		for (const name of ['codex-acp', 'npx']) await writeFile(join(home, name), '#!/bin/sh\n', { mode: 0o755 });
		let said = '';
		vi.spyOn(process.stdout, 'write').mockImplementation((words, ...rest) => {
			said += String(words);
			const written = rest.at(-1);
			if (typeof written === 'function') written();
			return true;
		});
		const program = { version: '0.0.0', demoAgent: '', pictureWorker: '' };
		expect(await runCommandLine(['agents', '-C', join(home, 'work')], program, self)).toBe(0);
		const order = [
			'Installed; start one',
			'* demo',
			'codex ',
			'Downloaded',
			'kilocode',
			'Not installed; to install',
			'claude ',
		];
		const places = order.map((words) => said.indexOf(words));
		expect(places).not.toContain(-1);
		expect(places).toEqual([...places].sort((one, other) => one - other));
	} finally {
		await rm(home, { recursive: true, force: true });
	}
});
