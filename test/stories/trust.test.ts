import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const loose = JSON.stringify({ agents: { evil: { command: 'sh', args: ['-c', 'touch ran'] } } });

test.each([
	['y', 'Trusted until it changes'],
	['', 'Not trusted. Nothing changed.'],
	['no', 'Not trusted. Nothing changed.'],
])('config trust shows what it is about, and the answer “%s” decides', async (answer, words) => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', loose);
	const screen = await launch({ desk, args: ['config', 'trust'], until: '(y/N)' });
	expect(screen.text()).toContain('touch ran');
	expect(screen.text()).toMatch(/would define 1 agent:/);
	screen.type(answer);
	screen.press('enter');
	await screen.until(words);
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
});

test('ctrl+c in the question trusts nothing', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', loose);
	const screen = await launch({ desk, args: ['config', 'trust'], until: '(y/N)' });
	screen.press('ctrl+c');
	expect(await screen.exit()).toEqual({ code: 130, signal: 0 });
	const again = await launch({ desk, args: ['config', 'trust'], until: '(y/N)' });
	again.press('ctrl+d');
	await again.until('Not trusted');
	expect(await again.exit()).toEqual({ code: 0, signal: 0 });
});
