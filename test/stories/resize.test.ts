import { expect, test } from 'vitest';
import { RIGS } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const SIZES = [
	[40, 12],
	[200, 60],
	[100, 32],
] as const;

/** Exactly one composer and one footer where they belong, one header, and nothing beside them. */
function isWhole(screen: Screen, columns: number, rows: number): boolean {
	const lines = screen.lines();
	const edges = lines.filter((line) => /^[╭╰]/.test(line));
	return (
		lines.length === rows &&
		edges.length === 2 &&
		edges.every((line) => line.length === columns) &&
		lines.at(-2) === edges[1] &&
		lines.filter((line) => line.includes('(shift+tab)')).length === 1 &&
		lines.at(-1)?.includes('(shift+tab)') === true &&
		lines.filter((line) => line.includes('Demo agent ·') || line.endsWith('Demo agent')).length <= 1 &&
		lines[0]?.includes('Demo agent') === true
	);
}

test('a resize while the answer streams leaves one whole screen and no debris', async () => {
	const screen = await launch({ args: RIGS });
	await screen.send('/flood 1000000 200');
	await screen.until(/token \d{2}/);
	for (const [columns, rows] of SIZES) {
		screen.resize(columns, rows);
		await screen.until((now) => isWhole(now, columns, rows));
		const newest = newestToken(screen);
		await screen.until((now) => newestToken(now) > newest + 20);
		expect(isWhole(screen, columns, rows), screen.text()).toBe(true);
	}
	screen.press('escape');
	await screen.until('■ Stopped');
});

test('after a resize the screen is what it would be drawn anew', async () => {
	const screen = await launch({ args: RIGS });
	await screen.send('/corners');
	await screen.until((now) => now.draft().startsWith('Ask for anything') && now.text().includes('ctx'));
	screen.type('a draft that is longer than the forty columns of a small screen');
	await screen.until((now) => now.draft().endsWith('small screen'));
	for (const [columns, rows] of SIZES) {
		screen.resize(columns, rows);
		await screen.until((now) => isWhole(now, columns, rows));
		const resized = screen.text();
		const before = screen.rawBytes().length;
		screen.press('ctrl+l');
		await screen.until((now) => now.rawBytes().indexOf('\x1b[?1049h', before) > 0 && isWhole(now, columns, rows));
		await screen.until((now) => now.text() === resized);
		expect(screen.draft().replaceAll(/\s+/g, ' ')).toContain('small screen');
	}
});

function newestToken(screen: Screen): number {
	return Math.max(-1, ...[...screen.text().matchAll(/token (\d+)/g)].map((match) => Number(match[1])));
}
