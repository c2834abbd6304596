import { expect, test, vi } from 'vitest';
import type { AppEvent } from '../../src/core/event.js';
import { succeed } from '../../src/core/failure.js';
import { startFullScreen } from '../../src/frontends/fullscreen/start-fullscreen.js';
import { startInline } from '../../src/frontends/inline/start-inline.js';
import { ScreenRenderer } from '../../src/ui/renderer.js';
import { FIRST_SCREEN_ROWS } from '../../src/view/state/first-screen.js';
import { RESUMING } from '../app/sessions/resumed-world.js';
import { createWorld, end, send } from '../app/world.js';
import { untouched } from '../drive/emulator.js';
import { FlickerCount } from '../drive/flicker.js';
import { open, starts } from './front-end-stage.js';

test.each(starts)(
	'%s: what is typed is sent, what comes back is shown, and ctrl+d gives the terminal back',
	async (_, start) => {
		const stage = await open(start);
		await stage.type('hello agent');
		expect(stage.text()).toContain('> hello agent');
		await stage.type('\r');
		expect(stage.world.prompts).toHaveLength(1);
		stage.world.app.dispatch({ type: 'text', role: 'agent', text: 'Good morning.\n\n' });
		await stage.play();
		await end(stage.world);
		await stage.play();
		expect(stage.text()).toContain('Good morning.');
		await stage.type('\x04');
		expect(await stage.left).toBe(0);
		await stage.screen.settle();
		expect(stage.screen.emulator.modes()).toEqual(untouched);
		expect(stage.screen.isRaw()).toBe(false);
		expect(stage.world.timers()).toBe(0);
	},
);

test.each(starts)('%s: a panel that cannot be loaded is waited for no longer', async (_, start) => {
	const stage = await open(start, { releaseNotes: () => Promise.reject(new Error('its file is gone')) });
	await stage.type('/release-notes\r');
	expect(stage.text()).toContain('its file is gone');
	await stage.type('hello');
	expect(stage.text()).toContain('> hello');
});

test.each(starts)('%s: the editor gets the bare terminal, and the draft is what it saved', async (_, start) => {
	const editing = Promise.withResolvers<void>();
	const stage = await open(start, {
		editor: {
			async editText() {
				await editing.promise;
				return succeed('from the editor');
			},
			openFile: async () => succeed(undefined),
		},
	});
	await stage.type('\x07');
	expect(stage.screen.terminal.isSuspended).toBe(true);
	expect(stage.screen.emulator.modes()).toEqual(untouched);
	send(stage.world, 'meanwhile');
	stage.screen.resize(50, 14);
	await stage.play();
	expect(stage.screen.emulator.modes()).toEqual(untouched);
	editing.resolve();
	await stage.play();
	expect(stage.screen.terminal.isSuspended).toBe(false);
	expect(stage.text()).toContain('> from the editor');
	expect(stage.text()).toContain('meanwhile');
	stage.stop.abort(143);
	expect(await stage.left).toBe(143);
	await stage.screen.settle();
	expect(stage.screen.emulator.modes()).toEqual(untouched);
});

test.each(starts)('%s: the end of standard input is the end', async (_, start) => {
	const stage = await open(start);
	stage.screen.end();
	await stage.play();
	expect(await stage.left).toBe(0);
	expect(stage.screen.isRaw()).toBe(false);
});

test.each(starts)('%s: sizes that storm in leave one whole frame and never flicker', async (_, start) => {
	const stage = await open(start);
	const count = new FlickerCount();
	for (const [index, columns] of [40, 100, 61, 30, 99, 60].entries()) {
		stage.screen.resize(columns, 12 + index);
		stage.world.app.dispatch({ type: 'text', role: 'agent', text: `word ${index} ` });
		if (index % 2 === 0) await stage.play(20);
	}
	await stage.play();
	for (const write of stage.screen.writes) count.take(write);
	expect(count.faults).toEqual([]);
	expect(stage.screen.emulator.lines().filter((line) => /^[╭>]/.test(line))).toHaveLength(1);
});

test.each([
	['full screen', startFullScreen],
	['inline', startInline],
] as const)('%s: the components take over what stands on the screen without a byte', async (_, start) => {
	const takeOver = vi.spyOn(ScreenRenderer.prototype, 'takeOver');
	const stage = await open(start);
	await stage.type('c');
	const before = stage.screen.writes.length;
	await takeOver.mock.results[0]?.value;
	await stage.play(1000);
	expect(stage.screen.writes).toHaveLength(before);
	await stage.type('d');
	const written = stage.screen.writes.slice(before).join('');
	expect(written).toContain('d');
	expect(written.length).toBeLessThan(40);
	expect(stage.text()).toContain('> cd');
	takeOver.mockRestore();
});

test('Key bindings that cannot be end it before anything is touched', async () => {
	const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	const stage = await open(startFullScreen, { keys: { 'no-such-action': ['x'] } });
	expect(await stage.left).toBe(2);
	expect(write).toHaveBeenCalledTimes(1);
	expect(stage.screen.writes).toEqual([]);
	write.mockRestore();
});

test('inline: while the window gets narrower nothing is drawn, and all of it once it keeps its size', async () => {
	const stage = await open(startInline);
	const { screen, world } = stage;
	const drawn = async (): Promise<string> => {
		await screen.settle();
		return screen.writes.slice(before).join('');
	};
	const before = screen.writes.length;
	screen.resize(50, 16);
	screen.type('held');
	expect(await drawn()).not.toContain('held');
	world.advance(100);
	screen.resize(52, 16);
	world.advance(100);
	expect(await drawn()).not.toContain('held');
	await stage.play();
	expect(stage.text()).toContain('> held');
});

test.each([
	['full screen', startFullScreen, FIRST_SCREEN_ROWS, true],
	['a full screen that is low', startFullScreen, FIRST_SCREEN_ROWS - 1, false],
	['inline', startInline, FIRST_SCREEN_ROWS, false],
] as const)(
	'Agents are looked for where the first screen has room for them: %s',
	async (_, start, rows, withAgents) => {
		const { screen, world, play } = await open(start);
		screen.resize(60, rows);
		await play();
		expect(world.events.filter(({ type }) => type === 'session-list')).toEqual([
			{ type: 'session-list', request: { type: 'recent', withAgents } },
		]);
	},
);

test.each([
	['is new', {}, [], '', 1],
	['is taken up again', {}, [{ type: 'resume-begun', resuming: RESUMING }], '', 0],
	['is to be found by words', { sessionSearch: 'words' }, [], '', 0],
	['was left by then', {}, [], '\x04', 0],
] as const)('Earlier sessions are told of beside a session that %s', async (_, options, events, keys, times) => {
	const { app } = createWorld();
	for (const event of events) app.dispatch(event);
	const seen: AppEvent[] = [];
	app.onEvent((event) => seen.push(event));
	const stage = await open(startFullScreen, { app, ...options });
	if (keys !== '') stage.screen.type(keys);
	await stage.play();
	const isRecent = (event: AppEvent): boolean => event.type === 'session-list' && event.request.type === 'recent';
	expect(seen.filter(isRecent)).toHaveLength(times);
});
