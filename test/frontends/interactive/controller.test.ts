import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { type Controller, createController } from '../../../src/frontends/interactive/controller.js';
import { createViewController } from '../../../src/frontends/interactive/view-controller.js';
import { keyOf } from '../../../src/terminal/key.js';
import { paintScreen } from '../../../src/ui/paint-screen.js';
import { defaultKeymap } from '../../../src/view/actions/actions.js';
import { PENDING_FOR } from '../../../src/view/panel/guard.js';
import { defaultAppearance } from '../../../src/view/state/appearance-options.js';
import type { ScreenContext } from '../../../src/view/state/context.js';
import { initialUi } from '../../../src/view/state/ui-state.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { createPainter } from '../../../src/view/theme/paint.js';
import { monoTheme } from '../../../src/view/theme/themes.js';
import { createWorld, settle, type World, working } from '../../app/world.js';
import { editQuestion } from '../../view/scenes.js';

const painter = createPainter(monoTheme, { colorLevel: 0, hyperlinks: false });

type Driven = {
	readonly world: World;
	readonly controller: Controller;
	readonly requests: UiRequest[];
	frames: number;
};

function drive(world: World, columns = 80, rows = 24): Driven {
	const requests: UiRequest[] = [];
	const controller = createController({
		app: world.app,
		clock: world.clock,
		table: defaultKeymap,
		painterFor: () => painter,
		appearance: defaultAppearance,
		browser: 'here',
		home: '/home/ada',
		columns,
		rows,
		isMouseOn: true,
		onMention: () => {},
		perform(request) {
			requests.push(request);
			if (request.type === 'dispatch') world.app.dispatch(request.event);
		},
	});
	const driven: Driven = { world, controller, requests, frames: 0 };
	controller.source.subscribe(() => {
		driven.frames += 1;
	});
	return driven;
}

const type = (driven: Driven, text: string): void => {
	for (const character of text) driven.controller.key(keyOf('char', character));
};
const rowsOf = ({ controller }: Driven): readonly string[] => paintScreen(controller.source.getSnapshot());
const shown = (driven: Driven): string => rowsOf(driven).join('\n');
const chunk = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });

async function idle(): Promise<Driven> {
	const world = createWorld();
	world.app.start();
	await settle();
	const driven = drive(world);
	world.advance(1000);
	driven.frames = 0;
	return driven;
}

describe('When frames are drawn', () => {
	test('A key at once, also in the middle of a stream.', async () => {
		const driven = drive(await working());
		driven.world.app.dispatch(chunk('a'));
		driven.frames = 0;
		type(driven, 'x');
		expect(driven.frames).toBe(1);
		expect(shown(driven)).toContain('> x');
	});

	test('Keys that were read together in one frame, the last of them at once.', async () => {
		const driven = await idle();
		for (const [character, isFollowed] of [
			['x', true],
			['y', true],
			['z', false],
		] as const)
			driven.controller.key(keyOf('char', character), isFollowed);
		expect(driven.frames).toBe(1);
		expect(shown(driven)).toContain('> xyz');
	});

	test('A key soon where the one that was read with it draws nothing.', async () => {
		const driven = await idle();
		driven.controller.key(keyOf('char', 'x'), true);
		expect(driven.frames).toBe(0);
		driven.world.advance(33);
		expect(shown(driven)).toContain('> x');
	});

	test('Soon again where a chain of requests was cut, and it goes on from there.', async () => {
		const { app, clock, advance } = createWorld();
		let steps = 0;
		const step = ({ ui }: ScreenContext, frame: null, isAsking: boolean) => {
			const requests: UiRequest[] = isAsking && steps < 150 ? [{ type: 'redraw' }] : [];
			return { ui, frame, requests };
		};
		createViewController<null, null>({
			...{ app, clock, table: defaultKeymap, home: '/', ui: initialUi(80, 24, false), frame: null, blank: null },
			view: {
				take: (context, frame) => step(context, frame, false),
				follow(context, frame) {
					steps += 1;
					return { ...step(context, frame, true), wakeAt: null };
				},
			},
			paint: () => null,
			standsFor: () => 33,
			perform: () => {},
		});
		expect(steps).toBe(101);
		advance(33);
		expect(steps).toBe(150);
	});

	test('What streams at most once in 33 ms, and nothing of it is lost.', async () => {
		const driven = drive(await working());
		driven.world.advance(1000);
		driven.frames = 0;
		for (let step = 0; step < 330; step += 1) {
			driven.world.app.dispatch(chunk(`${step} `));
			driven.world.advance(1);
		}
		driven.world.advance(100);
		expect(driven.frames).toBeGreaterThan(4);
		// The spinner's own steps come on top.
		expect(driven.frames).toBeLessThanOrEqual(330 / 33 + 330 / 125 + 2);
		expect(shown(driven)).toContain('329');
	});

	test('None for moves of the pointer over what is pressed by it already, however many.', async () => {
		const driven = await idle();
		type(driven, '/mode');
		driven.controller.key(keyOf('enter'));
		const y =
			shown(driven)
				.split('\n')
				.findIndex((line) => line.includes('plan')) + 1;
		const move = (x: number) =>
			driven.controller.report({
				type: 'mouse',
				event: { kind: 'move', button: 'none', x, y, ctrl: false, alt: false, shift: false },
			});
		move(10);
		driven.frames = 0;
		for (let x = 11; x < 30; x += 1) move(x);
		expect(driven.frames).toBe(0);
	});

	test('Nothing while nothing happens: no timer runs.', async () => {
		const driven = await idle();
		expect(driven.world.timers()).toBe(0);
		driven.world.advance(60_000);
		expect(driven.frames).toBe(0);
	});

	test('After it was stopped, never again.', async () => {
		const driven = drive(await working());
		driven.controller.stop();
		driven.frames = 0;
		driven.world.app.dispatch(chunk('a'));
		driven.controller.toast('x');
		driven.world.advance(1000);
		expect(driven.frames).toBe(0);
		expect(driven.world.timers()).toBe(0);
	});
});

describe('What is drawn', () => {
	test.each([
		[80, 24],
		[20, 6],
		[200, 50],
	])('A row for each row of the screen, at %s×%s, also after a change of size.', async (columns, rows) => {
		const driven = drive(await working());
		driven.controller.resize(columns, rows);
		expect(rowsOf(driven)).toHaveLength(rows);
		expect(driven.frames).toBe(1);
	});

	test('A question is followed to the front, and its guard is drawn away by itself.', async () => {
		const driven = drive(await working());
		driven.world.advance(1000);
		driven.world.app.dispatch(editQuestion);
		driven.world.advance(100);
		expect(shown(driven)).toContain('wait a moment: keys still go to your message');
		type(driven, 'y');
		expect(driven.requests).toEqual([]);
		driven.controller.compose({ type: 'set-text', text: '' });
		driven.world.advance(1000);
		expect(shown(driven)).not.toContain('wait a moment: keys still go to your message');
		type(driven, 'y');
		// It may be the first letter of a word.
		expect(shown(driven)).toContain('▸');
		driven.world.advance(PENDING_FOR - 1);
		expect(driven.requests).toEqual([]);
		driven.world.advance(1);
		expect(driven.requests).toMatchObject([{ type: 'dispatch', event: { type: 'answer' } }]);
		expect(shown(driven)).not.toContain('Permission');
	});
});
