import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { AppEvent } from '../../../src/core/event.js';
import { emptyEntries } from '../../../src/core/session/entry-list.js';
import { createTakeover } from '../../../src/frontends/interactive/passthrough.js';
import { TAKE_BACK } from '../../../src/terminal/modes.js';
import type { SuspendedTerminal } from '../../../src/terminal/terminal.js';

const commandId = 'you-1';

function desk(suspend: (run: () => Promise<void>) => Promise<void>) {
	const written: string[] = [];
	/** How many read the raw input, and listen for a size. */
	const open = { readers: 0, sizes: 0 };
	const listen = (what: 'readers' | 'sizes') => () => {
		open[what] += 1;
		return () => {
			open[what] -= 1;
		};
	};
	const terminal: SuspendedTerminal = {
		write: (data) => written.push(data),
		readRaw: listen('readers'),
		size: { columns: 80, rows: 24 },
		onResize: listen('sizes'),
	};
	let hear: (event: AppEvent) => void = () => {};
	const app = {
		onEvent(listener: (event: AppEvent) => void) {
			hear = listener;
			return () => {};
		},
		getState: () => ({ entries: emptyEntries }),
		dispatch: () => {},
	} as unknown as App;
	const takeover = createTakeover({
		app,
		shell: { write: () => {}, resize: () => {} },
		suspend: (work) => suspend(() => work(terminal)),
	});
	return {
		takeover,
		written,
		open,
		hear: (event: AppEvent) => hear(event),
		output: (data: string) => hear({ type: 'command-output', commandId, data }),
	};
}

test('Stopping takes the terminal back at once, and once only.', async () => {
	let lent: Promise<void> = Promise.resolve();
	const { takeover, written, open, output } = desk((work) => {
		lent = work();
		return lent;
	});
	output('\x1b[?1049hfull');
	expect(written).toEqual(['\x1b[?1049hfull']);
	expect(open).toEqual({ readers: 1, sizes: 1 });
	takeover.stop();
	expect(written.at(-1)).toBe(TAKE_BACK);
	expect(open).toEqual({ readers: 0, sizes: 0 });
	await lent;
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
