import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { mountScreen } from '../../src/ui/mount.js';
import { paintScreen } from '../../src/ui/paint-screen.js';
import { ScreenRenderer } from '../../src/ui/renderer.js';
import { type Screen, screenOf } from '../../src/ui/screen.js';
import { emptyFrame } from '../../src/view/frame/frame.js';
import { type Line, plain, styled } from '../../src/view/line.js';
import { createWorld, settle } from '../app/world.js';
import { ready } from '../core/session/play.js';
import { full, scenes } from '../view/scenes.js';
import { createStage, press } from '../view/stage.js';
import { colored } from './colored.js';

const look = { columns: 60, painter: colored };

/** A screen of these rows. */
function screenWith(header: readonly Line[], before: Screen | null = null): Screen {
	return screenOf({ ...emptyFrame, header }, look, before);
}

const SIZES = [
	[100, 30],
	[40, 12],
	[60, 16],
	[10, 4],
	[150, 34],
] as const;
const KEYS = ['', '`a`', '`/`', '`?`', 'ctrl+o', 'ctrl+o home tab', 'ctrl+r'];

test('The components draw what was painted before they were loaded: whatever is shown, and from any screen to any', () => {
	const mounted = mountScreen(screenWith([[plain('first')]]));
	let before: Screen | null = null;
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.values(scenes)),
			fc.constantFrom(...SIZES),
			fc.constantFrom(...KEYS),
			(scene, [columns, rows], keys) => {
				const stage = createStage(scene(), columns, rows);
				stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, sidePanel: 'auto' } };
				press(stage, keys);
				const { sideColumns = 0 } = stage.ui;
				const side = sideColumns > 0 ? { mainColumns: columns - sideColumns } : {};
				before = screenOf(stage.frame, { columns, painter: colored, ...side }, before);
				expect(mounted.draw(before)).toEqual(paintScreen(before));
			},
		),
		{ numRuns: 200 },
	);
	mounted.unmount();
});

test('The sign of the chosen entry stands beside its rows alone', () => {
	const stage = createStage(full());
	press(stage, 'ctrl+o home tab');
	const mounted = mountScreen(screenWith([]));
	const rows = mounted.draw(screenOf(stage.frame, look, null));
	const { from, to } = stage.frame.marked ?? { from: 0, to: 0 };
	const top = stage.frame.header.length;
	expect(to).toBeGreaterThan(from);
	expect(rows.flatMap((row, at) => (row.includes('▌') ? [at - top] : []))).toEqual(
		Array.from({ length: to - from }, (_, index) => from + index),
	);
	mounted.unmount();
});

test('Rows come out as they were painted, without blanks at their ends', () => {
	const link = [styled('link', { link: 'file:///x' })];
	const rows: Line[] = [[plain('one  ')], [], link, [plain('日本語 👍🏽')], [plain('x'.repeat(90))]];
	const mounted = mountScreen(screenWith([]));
	const drawn = mounted.draw(screenWith(rows));
	expect(drawn.slice(0, 2)).toEqual(['one', '']);
	// Ink's own grid would drop the sequences that keep emoji in their columns.
	expect(drawn.slice(2, 4)).toEqual([colored.paintLine(link, 0), colored.paintLine(rows[3] ?? [], 0)]);
	expect(drawn[4]).toBe(`${'x'.repeat(59)}…`);
	mounted.unmount();
});

test('Two screens know nothing of each other, and an end is an end', () => {
	const one = mountScreen(screenWith([]));
	const other = mountScreen(screenWith([]));
	const drawn = [one.draw(screenWith([[plain('a')]])), other.draw(screenWith([[plain('b')]]))];
	expect([...drawn, one.draw(screenWith([[plain('c')]]))]).toEqual([['a'], ['b'], ['c']]);
	one.unmount();
	one.unmount();
	other.unmount();
});

test('A fault in a component reaches whoever draws', () => {
	const mounted = mountScreen(screenWith([]));
	const fault = new Error('no such colour');
	const painter = {
		paintLine(): string {
			throw fault;
		},
	};
	const silent = vi.spyOn(console, 'error').mockReturnValue();
	const screen = screenOf({ ...emptyFrame, header: [[plain('a')]] }, { columns: 60, painter }, null);
	expect(() => mounted.draw(screen)).toThrow(expect.objectContaining({ cause: fault }));
	silent.mockRestore();
	mounted.unmount();
});

test('Ink writes nothing by itself, and listens to nothing: contract of Ink 8, see src/ui/mount.tsx', () => {
	const listeners = (): number =>
		process.stdout.listenerCount('resize') +
		process.stdin.listenerCount('readable') +
		process.stdin.listenerCount('data');
	const before = listeners();
	const { write } = process.stdout;
	const written: unknown[] = [];
	process.stdout.write = (data: unknown) => written.push(data) > 0;
	try {
		const mounted = mountScreen(screenWith([]));
		mounted.draw(screenWith([[plain('one')]]));
		mounted.draw(screenWith([[plain('two')]]));
		mounted.unmount();
	} finally {
		process.stdout.write = write;
	}
	expect(written).toEqual([]);
	expect(listeners()).toBe(before);
});

describe('Taking over', () => {
	const screen = screenOf(createStage(ready()).frame, look, null);

	test('The components draw what stands on the screen, once no key came for a while', async () => {
		const { clock, advance } = createWorld();
		let lastKeyAt = clock.now();
		const renderer = new ScreenRenderer();
		const first = renderer.draw(screen);
		const current = vi.fn(() => screen);
		const taken = renderer.takeOver(clock, () => lastKeyAt, current);
		for (let key = 0; key < 5; key += 1) {
			advance(150);
			lastKeyAt = clock.now();
			await settle();
		}
		expect(current).not.toHaveBeenCalled();
		advance(200);
		await taken;
		expect(current).toHaveBeenCalledTimes(1);
		expect(renderer.draw(screen)).toEqual(first);
		renderer.unmount();
	});

	test('Nothing is loaded, and no timer is left, when the screen was closed meanwhile', () => {
		const { clock, timers } = createWorld();
		const before = timers();
		const renderer = new ScreenRenderer();
		void renderer.takeOver(
			clock,
			() => 0,
			() => screen,
		);
		expect(timers()).toBe(before + 1);
		renderer.unmount();
		expect(timers()).toBe(before);
	});
});
