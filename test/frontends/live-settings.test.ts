import { expect, test } from 'vitest';
import { ROWS } from '../../src/cli/config/settings.js';
import { isLive } from '../../src/cli/settings/settings-port.js';
import { succeed } from '../../src/core/failure.js';
import type { Setting } from '../../src/core/settings/setting.js';
import { startFullScreen } from '../../src/frontends/fullscreen/start-fullscreen.js';
import type { InteractiveOptions, LiveSettings } from '../../src/frontends/interactive/interactive-options.js';
import { end, send } from '../app/world.js';
import { open, type Stage, USUAL_UI } from './front-end-stage.js';

type Seen = {
	readonly stage: Stage;
	/** Bytes that the terminal was written. */
	readonly written: () => string;
	readonly calls: readonly string[];
};

type Row = {
	readonly before?: Partial<InteractiveOptions['ui']>;
	readonly after:
		| Partial<InteractiveOptions['ui']>
		| { readonly keys: LiveSettings['keys'] }
		| Pick<LiveSettings, 'themes'>;
	readonly options?: Partial<InteractiveOptions>;
	/** Input that makes it seen, before and after. */
	readonly act?: (stage: Stage) => Promise<void>;
	/** Whether it counts: not before the change, and then without a new start. */
	readonly isSeen: (seen: Seen) => boolean;
};

const BACKGROUND = '\x1b]11;rgb:1010/1010/1010\x1b\\';
const PNG = Buffer.concat([
	Buffer.from([
		0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0, 0, 4,
	]),
	Buffer.alloc(9),
]);
const painted = { theme: 'mine', paintBackground: true };
const theme = (background: `#${string}`) =>
	new Map([['mine', { base: 'dark' as const, colors: {}, backgrounds: {}, background }]]);

const away = async (stage: Stage): Promise<void> => {
	await stage.type('\x1b[O');
	await turn(stage);
};
async function turn(stage: Stage): Promise<void> {
	send(stage.world, 'go');
	await stage.play();
	await end(stage.world);
	await stage.play();
}
const agentSays =
	(text: string) =>
	async (stage: Stage): Promise<void> => {
		send(stage.world, 'go');
		await stage.play();
		stage.world.app.dispatch({ type: 'text', role: 'agent', text });
		await end(stage.world);
		await stage.play();
	};
const shows =
	(words: string | RegExp) =>
	({ stage }: Seen): boolean =>
		words instanceof RegExp ? words.test(stage.text()) : stage.text().includes(words);
const writes =
	(data: string) =>
	({ written }: Seen): boolean =>
		written().includes(data);

const rows: Readonly<Record<string, Row>> = {
	'ui.theme': {
		before: { theme: 'nord', paintBackground: true },
		after: { theme: 'dracula' },
		act: ({ type }) => type(BACKGROUND),
		isSeen: writes('\x1b]11;#282a36'),
	},
	'ui.paintBackground': {
		before: { theme: 'nord' },
		after: { paintBackground: true },
		act: ({ type }) => type(BACKGROUND),
		isSeen: writes('\x1b]11;#2e3440'),
	},
	'ui.mouse': {
		before: { mouse: false },
		after: { mouse: true },
		isSeen: ({ stage }) => stage.screen.emulator.modes().mouse,
	},
	'ui.notify': { after: { notify: 'bell' }, act: away, isSeen: writes('\x07') },
	'ui.sound': { after: { sound: '/ding.wav' }, act: away, isSeen: ({ calls }) => calls.includes('sound /ding.wav') },
	'ui.title': { after: { title: true }, act: turn, isSeen: writes('\x1b]2;') },
	'ui.progress': {
		after: { progress: true },
		options: { env: { TERM: 'xterm-256color', WT_SESSION: 'x' } },
		act: turn,
		isSeen: writes('\x1b]9;4;3'),
	},
	'ui.diff': {
		after: { diff: 'split' },
		act: async ({ world, screen, play }) => {
			screen.resize(110, 24);
			const content = [{ type: 'diff' as const, path: '/w/a.ts', oldText: 'one\n', newText: 'two\n' }];
			world.app.dispatch({
				type: 'tool',
				patch: { id: 't', title: 'Edit', kind: 'edit', status: 'completed', content },
			});
			await play();
		},
		isSeen: shows(/one .*two/),
	},
	'ui.column': {
		after: { column: 40 },
		act: agentSays(`${'x'.repeat(24)} ${'y'.repeat(14)}`),
		isSeen: shows(/x{24}\s*\n\s*y/),
	},
	'ui.panel': {
		before: { panel: 'never' },
		after: { panel: 'auto' },
		act: (stage) => {
			stage.screen.resize(140, 30);
			return turn(stage);
		},
		isSeen: shows('│ Sandbox'),
	},
	'ui.motion': {
		after: { motion: 'full' },
		act: async ({ world, play }) => {
			if (world.app.getState().turn === null) send(world, 'go');
			await play(100);
		},
		isSeen: shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/),
	},
	'ui.pictures': {
		after: { pictures: 'auto' },
		options: {
			env: { TERM: 'xterm-256color', COLORTERM: 'truecolor' },
			decodePixels: async () => ({ width: 4, height: 4, data: new Uint8Array(64).fill(255) }),
		},
		act: async ({ world, play }) => {
			const image = { type: 'image' as const, mimeType: 'image/png', data: PNG.toString('base64'), bytes: PNG.length };
			world.app.dispatch({ type: 'block', role: 'agent', block: image });
			await play();
		},
		isSeen: shows('▀▀'),
	},
	'ui.diagrams': {
		after: { diagrams: true },
		options: { drawDiagram: async () => [['DRAWN']] },
		act: agentSays('```mermaid\ngraph TD\n```\n'),
		isSeen: shows('DRAWN'),
	},
	'ui.glyphs': {
		after: { glyphs: 'ascii' },
		isSeen: ({ stage }) => !stage.screen.emulator.lines().join().includes('─'),
	},
	'ui.statusLine': { after: { statusLine: { command: 'line' } }, isSeen: shows('said by line') },
	'ui.editor': { after: { editor: 'vim' }, isSeen: shows(/INSERT|NORMAL/) },
	'ui.exit': { after: { exit: 'line' }, isSeen: ({ calls }) => calls.includes('exit line') },
	keys: { after: { keys: { help: ['f9'] } }, act: ({ type }) => type('\x1b[20~'), isSeen: shows('Keys') },
	themes: {
		before: painted,
		after: { themes: theme('#abcdef') },
		options: { themes: theme('#123456') },
		act: ({ type }) => type(BACKGROUND),
		isSeen: writes('\x1b]11;#abcdef'),
	},
};

const setting = (key: string): Setting => ({
	key,
	group: 'All',
	about: 'What it is.',
	kind: 'flag',
	choices: [],
	value: '',
	source: 'default',
	written: { user: null, project: null },
	isLive: true,
});

/** A front end whose `/config` has one setting, of which any change leads to `after`. */
async function configurable(key: string, { before, after, options = {} }: Row) {
	const calls: string[] = [];
	let live: LiveSettings = {
		ui: { ...USUAL_UI, ...before },
		keys: options.keys ?? {},
		themes: options.themes ?? new Map(),
	};
	const stage = await open(startFullScreen, {
		...options,
		...live,
		settings: {
			look: async () => succeed({ settings: [setting(key)], waiting: [], files: { user: '/u', project: '/p' }, live }),
			async change() {
				live = key.startsWith('ui.') ? { ...live, ui: { ...live.ui, ...after } } : { ...live, ...after };
				return succeed('done');
			},
			trust: async () => succeed({ words: '', mcpServers: [] }),
		},
		configured: ({ ui }) => calls.push(`exit ${ui.exit}`),
		async playSound(sound) {
			calls.push(`sound ${String(sound)}`);
			return succeed(undefined);
		},
		runStatusCommand: async (command) => ({
			type: 'exited',
			code: 0,
			signal: null,
			stdout: `said by ${command}`,
			stderr: '',
		}),
	});
	const change = async (): Promise<void> => {
		await stage.type(`/config ${key}\r`);
		await stage.type('\r');
		// The first closes the search.
		for (let times = 0; times < 2; times += 1) {
			await stage.type('\x1b');
			await stage.play(1000);
		}
	};
	return { stage, calls, change };
}

test('every setting that is said to count at once has a row below', () => {
	const names = ROWS.map(({ path }) => path.join('.'));
	expect(Object.keys(rows).sort()).toEqual(names.filter(isLive).sort());
	expect(names.filter((name) => name.startsWith('ui.') && !isLive(name))).toEqual(['ui.screen']);
});

test.each(Object.entries(rows))('%s counts as soon as /config has changed it', async (key, row) => {
	const { stage, calls, change } = await configurable(key, row);
	const seen = { stage, calls, written: () => stage.screen.writes.join('') };
	await row.act?.(stage);
	expect(row.isSeen(seen)).toBe(false);
	await stage.type('\x15');
	await change();
	await row.act?.(stage);
	await stage.play();
	expect(row.isSeen(seen)).toBe(true);
});
