import { onTestFinished } from 'vitest';
import { fail, succeed } from '../../src/core/failure.js';
import { startFullScreen } from '../../src/frontends/fullscreen/start-fullscreen.js';
import { startInline } from '../../src/frontends/inline/start-inline.js';
import type { InteractiveOptions, InteractiveSession } from '../../src/frontends/interactive/interactive-options.js';
import { startLinear } from '../../src/frontends/linear/start-linear.js';
import { createWorld, settle, type World } from '../app/world.js';
import { type EmulatedTerminal, emulateTerminal } from '../drive/emulated-terminal.js';
import { fakeAttachments } from './prompt/fake-attachments.js';

/** A session of the interface on a world that the test holds in its hands. */
export function sessionOf({ app }: Pick<World, 'app'>): InteractiveSession {
	return {
		app,
		clipboard: { copy: async () => succeed(null), read: async () => succeed('') },
		browser: { place: 'here', open: async () => true },
		editor: { editText: async () => succeed('edited'), openFile: async () => succeed(undefined) },
		fileViewer: { show: async () => succeed({ path: '/p', isOpened: true }) },
		exports: { write: async () => succeed('/t') },
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
		newCommand: async () => succeed('/c.md'),
		mentions: { embedBytes: 1000 },
	};
}

/** Starts a front end. */
export type Start = (options: InteractiveOptions) => Promise<number>;

/** A front end that runs. */
export type Stage = {
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

export const USUAL_UI: InteractiveOptions['ui'] = {
	theme: 'dark',
	paintBackground: false,
	mouse: true,
	notify: 'off',
	sound: 'off',
	title: false,
	progress: false,
	diff: 'auto',
	glyphs: 'unicode',
	statusLine: [],
	editor: 'emacs',
	motion: 'reduced',
	pictures: 'never',
	diagrams: false,
	column: 100,
	panel: 'auto',
	exit: 'card',
};

/** A front end as the product runs it, on an emulated terminal. It is left when the test ends. */
export async function open(start: Start, options: Partial<InteractiveOptions> = {}): Promise<Stage> {
	const world = createWorld();
	const screen = emulateTerminal({ clock: world.clock, columns: 60, rows: 16, env: { TERM: 'xterm-256color' } });
	const stop = new AbortController();
	const left = start({
		...sessionOf(world),
		terminal: screen.terminal,
		prompt: '',
		sessionSearch: null,
		home: '/home/me',
		env: { TERM: 'xterm-256color', EDITOR: 'ed' },
		ui: USUAL_UI,
		themes: new Map(),
		keys: {},
		releaseNotes: async () => ({ title: 'What is new in 1.0', detail: '- Much.' }),
		settings: {
			look: async () => fail('usage', 'no config here'),
			change: async () => succeed(''),
			trust: async () => succeed({ words: '', mcpServers: [] }),
		},
		saveTheme: async () => succeed('/home/ada/config.json'),
		saveEditor: async () => succeed('/home/ada/config.json'),
		clock: world.clock,
		ids: world.ports.ids,
		decodePicture: async () => null,
		decodePixels: async () => null,
		drawDiagram: async () => null,
		playSound: async () => succeed(undefined),
		runStatusCommand: async () => ({ type: 'stopped' }),
		temporaryFolder: '/tmp',
		stopped: stop.signal,
		onRestore: () => undefined,
		...options,
	});
	onTestFinished(async () => {
		stop.abort(0);
		await left;
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

/** The front ends that show a session to somebody. */
export const starts: readonly (readonly [string, Start])[] = [
	['full screen', startFullScreen],
	['inline', startInline],
	['for screen readers', startLinear],
];
