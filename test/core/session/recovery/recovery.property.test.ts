import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../../src/core/event.js';
import { connected, entries, opened, type Play, play, prompt, starting } from '../play.js';

/** What may happen, in any order; the timer and the agent's answers follow what the state waits for. */
type Move = 'crash' | 'fails' | 'due' | 'esc' | 'enter' | 'prompt' | 'new' | 'says' | 'ends' | 'goes on' | 'forgets';
const MOVES: readonly Move[] = [
	...(['crash', 'fails', 'due', 'esc', 'enter', 'prompt', 'new', 'says', 'ends'] as const),
	...(['goes on', 'goes on', 'goes on', 'forgets'] as const),
];

const crash: AppEvent = {
	type: 'agent-exited',
	exit: { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false },
	isRestarted: true,
};

/** The next thing that an agent does which is as it should be. */
function progress({ state }: Play, resumed: 'resume' | 'new'): readonly AppEvent[] {
	switch (state.connection.phase) {
		case 'starting':
			return [connected];
		case 'opening':
			return [
				{ ...opened, isMoreComing: true, ...(state.resuming === undefined ? {} : { resumed }) } as AppEvent,
				{ type: 'session-ready' },
			];
		default:
			return [];
	}
}

function eventsOf(move: Move, from: Play, count: number): readonly AppEvent[] {
	const { state } = from;
	const { phase } = state.connection;
	const isRunning = phase === 'opening' || phase === 'ready';
	switch (move) {
		case 'crash':
			return isRunning ? [crash] : [];
		case 'fails':
			return phase === 'starting'
				? [{ type: 'agent-failed', failure: { code: 'agent-handshake', message: 'no' } }]
				: [];
		case 'due':
			return [{ type: 'restart-due', restartId: state.recovery?.wait?.id ?? 'restart-9' }];
		case 'esc':
			return [{ type: 'restart-stop' }];
		case 'enter':
			return phase === 'exited' || phase === 'failed' ? [{ type: 'restart-agent' }] : [{ type: 'queue-resume' }];
		case 'prompt':
			return [prompt(`p${count}`)];
		case 'new':
			return [{ type: 'new-session' }];
		case 'says':
			return state.turn === null ? [] : [{ type: 'text', role: 'agent', text: 'word' }];
		case 'ends':
			return state.turn === null ? [] : [{ type: 'turn-ended', turnId: state.turn.id, reason: 'end_turn' }];
		case 'goes on':
			return progress(from, 'resume');
		case 'forgets':
			return progress(from, 'new');
	}
}

test('In any order of crashes, starts, keys and prompts: no prompt is lost or sent again once it was answered.', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 40 }), (moves) => {
			let from = starting();
			const answered = new Set<string>();
			let written = 0;
			moves.forEach((move, count) => {
				for (const event of eventsOf(move, from, count)) {
					if (event.type === 'prompt') written += 1;
					const before = from;
					from = play(from, event);
					const { state } = from;
					if (event.type === 'text' && before.state.turn !== null) answered.add(before.state.turn.prompt.id);
					const isSent = state.turn !== null && state.turn.id !== before.state.turn?.id;
					if (isSent) expect(answered.has(state.turn?.prompt.id ?? '')).toBe(false);
					// Nothing runs, waits or is asked without an agent that could answer.
					const isGone = state.connection.phase === 'exited' || state.connection.phase === 'failed';
					if (isGone) expect(state).toMatchObject({ turn: null, sessionId: null, questions: [] });
					if (state.recovery?.wait !== undefined) expect(isGone).toBe(true);
					if (state.recovery?.isAsked === true) expect(state.recovery.wait).toBeUndefined();
					const waiting = state.queue.map(({ id }) => id);
					expect(waiting).toEqual([...new Set(waiting)]);
				}
			});
			const ids = new Set([
				...from.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.prompt.id] : [])),
				...from.state.queue.map(({ id }) => id),
			]);
			expect(ids.size).toBe(written);
			expect(entries(from).filter((entry) => 'isStreaming' in entry && entry.isStreaming && !from.state.turn)).toEqual(
				[],
			);
			// Whatever happened: it can be brought back by enter and an agent that works.
			if (from.state.turn !== null) return;
			from = play(from, ...eventsOf('enter', from, 0));
			for (let step = 0; step < 3; step += 1) from = play(from, ...progress(from, 'resume'));
			expect(from.state.connection.phase).toBe('ready');
		}),
		{ numRuns: 300 },
	);
});
