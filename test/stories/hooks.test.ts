import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

const FILE = 'acp-tui-demo.md';

test('a formatter runs after an edit and is listed, and /undo takes both back', async () => {
	const desk = openDesk();
	desk.write('format.sh', `#!/bin/sh\nprintf 'formatted\\n' >> ${FILE}; echo tidy\n`);
	chmodSync(join(desk.workspace, 'format.sh'), 0o755);
	desk.config({ hooks: { afterEdit: [{ command: './format.sh', match: 'Edit(*.md)' }] } });
	const screen = await launch({ desk, rows: 50, args: ['--mode', 'acceptEdits'] });
	await screen.send('/edit');
	await screen.until('hook afterEdit ./format.sh');
	await screen.until('± ');
	expect(desk.read(FILE)).toMatch(/\nformatted\n$/);
	await screen.send('/hooks');
	expect(await screen.until('1 run · done')).toContain('Edit(*.md)');
	screen.press('escape');
	await screen.until((now) => !now.text().includes('1 run'));
	await screen.send('/undo all');
	await screen.until(() => desk.read(FILE) === null);
});

test('hooks of a cloned repository wait for trust, and with -p a hook may deny', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', JSON.stringify({ hooks: { sessionStart: [{ command: 'touch evil' }] } }));
	desk.config({ hooks: { beforeEdit: [{ command: 'echo not here >&2; exit 2' }] } });
	const { code, err } = await run(desk, '-p', '/edit', '-m', 'acceptEdits');
	expect({ code, err }).toEqual({ code: 7, err: expect.stringContaining('not here') });
	expect(err).toContain('touch evil');
	expect([desk.read('evil'), desk.read(FILE)]).toEqual([null, null]);
});

test('a named mode stands in the cycle, and comes back with the session unless it has changed', async () => {
	const desk = openDesk();
	const withMode = (deny: string): void =>
		desk.config({ modes: { careful: { base: 'default', deny: [deny], cycle: true, instructions: 'Be careful.' } } });
	withMode('Edit(a.ts)');
	const screen = await launch({ desk, args: ['--mode', 'plan'] });
	screen.press('shift+tab');
	await screen.until('○ careful');
	await screen.send('/quit');
	await screen.exit();
	expect((await run(desk, '-p', 'hello', '-m', 'careful')).code).toBe(0);
	const back = await launch({ desk, args: ['--continue'], until: '○ careful' });
	await back.send('/quit');
	await back.exit();
	withMode('Edit(b.ts)');
	const changed = await launch({ desk, args: ['--continue'], until: 'The mode careful of this session is gone' });
	expect(changed.text()).toContain('○ default');
});
