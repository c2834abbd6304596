import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { ToolEntry } from '../../../src/core/session/entries/entry.js';
import type { Question } from '../../../src/core/session/question.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { isOpenCall } from '../../../src/core/tool-call.js';
import { connected, entries, next, opened, type Play, play, starting } from './play.js';
import { randomEvent } from './random-events.js';

/** The running turn's id where an event says `turn-0`; ids of questions and prompts are made unique, as in the program. */
function fitted(event: AppEvent, state: SessionState, count: number): AppEvent {
	if ('turnId' in event && event.turnId === 'turn-0') return { ...event, turnId: state.turn?.id ?? 'turn-0' };
	if (event.type === 'restart-due') return { ...event, restartId: state.recovery?.wait?.id ?? event.restartId };
	if (event.type === 'question-asked')
		return { ...event, question: { ...event.question, id: `${event.question.id}${count}` } };
	if (event.type === 'answer' || event.type === 'answer-plan' || event.type === 'question-withdrawn') {
		const waiting = state.questions.find((question) => question.id.startsWith(event.questionId));
		return waiting === undefined ? event : { ...event, questionId: waiting.id };
	}
	const waiting = (promptId: string) => state.queue.find(({ id }) => id.startsWith(promptId));
	switch (event.type) {
		case 'prompt':
			return { ...event, prompt: { ...event.prompt, id: `${event.prompt.id}-${count}` } };
		case 'steer': {
			const queued = event.isQueued === true ? waiting(event.prompt.id) : undefined;
			return { ...event, prompt: queued ?? { ...event.prompt, id: `${event.prompt.id}-${count}` } };
		}
		case 'queue-remove':
		case 'queue-merge':
		case 'steering-answered':
			return { ...event, promptId: waiting(event.promptId)?.id ?? event.promptId };
		default:
			return event;
	}
}

function run(events: readonly AppEvent[], check: (before: Play, event: AppEvent, after: Play) => void): Play {
	let current: Play = play(starting('default'), connected, opened);
	events.forEach((given, count) => {
		const event = fitted(given, current.state, count);
		const after = next(current, event);
		check(current, event, after);
		current = after;
	});
	return current;
}

const logs = fc.array(randomEvent(), { maxLength: 60 });

test('Whatever happens, the state is data that can be written down and read again.', () => {
	fc.assert(
		fc.property(logs, (events) => {
			const { state } = run(events, () => {});
			expect(deserialize(serialize(state))).toEqual(state);
		}),
		{ numRuns: 50 },
	);
});

test('Whatever happens: one turn at most, no question lost, entries with ids of their own, nothing thrown.', () => {
	fc.assert(
		fc.property(logs, (events) => {
			const running = new Set<string>();
			run(events, (before, event, after) => {
				const { state, effects } = after;
				// A question goes away by an answer of ours, because the agent took it back, or because it was our own.
				const answered = new Set(
					effects.flatMap((effect) => (effect.type === 'answer-question' ? [effect.questionId] : [])),
				);
				const kept = new Set(state.questions.map((question) => question.id));
				for (const question of before.state.questions) {
					const isWithdrawn = event.type === 'question-withdrawn' && event.questionId === question.id;
					expect(kept.has(question.id) || answered.has(question.id) || isWithdrawn || isOurs(question)).toBe(true);
				}
				expect(kept.size).toBe(state.questions.length);

				// A prompt is sent by an open session only, and only when the turn before is over.
				if (before.state.turn?.id !== state.turn?.id) running.clear();
				for (const effect of effects) {
					if (effect.type !== 'send-prompt') continue;
					expect(running.size).toBe(0);
					expect(effect.sessionId).toBe(state.sessionId);
					running.add(effect.turnId);
				}
				expect(state.turn === null ? 0 : 1).toBe(running.size);
				if (state.turn !== null) expect([...running]).toEqual([state.turn.id]);

				const ids = entries(after).map((entry) => entry.id);
				expect(new Set(ids).size).toBe(ids.length);
				if (state.mode.mode === 'bypassPermissions') expect.unreachable('bypass was never allowed');
			});
		}),
		{ numRuns: 400 },
	);
});

test('When a turn ends, none of its calls is open unless a command of ours still runs in it.', () => {
	fc.assert(
		fc.property(logs, (events) => {
			run(events, (before, event, after) => {
				const { turn } = before.state;
				if (event.type !== 'turn-ended' || turn === null || event.turnId !== turn.id) return;
				const open = entries(after)
					.slice(turn.firstEntry)
					.filter((entry): entry is ToolEntry => entry.kind === 'tool' && isOpenCall(entry.call))
					.filter(({ call }) => !call.terminals.some((terminal) => terminal.ours && terminal.exit === undefined));
				expect(open).toEqual([]);
			});
		}),
		{ numRuns: 300 },
	);
});

test('A prompt is never lost: it is sent, waits, or was taken back.', () => {
	fc.assert(
		fc.property(logs, (events) => {
			run(events, (before, event, after) => {
				const { queue, steering = [] } = before.state;
				const isNew =
					event.type === 'prompt' || (event.type === 'steer' && !queue.some(({ id }) => id === event.prompt.id));
				const waiting = queue.length + (isNew ? 1 : 0);
				const sent = after.effects.filter((effect) => effect.type === 'send-prompt').length;
				const feedback = event.type === 'answer-plan' ? after.state.queue.length + sent - before.state.queue.length : 0;
				// What the agent is being handed stays until it says something.
				const locked = (promptId: string | undefined): boolean =>
					steering.some((each) => each.promptId === promptId && (each.status === 'sent' || each.status === 'waiting'));
				const removed =
					event.type === 'queue-remove' && !locked(event.promptId)
						? queue.filter(({ id }) => id === event.promptId).length
						: 0;
				const first = event.type === 'queue-merge' ? queue.findIndex(({ id }) => id === event.promptId) : -1;
				const second = first < 0 ? undefined : queue[first + 1];
				const merged = second === undefined || locked(second.id) || locked(queue[first]?.id) ? 0 : 1;
				const taken =
					event.type === 'steering-answered' &&
					(event.answer === 'injected' || event.answer === 'startedNewTurn') &&
					steering.some(({ promptId }) => promptId === event.promptId)
						? 1
						: 0;
				// What an agent never took comes back.
				const { turn } = before.state;
				const isEnd = event.type === 'agent-exited' || event.type === 'agent-failed' || event.type === 'turn-failed';
				const lost = [...(turn === null ? [] : [turn.prompt]), ...(turn?.unanswered ?? [])].map(({ id }) => id);
				const back = after.state.queue.filter(({ id }) => !queue.some((one) => one.id === id) && lost.includes(id));
				const returned = isEnd ? back.length : 0;
				expect(after.state.queue.length + sent).toBe(waiting + feedback - removed - merged - taken + returned);
				expect(feedback).toBeLessThanOrEqual(1);
				expect(feedback).toBeGreaterThanOrEqual(0);
			});
		}),
		{ numRuns: 300 },
	);
});

test('The same log gives the same state.', () => {
	fc.assert(
		fc.property(logs, (events) => {
			const first = run(events, () => {});
			expect(run(events, () => {})).toEqual(first);
		}),
		{ numRuns: 60 },
	);
});

function isOurs(question: Question): boolean {
	return !('from' in question) || question.from === 'client';
}
