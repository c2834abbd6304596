import { expect, test, vi } from 'vitest';
import { succeed } from '../../src/core/failure.js';
import { startFullScreen } from '../../src/frontends/fullscreen/start.js';
import { startInline } from '../../src/frontends/inline/start.js';
import type { InteractiveOptions } from '../../src/frontends/interactive/options.js';
import { startLinear } from '../../src/frontends/linear/start.js';
import { createWorld, end, send, settle, type World } from '../app/world.js';
import { type EmulatedTerminal, emulateTerminal } from '../drive/emulated-terminal.js';
import { untouched } from '../drive/emulator.js';
import { FlickerCount } from '../drive/flicker.js';
import { fakeAttachments } from './prompt/fake-attachments.js';

type Start = (options: InteractiveOptions) => Promise<number>;

type Stage = {
	readonly world: World;
	readonly screen: EmulatedTerminal;
	readonly left: Promise<number>;
	readonly stop: AbortController;
	/** Everything that stands in the buffer, joined. */
	text(): string;
	/** Types, and lets everything be drawn that follows. */
	type(data: string): Promise<void>;
	play(milliseconds?: number): Promise<void>;
};

/** A front end as the product runs it, on an emulated terminal. */
async function open(start: Start, options: Partial<InteractiveOptions> = {}): Promise<Stage> {
	const world = createWorld();
	const screen = emulateTerminal({ clock: world.clock, columns: 60, rows: 16, env: { TERM: 'xterm-256color' } });
	const stop = new AbortController();
	const left = start({
		app: world.app,
		terminal: screen.terminal,
		prompt: '',
		home: '/home/me',
		env: { TERM: 'xterm-256color', EDITOR: 'ed' },
		ui: {
			theme: 'dark',
			mouse: true,
			notify: 'off',
			title: false,
			progress: false,
			diff: 'auto',
			motion: 'reduced',
			pictures: 'never',
		},
		themes: new Map(),
		keys: {},
		clock: world.clock,
		ids: world.ports.ids,
		clipboard: { copy: async () => succeed(null) },
		browser: { place: 'here', open: async () => true },
		editor: { editText: async () => succeed('edited'), openFile: async () => succeed(undefined) },
		fileViewer: { show: async () => succeed({ path: '/p', isOpened: true }) },
		decodePicture: async () => null,
		exports: { write: async () => succeed('/t') },
		temporaryFolder: '/tmp',
		history: { load: async () => [], add: async () => undefined },
		drafts: { load: async () => ({ draft: null, aside: [] }), save: () => undefined },
		shell: { write: () => undefined, resize: () => undefined },
		fileIndex: {
			search: async () => [],
			list: async () => [],
			refresh: () => undefined,
			subscribe: () => () => undefined,
			close: () => undefined,
		},
		attachments: fakeAttachments({ files: {} }),
		mentions: { embedBytes: 1000 },
		stopped: stop.signal,
		onRestore: () => undefined,
		...options,
	});
	const play = async (milliseconds = 100): Promise<void> => {
		for (let turn = 0; turn < 4; turn += 1) {
			await screen.settle();
			await settle();
			world.advance(milliseconds);
		}
		await screen.settle();
	};
	await play();
	return {
		world,
		screen,
		left,
		stop,
		text: () => screen.emulator.history().join('\n'),
		play,
		async type(data) {
			screen.type(data);
			await play();
		},
	};
}

const starts: readonly (readonly [string, Start])[] = [
	['full screen', startFullScreen],
	['inline', startInline],
	['for screen readers', startLinear],
];

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
	stage.stop.abort(0);
	await stage.left;
});

test('Key bindings that cannot be end it before anything is touched', async () => {
	const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	const stage = await open(startFullScreen, { keys: { 'no-such-action': ['x'] } });
	expect(await stage.left).toBe(2);
	expect(write).toHaveBeenCalledTimes(1);
	expect(stage.screen.writes).toEqual([]);
	write.mockRestore();
});
