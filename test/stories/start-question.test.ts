import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { quit } from './prompts.js';

test('before an agent starts that was seen not to ask, the user says once what holds it', async () => {
	const desk = openDesk();
	desk.config({ agents: { own: { command: process.execPath, args: [resolve('test/agents/own-tools.mjs')] } } });
	const before = desk.read('notes.md');
	const ask = async (...more: readonly string[]) => {
		const ran = await run(desk, '-p', 'tool touch seen.txt', '-a', 'own', '--output-format', 'json', ...more);
		return JSON.parse(ran.out);
	};
	expect((await ask()).sandbox.agent).toBe('watch');
	const args = ['-a', 'own', 'sh echo more >>notes.md'];
	const low = await launch({ desk, args, columns: 40, rows: 12, until: 'Let own work on a copy?' });
	expect(low.text()).toContain('1 Work on a copy');
	expect(low.text()).toContain('2 Only watch');
	expect(low.text()).toContain('3 Do not start');
	const confirm = /^╭─ Confirm ─/m;
	const refused = await launch({ desk, args, until: confirm });
	refused.press('3');
	await refused.until('own was not started.');
	refused.press('ctrl+c');
	// That is no answer for good.
	const screen = await launch({ desk, args, until: confirm });
	screen.press('1');
	await screen.until('1 change to review');
	expect(desk.read('notes.md')).toBe(before);
	screen.press('escape');
	await quit(screen);
	expect((await ask()).sandbox).toMatchObject({ agent: 'shadow' });
	expect((await ask('--sandbox', 'watch')).sandbox.agent).toBe('watch');
	const again = await launch({ desk, args: ['-a', 'own'], until: 'default (shadow)' });
	await quit(again);
});
