import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { AppEvent } from '../../../src/core/event.js';
import { emptyEntries, lastEntry } from '../../../src/core/session/entries/entry-list.js';
import { reduceCommand, reduceRunCommand } from '../../../src/core/session/entries/user-commands.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { hasKeyboard } from '../../../src/frontends/interactive/interactive-messages.js';
import { Passthrough } from '../../../src/frontends/interactive/passthrough.js';
import type { SuspendedTerminal } from '../../../src/terminal/terminal.js';
import { TAKE_BACK } from '../../../src/terminal/terminal-modes.js';
import { ready } from '../../core/session/play.js';

const commandId = 'you-1';

function desk(
	suspend: (run: () => Promise<void>) => Promise<void>,
	state: Partial<SessionState> = { entries: emptyEntries },
) {
	const written: string[] = [];
	const typed: string[] = [];
	/** How many read the raw input, and listen for a size. */
	const open = { readers: 0, sizes: 0 };
	const listen = (what: 'readers' | 'sizes') => {
		open[what] += 1;
		return () => {
			open[what] -= 1;
		};
	};
	let type: (keys: string) => void = () => {};
	const terminal: SuspendedTerminal = {
		write: (data) => written.push(data),
		readRaw(listener) {
			type = listener;
			return listen('readers');
		},
		size: { columns: 80, rows: 24 },
		onResize: () => listen('sizes'),
	};
	let hear: (event: AppEvent) => void = () => {};
	const app = {
		onEvent(listener: (event: AppEvent) => void) {
			hear = listener;
			return () => {};
		},
		getState: () => state,
		dispatch: () => {},
	} as unknown as App;
	const passthrough = new Passthrough({
		app,
		shell: { write: (_, keys) => typed.push(keys), resize: () => {} },
		suspend: (work) => suspend(() => work(terminal)),
	});
	return {
		passthrough,
		written,
		typed,
		open,
		type: (keys: string) => type(keys),
		hear: (event: AppEvent) => hear(event),
		output: (data: string) => hear({ type: 'command-output', commandId, data }),
	};
}

test('Stopping takes the terminal back at once, and once only.', async () => {
	let suspended: Promise<void> = Promise.resolve();
	const { passthrough, written, open, output } = desk((work) => {
		suspended = work();
		return suspended;
	});
	output('\x1b[?1049hfull');
	expect(written).toEqual(['\x1b[?1049hfull']);
	expect(open).toEqual({ readers: 1, sizes: 1 });
	passthrough.stop();
	expect(written.at(-1)).toBe(TAKE_BACK);
	expect(open).toEqual({ readers: 0, sizes: 0 });
	await suspended;
	expect(written.filter((each) => each === TAKE_BACK)).toHaveLength(1);
});

test('A command that fills the screen while another program has the terminal ends nothing.', async () => {
	let asked = 0;
	const { written, output } = desk(() => {
		asked += 1;
		return Promise.reject(new Error('The terminal is already suspended.'));
	});
	output('\x1b[?1049h');
	// An unhandled rejection would fail this run, and would end the program.
	await new Promise((resolve) => setImmediate(resolve));
	output('\x1b[?1049h');
	expect(asked).toBe(2);
	expect(written).toEqual([]);
});

test('A second command that fills the screen gets it when the first has ended, unless it left its own by then.', async () => {
	const { written, hear } = desk((work) => work());
	const say = (id: string, data: string): void => hear({ type: 'command-output', commandId: `you-${id}`, data });
	const end = (id: string): void =>
		hear({ type: 'command-ended', commandId: `you-${id}`, exit: { code: 0, signal: null } });
	const settled = () => new Promise((resolve) => setImmediate(resolve));
	say('1', '\x1b[?1049hone');
	say('2', '\x1b[?1049htwo');
	say('3', '\x1b[?1049hthree');
	say('2', ' more');
	say('3', '\x1b[?1049l');
	expect(written).toEqual(['\x1b[?1049hone']);
	end('1');
	await settled();
	expect(written.at(-1)).toBe('\x1b[?1049htwo more');
	end('2');
	await settled();
	expect(written.at(-1)).toBe(TAKE_BACK);
	expect(written.join('')).not.toContain('three');
});

test.each(['\x1d', '\x1b[93;5u'])(
	'Keys go to a command that was given the keyboard, until ctrl+] (%j) is pressed.',
	async (back) => {
		const { state } = reduceRunCommand(ready().state, { line: 'read it', isPrivate: false, isWhole: false }, 0);
		const entry = lastEntry(state.entries);
		const id = entry?.kind === 'user-command' ? entry.command.id : '';
		const running = reduceCommand(state, { type: 'command-started', commandId: id, cwd: '/work' }, 1);
		const { passthrough, written, typed, open, type, hear } = desk((work) => work(), running);
		const attached = passthrough.attach(id);
		expect(written.join('')).toContain(hasKeyboard('read it'));
		hear({ type: 'command-output', commandId: id, data: 'name? ' });
		type('ada\r');
		type(back);
		await attached;
		expect(open).toEqual({ readers: 0, sizes: 0 });
		expect(typed).toEqual(['ada\r']);
		expect(written.slice(-2)).toEqual(['name? ', TAKE_BACK]);
	},
);
