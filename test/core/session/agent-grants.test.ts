import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { grantsAfterRestart, grantWords } from '../../../src/core/session/questions/agent-grants.js';
import type { ToolKind } from '../../../src/core/tool-call.js';
import { rule } from '../policy/requests.js';
import { busy, effectTypes, modes, next, notes, openedWith, type Play, play, questionOf } from './play.js';

/** Modes by what is known of them: one that asks and one for edits; one that asks; none at all. */
const KNOWN = ['default', 'acceptEdits'];
const NO_EDITS = ['default', 'auto'];
const OTHERS = ['default-effort', 'high'];

/** The user answered a question about `kind` with the agent's own «always». */
const granted = (ids: readonly string[], kind: ToolKind = 'edit') =>
	play(
		busy('go', openedWith(ids.length === 0 ? {} : { modes: modes(ids[0] ?? '', ...ids) })),
		{
			type: 'question-asked',
			question: questionOf('a1', { request: { source: 'permission', kind, title: 'x', paths: [], diffs: [] } }),
		},
		{ type: 'answer', questionId: 'a1', outcome: { type: 'selected', optionId: 'always' } },
	);
const askAgain: AppEvent = { type: 'ask-again' };
const isSet: AppEvent = { type: 'agent-mode-set', modeId: 'default' };
const isAct: AppEvent = { type: 'agent-mode-set', modeId: 'act' };
const asked = (kind: ToolKind): AppEvent => ({
	type: 'decided',
	title: 'x',
	kind,
	verdict: { decision: 'allowed', because: '' },
	source: 'policy',
});
const words = (from: Play): string | null => grantWords(from.state);

test.each<[ToolKind, string]>([
	['edit', 'allows edits itself'],
	['move', 'allows edits itself'],
	['execute', 'allows some commands itself'],
	['fetch', 'allows some tools itself'],
	['other', 'allows some tools itself'],
])('An «always» about %s that the agent keeps is seen, and said once.', (kind, expected) => {
	const from = granted(KNOWN, kind);
	expect(words(from)).toBe(expected);
	expect(notes(from)).toEqual([expect.stringContaining('keeps this by itself')]);
});

test('A command that runs unasked shows that an «always» about edits is about more.', () => {
	const action = { title: 'touch x', about: 'commands', decision: 'ask', because: '', isInPlan: false } as const;
	expect(words(play(granted(KNOWN), { type: 'unasked', action }))).toBe('allows edits and some commands itself');
	expect(words(play(granted(KNOWN), { type: 'unasked', action }, askAgain, isSet))).toBeNull();
});

test('One that nobody knows has to ask first; until then it says that it was set to.', () => {
	const afterReset = play(granted(['act', 'plan']), askAgain, isAct);
	expect(words(afterReset)).toBe('was set to ask again');
	expect(words(play(afterReset, asked('execute')))).toBe('was set to ask again');
	expect(words(play(afterReset, asked('edit')))).toBeNull();
});

test.each<[string, Play]>([
	['it keeps rules of its own', granted(NO_EDITS)],
	['it has no modes', granted([])],
	['it is about a command', granted(KNOWN, 'execute')],
	['its modes are no permissions', granted(OTHERS)],
])('Where %s, only a new session ends it.', (_, from) => {
	const after = next(from, askAgain);
	expect(effectTypes(after)).toEqual([]);
	expect(words(after)).toBe(words(from));
	expect(notes(after).at(-1)).toContain('until its session ends');
	const opened = { type: 'session-opened' as const, sessionId: 's2', modes: null, options: [] };
	expect(words(play(after, { type: 'new-session' }, opened))).toBeNull();
});

test('Choosing one of our modes that asks takes it back as well, through another mode of the agent too.', () => {
	for (const mode of ['default', 'acceptEdits'] as const) {
		const after = next(granted(KNOWN), { type: 'set-mode', mode });
		expect(after.effects).toEqual([{ type: 'set-agent-mode', sessionId: 's1', modeId: 'default' }]);
		expect(words(play(after, isSet))).toBeNull();
	}
	const planned = play(
		granted(['default', 'acceptEdits', 'plan']),
		{ type: 'set-mode', mode: 'plan' },
		{ type: 'agent-mode-set', modeId: 'plan' },
	);
	expect(words(planned)).toBe('allows edits itself');
	expect(words(play(planned, { type: 'set-mode', mode: 'default' }, isSet))).toBeNull();
});

test.each<[string, readonly string[], readonly AppEvent[]]>([
	['by its mode', KNOWN, [askAgain, isSet]],
	['by asking', ['act', 'plan'], [askAgain, isAct, asked('edit')]],
])('What was opened at our own client methods ends with an «always» that is taken back, %s.', (_, ids, events) => {
	const opened = { ...rule('Edit(a.ts)', 'allow', 'session'), endsWithGrant: 'edits' } as const;
	const others = [
		{ ...rule('Execute(ls)', 'allow', 'session'), endsWithGrant: 'commands' } as const,
		rule('Edit(b.ts)', 'allow', 'session'),
	];
	const before = play(granted(ids), ...[opened, ...others].map((one) => ({ type: 'rule-added' as const, rule: one })));
	expect(before.state.rules).toHaveLength(3);
	expect(play(before, ...events).state.rules).toEqual(others);
});

describe('An agent that went into another mode of its own with an «always»', () => {
	const into = (ids: readonly string[], to: string) => play(granted(ids), { type: 'agent-mode', modeId: to });

	test.each([
		['is known to ask less', ['normal', 'auto-low', 'auto-high'], 'auto-low'],
		['says nothing of what it allows', ['one', 'two', 'plan'], 'two'],
	])('is set back to the one in which it asked, where the new one %s.', (_, ids, to) => {
		const afterReset = next(into(ids, to), askAgain);
		expect(afterReset.effects).toEqual([{ type: 'set-agent-mode', sessionId: 's1', modeId: ids[0] }]);
		expect(words(into(ids, to))).toBe('allows edits itself');
		expect(words(play(afterReset, { type: 'agent-mode-set', modeId: ids[0] ?? '' }))).toBe('was set to ask again');
	});

	test('is believed to ask again also where it says that it is back before it answers.', () => {
		const afterReset = play(into(['normal', 'auto-low', 'auto-high'], 'auto-low'), askAgain);
		const back = play(
			afterReset,
			{ type: 'agent-mode', modeId: 'normal' },
			{ type: 'agent-mode-set', modeId: 'normal' },
		);
		expect(words(back)).toBe('was set to ask again');
	});

	test('does not ask again while it is in that mode, whatever was said to it.', () => {
		const from = into(['one', 'two', 'plan'], 'two');
		const afterReset = { ...from, state: { ...from.state, agentGrants: grantsAfterRestart(from.state) } };
		expect(words(afterReset)).toBe('allows edits itself');
		expect(words(play(afterReset, { type: 'agent-mode', modeId: 'one' }))).toBe('was restarted and may ask again');
	});

	test('is kept from it when its session is resumed after a crash.', () => {
		const again = next(into(['normal', 'auto-low'], 'auto-low'), {
			type: 'session-opened',
			sessionId: 's1',
			modes: modes('auto-low', 'normal', 'auto-low'),
			options: [],
			resumed: 'resume',
		});
		expect(again.effects).toContainEqual({ type: 'set-agent-mode', sessionId: 's1', modeId: 'normal' });
	});
});
