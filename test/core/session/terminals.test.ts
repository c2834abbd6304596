import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { appendOutput } from '../../../src/core/session/entries/reduce-terminals.js';
import { TERMINAL_TAIL_CHARS } from '../../../src/core/tool-call.js';
import { busy, call, calls, endTurn, type Play, play } from './play.js';
import { exited, shows, started, tool } from './terminal-events.js';

const output = (terminalId: string, data: string, toolCallId?: string): AppEvent => ({
	type: 'terminal-output',
	terminalId,
	data,
	...(toolCallId === undefined ? {} : { toolCallId }),
});
const released = (terminalId: string): AppEvent => ({ type: 'terminal-released', terminalId });

describe('Terminals', () => {
	test('Of ours an agent’s own words change nothing: neither output, nor end, nor whose it is.', () => {
		const shown = play(
			busy(),
			shows('c', 't'),
			started('t'),
			output('t', 'a'),
			output('t', 'forged', 'c'),
			exited('t', 0, 'c'),
			started('t', { ours: false, toolCallId: 'c' }),
		);
		const [terminal] = call(shown, 'c')?.terminals ?? [];
		expect(terminal).toMatchObject({ output: 'a', ours: true });
		expect(terminal?.exit).toBeUndefined();
	});

	test.each([
		['named in the content', shows('c', 'c')],
		['named in no content', tool({ id: 'c', kind: 'read' })],
	])('Those that exist in `_meta` alone show in their card, %s.', (_, announce) => {
		const shown = play(
			busy(),
			announce,
			started('c', { ours: false, toolCallId: 'c' }),
			output('c', 'one', 'c'),
			output('c', 'two', 'c'),
			exited('c', 0, 'c'),
		);
		expect(call(shown, 'c')?.terminals).toMatchObject([{ output: 'onetwo', ours: false, exit: { code: 0 } }]);
		expect(shown.state.terminals.size).toBe(0);
	});

	test.each<[string, readonly AppEvent[], (from: Play) => Play, object]>([
		[
			'ours, released',
			[started('t'), output('t', 'x'), exited('t', 0)],
			(from) => play(from, released('t')),
			{ status: 'completed', title: 'npm test' },
		],
		['ours, exited with an error', [started('t'), exited('t', 1)], endTurn, { status: 'failed' }],
		['ours, killed by its release', [started('t')], (from) => play(from, released('t')), { status: 'cancelled' }],
		['the agent’s own', [output('t', 'x')], endTurn, { status: 'cancelled' }],
	])('One that no call names gets a card of its own: %s.', (_, events, finish, expected) => {
		const shown = finish(play(busy(), ...events));
		expect(calls(shown)).toMatchObject([{ kind: 'execute', terminals: [{ id: 't' }], ...expected }]);
		expect(shown.state.terminals.size).toBe(0);
	});

	test('One of ours that outlives the turn unnamed is shown when it exits.', () => {
		const over = endTurn(play(busy(), started('t')));
		expect(calls(over)).toEqual([]);
		expect(calls(play(over, exited('t')))).toMatchObject([{ status: 'completed' }]);
	});
});

test('Output is kept whole to twice its bound, then its end is, from the start of a line where one is near.', () => {
	const [view] = call(play(busy(), started('t'), shows('c', 't')), 'c')?.terminals ?? [];
	if (view === undefined) throw new Error('no terminal');
	const most = 2 * TERMINAL_TAIL_CHARS;
	const full = appendOutput(view, 'x'.repeat(most));
	expect([full.output.length, full.outputStart]).toEqual([most, 0]);
	const trimmed = appendOutput(full, 'y');
	expect([trimmed.output.length, trimmed.outputStart]).toEqual([TERMINAL_TAIL_CHARS, TERMINAL_TAIL_CHARS + 1]);
	// A line break among the first 4,096 characters that are left begins what is kept, one behind them does not.
	for (const [at, isNear] of [
		[0, true],
		[4095, true],
		[4096, false],
	] as const) {
		const tail = `${'z'.repeat(at)}\n`.padEnd(TERMINAL_TAIL_CHARS, 'y');
		const { output: kept } = appendOutput(full, tail);
		expect(kept.length).toBe(TERMINAL_TAIL_CHARS - (isNear ? at + 1 : 0));
	}
});
