import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createClock } from '../../../src/services/clock.js';
import { InputSource } from '../../../src/terminal/input/input-source.js';
import type { TerminalEvent } from '../../../src/terminal/terminal.js';

function open() {
	const stream = new PassThrough();
	const events: TerminalEvent[] = [];
	const source = new InputSource({ stream, clock: createClock(), onEvent: (event) => events.push(event) });
	const keys = (): string => events.map((event) => (event.type === 'key' ? event.key.id : event.type)).join(' ');
	const come = (expected: string): Promise<void> => vi.waitFor(() => expect(keys()).toBe(expected));
	return { stream, source, events, keys, come };
}

test('What is read comes as events, in order, whatever chunks it came in.', async () => {
	const { stream, source, come } = open();
	source.start();
	stream.write('a\x1b[');
	stream.write('A\x1b[<64;1;1M');
	stream.write(Buffer.from('é').subarray(0, 1));
	await sleep(1);
	stream.write(Buffer.from('é').subarray(1));
	stream.end();
	await come('a up mouse é end');
});

test('A key says whether another was read with it.', async () => {
	const { stream, source, events, come } = open();
	source.start();
	stream.write('ab\x1b[I');
	await come('a b focus');
	expect(events.map((event) => event.type === 'key' && event.isFollowed)).toEqual([true, undefined, false]);
});

test('ESC alone is a key when nothing follows; while this program is busy nothing is given up.', async () => {
	const { stream, source, come, keys } = open();
	source.start();
	stream.write('\x1b');
	await come('escape');
	stream.write('\x1b');
	await sleep(1);
	const busyUntil = Date.now() + 60;
	while (Date.now() < busyUntil);
	stream.write('[A');
	await come('escape up');
	await sleep(60);
	expect(keys()).toBe('escape up');
});

/** A source whose timers never end: how long each would be is kept. */
function timed(onEvent: (source: InputSource) => void = () => undefined) {
	const waits: number[] = [];
	const time = { now: 0 };
	const after = (milliseconds: number) => {
		waits.push(milliseconds);
		return () => undefined;
	};
	const stream = new PassThrough();
	const clock = { now: () => time.now, after };
	const source: InputSource = new InputSource({ stream, clock, onEvent: () => onEvent(source) });
	const type = (text: string): void => {
		stream.write(text);
		stream.emit('readable');
	};
	source.start();
	return { source, waits, time, type };
}

test('While an answer may come, ESC waits longer for the rest of it.', () => {
	const { source, waits, time, type } = timed();
	source.expectAnswer();
	type('\x1b');
	time.now = 3000;
	type('\x1b');
	source.stop();
	expect(waits).toEqual([40, 20]);
});

test('Nothing is waited for behind whole keys, nor once a key has stopped the source.', () => {
	const whole = timed();
	whole.type('a\x1b[A');
	const stopped = timed((source) => source.stop());
	stopped.type('a\x1b');
	expect([whole.waits, stopped.waits]).toEqual([[], []]);
});

test('A stopped source takes nothing, and what is typed meanwhile comes when it goes on.', async () => {
	const { stream, source, keys, come } = open();
	source.start();
	stream.write('a');
	await come('a');
	stream.write('\x1b');
	await sleep(1);
	await source.release();
	source.stop();
	stream.write('[b');
	await sleep(40);
	expect(keys()).toBe('a');
	source.start();
	await come('a [ b');
});

test('Raw reading gives the text as it came, and no events.', async () => {
	const { stream, source, keys, come } = open();
	source.start();
	await source.release();
	const raw: string[] = [];
	const stop = source.readRaw((data) => raw.push(data));
	stream.write('x\x1b[A\x1b');
	stream.write(Buffer.from('漢').subarray(0, 2));
	await sleep(1);
	stream.write(Buffer.from('漢').subarray(2));
	await vi.waitFor(() => expect(raw.join('')).toBe('x\x1b[A\x1b漢'));
	expect(keys()).toBe('');
	stop();
	stop();
	source.start();
	stream.write('y');
	await come('y');
});
