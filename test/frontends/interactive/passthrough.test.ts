import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { AppEvent } from '../../../src/core/event.js';
import { emptyEntries } from '../../../src/core/session/entry-list.js';
import { createTakeover } from '../../../src/frontends/interactive/passthrough.js';
import { TAKE_BACK } from '../../../src/terminal/modes.js';

const commandId = 'you-1';

function desk(lend: (work: () => Promise<void>) => Promise<void>) {
	const written: string[] = [];
	const raw: boolean[] = [];
	const stdin = Object.assign(new EventEmitter(), {
		read: () => null,
		setRawMode(isRaw: boolean) {
			raw.push(isRaw);
		},
	});
	const stdout = Object.assign(new EventEmitter(), {
		columns: 80,
		rows: 24,
		write(data: string) {
			written.push(data);
			return true;
		},
	});
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
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: stdout as unknown as NodeJS.WriteStream,
		lend,
	});
	return {
		takeover,
		written,
		raw,
		stdin,
		hear: (event: AppEvent) => hear(event),
		output: (data: string) => hear({ type: 'command-output', commandId, data }),
	};
}

test('Stopping takes the terminal back at once, and once only.', async () => {
	let lent: Promise<void> = Promise.resolve();
	const { takeover, written, raw, stdin, output } = desk((work) => {
		lent = work();
		return lent;
	});
	output('\x1b[?1049hfull');
	expect(written).toEqual(['\x1b[?1049hfull']);
	takeover.stop();
	expect(written.at(-1)).toBe(TAKE_BACK);
	expect(raw).toEqual([true, false]);
	await lent;
	expect(written.filter((each) => each === TAKE_BACK)).toHaveLength(1);
	expect(stdin.listenerCount('readable')).toBe(0);
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
