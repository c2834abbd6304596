import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draftRestored } from '../../src/frontends/interactive/interactive-messages.js';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

function draftFiles(desk: Desk): readonly string[] {
	const folder = join(desk.home, 'state', 'drafts');
	try {
		return readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name));
	} catch {
		// Nothing was kept yet.
		return [];
	}
}

function isKept(desk: Desk, text: string): boolean {
	return draftFiles(desk).some((file) => readFileSync(file, 'utf8').includes(text));
}

async function written(text: string, desk = openDesk()): Promise<Screen> {
	const screen = await launch({ desk });
	screen.type(text);
	await screen.until((now) => now.draft() === text);
	return screen;
}

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('a draft survives %s', async (name) => {
	const screen = await written('half a thought');
	screen.signal(name);
	await screen.exit();
	const [file = ''] = draftFiles(screen.desk);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	const again = await launch({ desk: screen.desk });
	await again.until((now) => now.draft() === 'half a thought');
	await again.until(draftRestored(0));
	again.press('escape');
	again.press('escape');
	await again.until((now) => now.draft().startsWith('Ask'));
	again.press('ctrl+d');
	await again.exit();
	expect(draftFiles(screen.desk)).toEqual([]);
});

test('a draft survives being killed, with its pasted block and what was put aside', async () => {
	const screen = await written('first');
	screen.press('ctrl+s');
	await screen.until((now) => now.draft().startsWith('draft put aside'));
	screen.type('see ');
	screen.paste('line\n'.repeat(30));
	await screen.until(/see \[Pasted 30 lines #1\]/);
	await expect.poll(() => isKept(screen.desk, 'Pasted 30 lines')).toBe(true);
	screen.signal('SIGKILL');
	await screen.exit();
	const again = await launch({ desk: screen.desk });
	await again.until(/see \[Pasted 30 lines #1\]/);
	again.press('tab');
	await again.until((now) => now.draft().includes('line\nline\nline'));
	again.press('ctrl+c');
	await again.until((now) => now.draft().startsWith('draft put aside'));
	again.press('ctrl+s');
	await again.until((now) => now.draft() === 'first');
});

test('what waited in the queue is not lost when the program goes', async () => {
	const screen = await launch();
	await screen.send('/slow 60');
	await screen.until('esc stops');
	await screen.send('and then this');
	await screen.until('queued 1: and then this');
	screen.signal('SIGTERM');
	await screen.exit();
	const again = await launch({ desk: screen.desk });
	await again.until((now) => now.draft().startsWith('draft put aside'));
	again.press('ctrl+s');
	await again.until((now) => now.draft() === 'and then this');
});

test('a program that runs keeps its draft to itself, and files that cannot be read harm nobody', async () => {
	const first = await written('mine');
	await expect.poll(() => isKept(first.desk, 'mine')).toBe(true);
	const [file = ''] = draftFiles(first.desk);
	writeFileSync(join(file, '..', '999999-abcdef.json'), '{"draft": {"te');
	const second = await launch({ desk: first.desk });
	expect(second.draft()).toMatch(/^Ask/);
	second.type('another');
	await second.until((now) => now.draft() === 'another');
	for (const each of [first, second]) {
		each.signal('SIGTERM');
		await each.exit();
	}
	const third = await launch({ desk: first.desk });
	await third.until((now) => now.draft() === 'another');
	await third.until('1 more kept: ctrl+s on an empty draft brings one back');
});
