import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const FILE = 'acp-tui-demo-stubborn.txt';

test('what the last turn changed is reviewed and taken back without an agent, which no row names', async () => {
	const desk = openDesk();
	const beside = join(desk.home, '../beside');
	mkdirSync(beside);
	const session = await launch({ desk, args: ['--mode', 'plan', '--add-dir', beside] });
	await session.send('/stubborn');
	await session.until((now) => now.draft().startsWith('Ask for a plan'));
	await session.until('/undo undoes this');
	await session.send('/quit');
	await session.exit();
	rmdirSync(beside);
	const sessions = join(desk.home, 'state', 'sessions');
	const before = readdirSync(sessions);

	const review = await launch({ desk, args: ['review', 'turn'], until: null });
	const shown = await review.until('+ Written behind your back');
	expect(shown).toContain('Review · the last turn');
	expect(review.rawBytes()).toContain(`acp-tui: left out: "${beside}": no such folder`);
	expect(shown).not.toMatch(/demo\b(?!-)|default|watched/);
	review.press('x');
	await review.until(`Press x again to delete ${FILE}`);
	await vi.waitFor(async () => {
		review.press('x');
		await review.until(() => desk.read(FILE) === null, { timeout: 1000 });
	}, 15_000);
	await review.until('Nothing has changed.');
	review.press('q');
	expect(await review.exit()).toEqual({ code: 0, signal: 0 });
	expect(readdirSync(sessions)).toEqual(before);
});
