import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../../src/core/event.js';
import {
	busy,
	connected,
	effectTypes,
	entries,
	next,
	opened,
	type Play,
	play,
	prompt,
	ready,
	sent,
	starting,
	turnId,
} from '../play.js';

const crash: Extract<AppEvent, { type: 'agent-exited' }> = {
	type: 'agent-exited',
	exit: { code: 3, signal: null, stderrTail: ['panic'], junkLines: 0, expected: false },
	isRestarted: true,
};
const word: AppEvent = { type: 'text', role: 'agent', text: 'so far' };
const due = ({ state }: Play): AppEvent => ({ type: 'restart-due', restartId: state.recovery?.wait?.id ?? 'none' });
const back: AppEvent = { ...opened, resumed: 'resume', isMoreComing: true } as AppEvent;
const sessionReady: AppEvent = { type: 'session-ready' };

/** The agent crashed, and is started again and resumed as soon as it may be. */
const recovered = (from: Play): Play => {
	const crashed = play(from, crash);
	return play(crashed, due(crashed), connected, back, sessionReady);
};

const pauses = (from: Play): number[] =>
	from.effects.flatMap((effect) => (effect.type === 'wait-restart' ? [effect.until] : []));

describe('An agent that crashes', () => {
	test('A prompt on which nothing was seen goes again by itself, and is shown once.', () => {
		const open = recovered(play(busy(), prompt('b')));
		expect(sent(open)).toEqual(['go', 'go']);
		expect(entries(open).filter(({ kind }) => kind === 'user')).toHaveLength(1);
		expect(open.state.queue.map(({ text }) => text)).toEqual(['b']);
		const ended = play(open, { type: 'turn-ended', turnId: turnId(open), reason: 'end_turn' });
		expect(sent(ended)).toEqual(['go', 'go', 'b']);
	});

	test('A prompt of which something was seen does not; what waits behind it is held.', () => {
		const open = recovered(play(busy(), word, prompt('b')));
		expect(sent(open)).toEqual(['go']);
		expect(open.state).toMatchObject({ turn: null, isQueuePaused: true });
		expect(open.state.queue.map(({ text }) => text)).toEqual(['b']);
		expect(sent(play(open, { type: 'queue-resume' }))).toEqual(['go', 'b']);
	});

	describe('A rule for this session', () => {
		const rule = { decision: 'allow', text: 'Edit(**)', kind: 'edit', origin: 'session', isAnsweredHere: true };
		const added = (more = {}): AppEvent => ({ type: 'rule-added', rule: { ...rule, ...more } as never });
		const rules = ({ state }: Play) => state.rules.map(({ text }) => text);
		const before = play(
			busy(),
			word,
			added(),
			added({ text: 'Execute(ls)', endsWithGrant: 'commands' }),
			added({ text: 'Execute(npm publish)', isForTurn: true }),
		);
		const restarted = play(before, { type: 'restart-agent' }, connected);

		test('holds when the agent comes back with it, after a crash or a restart; what the agent or a turn was granted ends.', () => {
			expect(rules(recovered(before))).toEqual(['Edit(**)']);
			expect(rules(play(restarted, back, sessionReady))).toEqual(['Edit(**)']);
		});

		test('ends where a new session, or another one, takes its place.', () => {
			expect(rules(play(restarted, { ...opened, resumed: 'new' } as AppEvent))).toEqual([]);
			const resuming = { ...restarted.state.resuming, sessionId: 'other' } as never;
			const starting = play(before, { type: 'restart-agent' });
			expect(rules(play(starting, { type: 'resume-begun', resuming }, connected, back))).toEqual([]);
			expect(rules(play(before, { type: 'new-session' }))).toEqual([]);
		});
	});

	test('What is sent meanwhile goes as soon as it is back, also where the queue is held.', () => {
		const crashed = play(busy(), word, prompt('b'), crash, prompt('c'));
		const open = play(crashed, due(crashed), connected, back, sessionReady);
		expect(sent(open)).toEqual(['go', 'c']);
	});

	test('A turn that had an answer says how to go on, where the agent is started again by itself.', () => {
		const hintOf = (from: Play) => entries(from).findLast((entry) => entry.kind === 'turn-end')?.failure?.hint;
		expect(hintOf(play(busy(), word, crash))).toMatch(/^Say "continue"/);
		expect(hintOf(play(busy(), crash))).not.toContain('continue');
		const ended: AppEvent = { type: 'agent-exited', exit: crash.exit };
		expect(hintOf(play(busy(), word, ended)) ?? '').not.toContain('continue');
	});

	test('The pauses grow; the fourth crash within five minutes asks.', () => {
		let from = play(busy(), word);
		for (const pause of [500, 2000, 8000]) {
			const crashed = next(from, crash);
			expect(pauses(crashed)).toEqual([crashed.at + pause]);
			from = play(crashed, due(crashed), connected, back, sessionReady);
		}
		const asked = next(from, crash);
		expect(asked.effects).toEqual([]);
		expect(asked.state.recovery).toMatchObject({ isAsked: true });
		const again = next(asked, { type: 'restart-agent' });
		expect(effectTypes(again)).toEqual(['start-agent']);
		expect(again.state.resuming).toMatchObject({ sessionId: 's1' });
		expect(play(again, connected, back, sessionReady, crash).state.recovery).toMatchObject({ isAsked: true });
	});

	const endNotes = (from: Play): string[] =>
		entries(from).flatMap((entry) => (entry.kind === 'note' ? [`${entry.level}: ${entry.title}`] : []));
	const idle = (): Play => {
		const before = play(busy(), word);
		return play(before, { type: 'turn-ended', turnId: turnId(before), reason: 'end_turn' });
	};
	const lost: AppEvent = { ...opened, sessionId: 's2', resumed: 'new' } as AppEvent;
	const failure = { code: 'agent-error' as const, message: 'Fake could not resume the session: gone' };
	test.each<[string, Play, (crashed: Play) => readonly AppEvent[], RegExp]>([
		[
			'resumed',
			idle(),
			(at) => [due(at), connected, back],
			/^warning: The agent exited with code 3, and was started again with its session resumed\.$/,
		],
		[
			'another session',
			idle(),
			(at) => [due(at), connected, lost],
			/^warning: The agent .* 3, and was started again, but could not resume this session: it has a new one/,
		],
		[
			'no session',
			ready(),
			(at) => [due(at), connected, opened],
			/^warning: The agent exited with code 3, and was started again\.$/,
		],
		[
			'refused',
			idle(),
			(at) => [due(at), connected, { type: 'agent-failed', failure }],
			/^error: The agent .* 3; then: Fake could not resume the session: gone$/,
		],
		['stopped', idle(), () => [{ type: 'restart-stop' }], /^error: The agent exited with code 3\.$/],
		['started by the user', idle(), () => [{ type: 'restart-agent' }, connected, back], /^warning: .*resumed\.$/],
	])('While it idles its end is said once, in a sentence with what came of it: %s.', (_, from, then, words) => {
		const crashed = play(from, crash);
		expect(endNotes(crashed)).toEqual([]);
		const after = play(crashed, ...then(crashed));
		expect(endNotes(after)).toEqual([expect.stringMatching(words)]);
		expect(after.state.recovery?.ended).toBeUndefined();
	});

	test('Crashes of more than five minutes ago do not count.', () => {
		const from = recovered(play(busy(), word));
		const later = next({ ...from, at: from.at + 300_000 }, crash);
		expect(pauses(later)).toEqual([later.at + 500]);
	});

	test('A start that fails counts as a crash; the session is not forgotten.', () => {
		const crashed = play(busy(), word, crash);
		const failed = next(play(crashed, due(crashed)), {
			type: 'agent-failed',
			failure: { code: 'agent-handshake', message: 'no' },
		});
		expect(pauses(failed)).toEqual([failed.at + 2000]);
		const begun = play(failed, due(failed));
		expect(begun.state.resuming).toMatchObject({ sessionId: 's1' });
	});

	test('A first start that fails is reported at once.', () => {
		const failed = play(starting(), { type: 'agent-failed', failure: { code: 'agent-exit', message: 'no' } });
		expect(failed.effects).toEqual([]);
		expect(failed.state.recovery).toBeUndefined();
	});

	test('esc stops it; what waited is held, and /restart resumes the session.', () => {
		const stopped = next(play(busy(), crash), { type: 'restart-stop' });
		expect(effectTypes(stopped)).toEqual(['stop-restart']);
		expect(stopped.state).toMatchObject({ isQueuePaused: true, connection: { phase: 'exited' } });
		expect(next(stopped, { type: 'restart-due', restartId: 'restart-1' }).effects).toEqual([]);
		expect(effectTypes(next(stopped, { type: 'restart-agent' }))).toEqual(['start-agent']);
	});

	test('enter does not wait; its timer means nothing afterwards.', () => {
		const crashed = play(busy(), word, crash);
		const begun = next(crashed, { type: 'restart-agent' });
		expect(effectTypes(begun)).toEqual(['stop-restart', 'start-agent']);
		expect(next(begun, due(crashed)).effects).toEqual([]);
	});

	test('/new does not resume: the agent is started for another session.', () => {
		const fresh = next(play(busy(), word, crash), { type: 'new-session' });
		expect(effectTypes(fresh)).toEqual(['start-agent']);
		expect(fresh.state.resuming).toBeUndefined();
		expect(fresh.state.recovery?.wait).toBeUndefined();
	});
});

describe('An agent that cannot start', () => {
	test.each([126, 127])('is not started again by itself where a shell found no program (%i)', (code) => {
		const ended = play(play(busy(), word), { ...crash, exit: { ...crash.exit, code } } as AppEvent);
		expect(pauses(ended)).toEqual([]);
		expect(ended.state.recovery?.isAsked).toBeUndefined();
	});
});
