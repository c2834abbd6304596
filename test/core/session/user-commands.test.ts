import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { commandWords, OFFERED_BYTES } from '../../../src/core/session/entries/command-output.js';
import { findCommand, runningCommand } from '../../../src/core/session/entries/user-commands.js';
import { busy, commands, effectTypes, endTurn, entries, next, type Play, play, prompt, ready } from './play.js';

const run = (line: string, parts: { isPrivate?: boolean; isWhole?: boolean } = {}): AppEvent => ({
	type: 'run-command',
	line,
	isPrivate: false,
	isWhole: false,
	...parts,
});

/** The newest command of the user starts, says something, and ends. */
function ran(from: Play, line: string, output: string, code = 0, parts = {}): Play {
	const begun = play(from, run(line, parts));
	const commandId = commands(begun).at(-1)?.id ?? '';
	return play(
		begun,
		{ type: 'command-started', commandId, cwd: '/w' },
		{ type: 'command-output', commandId, data: output },
		{ type: 'command-ended', commandId, exit: { code, signal: null } },
	);
}

function sentCommands(from: Play): readonly string[] {
	return from.effects.flatMap((effect) =>
		effect.type === 'send-prompt' ? (effect.commands ?? []).map(commandWords) : [],
	);
}

describe('A command of the user', () => {
	test('gets a card of its own and ends with its exit, within a turn of the agent too.', () => {
		const from = ran(busy(), 'npm test', 'ok\n', 1);
		expect(commands(from)).toMatchObject([{ line: 'npm test', status: 'failed', share: 'offered' }]);
		expect(from.state.terminals.size).toBe(0);
		expect(from.state.turn?.denied).toBe(0);
	});

	test('runs on when the turn ends or is stopped, and is no word of the agent.', () => {
		const begun = play(busy(), run('sleep 9'));
		const commandId = commands(begun)[0]?.id ?? '';
		const from = play(
			begun,
			{ type: 'command-started', commandId, cwd: '/w' },
			{ type: 'command-output', commandId, data: 'a' },
		);
		expect(from.state.turn?.lastWordAt).toBe(begun.state.turn?.startedAt);
		expect(runningCommand(from.state)?.id).toBe(commandId);
		const over = endTurn(play(from, { type: 'cancel' }), 'cancelled');
		expect(findCommand(over.state, commandId)?.status).toBe('running');
		expect(effectTypes(next(over, { type: 'end-command', commandId }))).toEqual(['end-command']);
		// A cleared transcript and a new session keep what runs visible.
		for (const type of ['clear-transcript', 'new-session'] as const) {
			expect(commands(next(over, { type }))).toMatchObject([{ id: commandId }]);
		}
	});

	test('that could not be started says why, and is not offered.', () => {
		const begun = play(ready(), run('x'));
		const commandId = commands(begun)[0]?.id ?? '';
		const failure = { code: 'could-not-start', message: 'No shell.' } as const;
		const from = next(begun, { type: 'command-failed', commandId, failure });
		expect(findCommand(from.state, commandId)).toMatchObject({ status: 'failed', failure: 'No shell.' });
		expect(sentCommands(next(from, prompt('a')))).toEqual([]);
	});
});

describe('Its output', () => {
	test('goes with the next prompt, once, in order, and the prompt says so.', () => {
		const two = ran(ran(ready(), 'one', '1\r\n'), 'two', '', 3);
		const from = next(two, prompt('a'));
		expect(sentCommands(from)).toEqual([
			'The user ran: one\n(exit code 0; its output:)\n1',
			'The user ran: two\n(exit code 3; no output)',
		]);
		expect(entries(from).find(({ kind }) => kind === 'user')).toMatchObject({
			sentAlong: 'Sent along: output of one · two.',
		});
		expect(sentCommands(next(endTurn(from), prompt('b')))).toEqual([]);
	});

	test.each([
		['private', { isPrivate: true }],
		['of a whole terminal', { isWhole: true }],
	])('stays here when it is %s', (_, parts) => {
		expect(sentCommands(next(ran(ready(), 'x', 'secret', 0, parts), prompt('a')))).toEqual([]);
	});

	test('is kept back, or offered after all, until it was reported.', () => {
		const from = ran(ready(), 'x', 'out');
		const commandId = commands(from)[0]?.id ?? '';
		const kept = play(from, { type: 'share-command', commandId, isPrivate: true });
		expect(sentCommands(next(kept, prompt('a')))).toEqual([]);
		const offered = next(play(kept, { type: 'share-command', commandId, isPrivate: false }), prompt('a'));
		expect(sentCommands(offered)).toHaveLength(1);
		const late = play(offered, { type: 'share-command', commandId, isPrivate: true });
		expect(findCommand(late.state, commandId)?.share).toBe('sent');
	});

	test('waits while the command runs.', () => {
		const begun = play(ready(), run('x'));
		expect(sentCommands(next(begun, prompt('a')))).toEqual([]);
	});

	test('is its newest 16 KB as plain text, and of a row that was overwritten the last word.', () => {
		const from = ran(ready(), 'x', `${'é'.repeat(40_000)}\n\x1b[31mred\x1b[0m\n10%\r50%\r100%\r\n`);
		const [words = ''] = sentCommands(next(from, prompt('a')));
		expect(words).toContain('the end of its output');
		expect(words).toMatch(/é\nred\n100%$/);
		const output = words.slice(words.indexOf('\n', words.indexOf('\n') + 1) + 1);
		expect(new TextEncoder().encode(output).length).toBeLessThanOrEqual(OFFERED_BYTES);
		expect(output).not.toContain('\ufffd');
	});

	test.each([
		['one long row', 'x'.repeat(65_536), 'x'],
		['carriage returns without end', `${'\r'.repeat(65_535)}x`, 'x'],
	])('is settled in one pass, also for %s.', (_, output, last) => {
		const began = performance.now();
		const [words = ''] = sentCommands(next(ran(ready(), 'x', output), prompt('a')));
		expect(words.endsWith(last)).toBe(true);
		// It took seconds; this is far from both.
		expect(performance.now() - began).toBeLessThan(1000);
	});

	test('is offered again when its prompt never reached the agent.', () => {
		const from = next(ran(ready(), 'x', 'out'), prompt('a'));
		const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };
		const lost = next(from, { type: 'agent-exited', exit });
		expect(lost.state.queue.map(({ text }) => text)).toEqual(['a']);
		expect(commands(lost)[0]?.share).toBe('offered');
	});
});

describe('A prompt whose agent ends', () => {
	const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };
	const queued = (from: Play): string[] => from.state.queue.map(({ text }) => text);

	test('before any word on it is the first of what waits, held.', () => {
		const from = next(play(busy('lost'), prompt('later')), { type: 'agent-exited', exit });
		expect(queued(from)).toEqual(['lost', 'later']);
		expect(from.state.isQueuePaused).toBe(true);
		expect(entries(from).at(-1)).toMatchObject({ failure: { hint: expect.stringContaining('waits in the queue') } });
	});

	const text: AppEvent = { type: 'text', role: 'agent', text: 'well' };
	test.each<[string, readonly AppEvent[]]>([
		['answered', [text]],
		['began to work', [{ type: 'tool', patch: { id: 't', title: 'Read' } }]],
		['was stopped', [{ type: 'cancel' }]],
	])('after it %s is not sent twice', (_, events) => {
		expect(queued(next(play(busy('taken'), ...events), { type: 'agent-exited', exit }))).toEqual([]);
	});
});

test('A queued prompt moves by places, and not beyond the ends.', () => {
	const from = play(busy(), prompt('a'), prompt('b'), prompt('c'));
	const queued = (at: Play): string[] => at.state.queue.map(({ text }) => text);
	const move = (promptId: string, by: -1 | 1): AppEvent => ({ type: 'queue-move', promptId, by });
	expect(queued(next(from, move('p-c', -1)))).toEqual(['a', 'c', 'b']);
	expect(queued(next(from, move('p-a', 1)))).toEqual(['b', 'a', 'c']);
	expect(queued(next(from, move('p-a', -1), move('p-c', 1), move('gone', 1)))).toEqual(['a', 'b', 'c']);
});
