import { env } from 'node:process';
import { describe, test } from 'vitest';
import { isWhole } from '../setup/whole.js';
import { hear, type Look, type Scene, type Shot, type Size, shoot, themes } from './driver.js';
import { expectGolden, expectNoOthers, isUpdate } from './golden-files.js';
// Frames depend on the languages that are loaded.
import '../setup/languages.js';
import { scenes } from './scenes/all.js';

// Times of the day are shown in the user's zone.
env['TZ'] = 'UTC';

const SIZES: readonly Size[] = [
	[40, 12],
	[80, 24],
	[100, 32],
	[120, 36],
	[200, 60],
];
/** The smallest, a usual one, the largest; whoever records draws all. */
const KINDS: readonly (Size | undefined)[] = [SIZES[0], SIZES[2], SIZES[4]];
const drawn = isWhole || isUpdate ? SIZES : SIZES.filter((size) => KINDS.includes(size));
const names = Object.keys(scenes);

function sceneOf(name: string): Scene {
	const scene = scenes[name];
	if (scene === undefined) throw new Error(`no scene ${name}`);
	return scene;
}

/** A frame as what is different from the one before it: rows with their numbers, blank ones of the first left out. */
function changesOf({ rows, cursor, requests }: Shot, before: Shot | undefined): string[] {
	const changed = rows.flatMap((row, at) =>
		row === (before?.rows[at] ?? '') ? [] : [`${String(at + 1).padStart(2)}│${row}`.trimEnd()],
	);
	const moved = before?.cursor === cursor ? [] : [`   cursor ${cursor}`];
	return [...changed, ...moved, ...requests];
}

/** What is recorded for the sizes that are drawn. */
function drawnOf(recorded: string): string {
	let isDrawn = false;
	const kept = recorded.split('\n').filter((line) => {
		if (line.startsWith('── ')) isDrawn = drawn.some((size) => line.startsWith(`── ${size.join('×')} `));
		return isDrawn;
	});
	return `${kept.join('\n').trimEnd()}\n`;
}

function linesOf(size: Size, shots: ReadonlyMap<string, Shot>): string[] {
	let before: Shot | undefined;
	return [...shots].flatMap(([state, shot]) => {
		const lines = [`── ${size.join('×')} ${state}`, ...changesOf(shot, before)];
		before = shot;
		return lines;
	});
}

describe('The screen looks as it was recorded', () => {
	test.each(names)('%s', (name) => {
		const scene = sceneOf(name);
		const shots = drawn.map((size) => [size, shoot(scene, size)] as const);
		expectGolden(
			'frames',
			name,
			shots.flatMap(([size, shot]) => linesOf(size, shot)),
			drawnOf,
		);
	});

	test('No other frames are recorded.', () => expectNoOthers('frames', names));
});

/** Terminals and themes: what is painted, not what is laid out. */
const LOOKS: readonly Look[] = [
	...themes.map((theme) => ({ theme })),
	...([0, 1, 2] as const).map((colorLevel) => ({ colorLevel })),
	...[{ theme: 'ansi', colorLevel: 1 as const }, { hyperlinks: false }, { isAscii: true }],
];

test.each(LOOKS)('The screen is painted as it was recorded: %j', (look) => {
	const lines = ['transcript full', 'edit card', 'markdown', 'mode list'].flatMap((name) => {
		const scene = sceneOf(name);
		const states = Object.fromEntries(Object.entries(scene.states).slice(0, 2));
		return linesOf([80, 24], shoot({ ...scene, states }, [80, 24], look));
	});
	expectGolden('looks', Object.values(look).join(' '), lines);
});

describe('A screen reader hears what was recorded', () => {
	test.each(names)('%s', (name) => {
		expectGolden(
			'spoken',
			name,
			[...hear(sceneOf(name))].flatMap(([state, lines]) => [`── ${state}`, ...lines]),
		);
	});

	test('No other transcripts are recorded.', () => expectNoOthers('spoken', names));
});
