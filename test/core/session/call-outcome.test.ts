import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { type ToolCallPatch, timeOfCall } from '../../../src/core/tool-call.js';
import { busy, call, endTurn, entries, next, play } from './play.js';

const tool = (patch: Omit<ToolCallPatch, 'id'>): AppEvent => ({ type: 'tool', patch: { id: 'a', ...patch } });
const run = { kind: 'execute', status: 'in_progress' } as const;
const started: AppEvent = { type: 'terminal-started', terminalId: 't', command: 'make', ours: false, toolCallId: 'a' };
const wrote: AppEvent = { type: 'terminal-output', terminalId: 't', data: 'tick\n', toolCallId: 'a' };
const exited = (code: number | null, signal: string | null = null): AppEvent => ({
	type: 'terminal-exited',
	terminalId: 't',
	exit: { code, signal },
	toolCallId: 'a',
});

describe('A command is done only when it ended well, whatever its agent says', () => {
	test.each<[string, readonly AppEvent[], string]>([
		['a code of 0', [tool({ status: 'completed', result: { exitCode: 0 } })], 'completed'],
		['another code', [tool({ status: 'completed', result: { exitCode: 3 } })], 'failed'],
		['a code that comes later', [tool({ status: 'completed' }), tool({ result: { exitCode: 3 } })], 'failed'],
		['a signal', [tool({ status: 'completed', result: { signal: 'SIGTERM' } })], 'cancelled'],
		['a word about a stop', [tool({ status: 'completed', result: { isInterrupted: true } })], 'cancelled'],
		['nothing', [tool({ status: 'completed', result: { output: 'x' } })], 'completed'],
		['its terminal', [started, exited(2), tool({ status: 'completed' })], 'failed'],
		['its terminal, later', [started, tool({ status: 'completed' }), exited(2)], 'failed'],
		[
			'its terminal before the agent',
			[started, exited(0), tool({ status: 'completed', result: { exitCode: 3 } })],
			'completed',
		],
		[
			'a terminal that says nothing',
			[started, exited(null), tool({ status: 'completed', result: { exitCode: 3 } })],
			'failed',
		],
	])('%s', (_, events, status) => {
		expect(call(play(busy(), tool(run), ...events), 'a')?.status).toBe(status);
	});
});

describe('“Stopped” is said when it is so', () => {
	const stopping = next(play(busy(), tool(run), started, wrote), { type: 'cancel' });

	test.each<[string, ToolCallPatch['kind'], Omit<ToolCallPatch, 'id'>, string]>([
		['a failure', 'execute', { status: 'failed' }, 'cancelled'],
		['a command that does not say how it ended', 'execute', { status: 'completed' }, 'cancelled'],
		['a command that ended just before', 'execute', { status: 'completed', result: { exitCode: 0 } }, 'completed'],
		['an edit that was made', 'edit', { status: 'completed' }, 'completed'],
	])('What its agent says then counts: %s', (_, kind, patch, status) => {
		const ended = call(play(busy(), tool({ ...run, kind: kind ?? 'other' }), { type: 'cancel' }, tool(patch)), 'a');
		expect(ended?.status).toBe(status);
		expect(ended).not.toHaveProperty('ending');
	});

	test('With the turn it is over, in doubt where nobody says that its command ended.', () => {
		expect(call(endTurn(stopping, 'cancelled'), 'a')).toMatchObject({ status: 'cancelled', ending: 'unconfirmed' });
		const plain = endTurn(next(play(busy(), tool(run)), { type: 'cancel' }), 'cancelled');
		expect(call(plain, 'a')).not.toHaveProperty('ending');
	});

	test('What goes on after the turn is shown going on, and ends when it ends.', () => {
		const over = endTurn(stopping, 'cancelled');
		const on = next(over, wrote);
		expect(call(on, 'a')).toMatchObject({ status: 'in_progress', ending: 'outlived' });
		expect(call(on, 'a')).not.toHaveProperty('endedAt');
		const done = next(on, exited(0));
		expect(call(done, 'a')).toMatchObject({ status: 'completed', endedAt: done.at });
		expect(call(done, 'a')).not.toHaveProperty('ending');
		expect(call(next(on, exited(3)), 'a')?.status).toBe('failed');
		expect(call(next(on, tool({ status: 'completed' })), 'a')?.status).toBe('completed');
		// The end of another turn has nothing to do with it.
		expect(call(endTurn(busy('next', on)), 'a')).toMatchObject({ status: 'in_progress', ending: 'outlived' });
	});

	test('News that a call is in work takes it up again, output of an ended terminal does not.', () => {
		const over = endTurn(stopping, 'cancelled');
		expect(call(next(over, tool({ status: 'in_progress' })), 'a')).toMatchObject({ ending: 'outlived' });
		expect(call(play(over, exited(null), wrote), 'a')?.status).toBe('cancelled');
	});
});

test('The time that a question stood open is the user’s.', () => {
	const ask = (id: string, toolCallId?: string) =>
		({
			type: 'question-asked',
			question: {
				id,
				kind: 'permission',
				from: 'agent',
				toolCallId,
				because: '',
				askedAt: 0,
				options: [],
				request: { kind: 'execute' },
			},
		}) as unknown as AppEvent;
	const began = play(busy(), tool(run));
	const asked = play(began, ask('q', 'a'), ask('r'));
	const open = call(asked, 'a');
	expect(open === undefined ? null : timeOfCall(open, asked.at + 5000)).toBe(1000);
	const answered = play(
		asked,
		{ type: 'question-withdrawn', questionId: 'q' },
		{ type: 'question-withdrawn', questionId: 'r' },
	);
	const ended = next(answered, tool({ status: 'completed' }));
	expect(call(ended, 'a')).toMatchObject({ askedMs: 2000, endedAt: ended.at });
	expect(call(ended, 'a')).not.toHaveProperty('askedSince');
	expect(ended.state.turn).toMatchObject({ askedMs: 3000 });
	expect(entries(endTurn(ended)).at(-1)).toMatchObject({ kind: 'turn-end', askedMs: 3000 });
	const cut = endTurn(asked);
	expect(entries(cut).at(-1)).toMatchObject({ askedMs: 2000 });
});
