import { expect, test } from 'vitest';
import type { AgentQuirks } from '../../../src/core/agent-info.js';
import type { AppEvent } from '../../../src/core/event.js';
import { grantWords } from '../../../src/core/session/questions/agent-grants.js';
import type { ToolKind } from '../../../src/core/tool-call.js';
import { rule } from '../policy/requests.js';
import { busy, effectTypes, entries, modes, next, openedWith, type Play, play, questionOf } from './play.js';

const KNOWN: Partial<AgentQuirks> = { modeRoles: { asks: 'default', edits: 'acceptEdits', open: ['acceptEdits'] } };
const NO_EDITS: Partial<AgentQuirks> = { modeRoles: { asks: 'default', open: ['auto'] } };

/** The user answered a question about `kind` with the agent's own «always». */
const granted = (quirks: Partial<AgentQuirks>, kind: ToolKind = 'edit', ids: readonly string[] = ['default', 'auto']) =>
	play(
		busy('go', openedWith({ quirks, ...(ids.length === 0 ? {} : { modes: modes('default', ...ids) }) })),
		{
			type: 'question-asked',
			question: questionOf('a1', { request: { source: 'permission', kind, title: 'x', paths: [], diffs: [] } }),
		},
		{ type: 'answer', questionId: 'a1', outcome: { type: 'selected', optionId: 'always' } },
	);
const askAgain: AppEvent = { type: 'ask-again' };
const isSet: AppEvent = { type: 'agent-mode-set', modeId: 'default' };
const asked = (kind: ToolKind): AppEvent => ({
	type: 'decided',
	title: 'x',
	kind,
	verdict: { decision: 'allowed', because: '' },
	source: 'policy',
});
const words = (from: Play): string | null => grantWords(from.state);
const notes = (from: Play): string[] => entries(from).flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));

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

test('An agent that means its mode for edits by it is over it as soon as it took the one that asks.', () => {
	const told = next(granted(KNOWN), askAgain);
	expect(told.effects).toEqual([{ type: 'set-agent-mode', sessionId: 's1', modeId: 'default' }]);
	// Told is not taken.
	expect(words(told)).toBe('allows edits itself');
	expect(words(play(told, isSet))).toBeNull();
	const failure = { code: 'agent-error' as const, message: 'no' };
	expect(words(play(told, { type: 'effect-failed', failure, refusedModeId: 'default' }))).toBe('allows edits itself');
});

test('One that nobody knows has to ask first; until then it says that it was told.', () => {
	const told = play(granted({}), askAgain, isSet);
	expect(words(told)).toBe('was told to ask again');
	expect(words(play(told, asked('execute')))).toBe('was told to ask again');
	expect(words(play(told, asked('edit')))).toBeNull();
});

test.each<[string, Play]>([
	['it keeps rules of its own', granted(NO_EDITS)],
	['it has no modes', granted({}, 'edit', [])],
	['it is about a command', granted(KNOWN, 'execute')],
	['its modes are no permissions', granted({ modesAreNotPermissions: true })],
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
		granted(KNOWN, 'edit', ['default', 'plan']),
		{ type: 'set-mode', mode: 'plan' },
		{ type: 'agent-mode-set', modeId: 'plan' },
	);
	expect(words(planned)).toBe('allows edits itself');
	expect(words(play(planned, { type: 'set-mode', mode: 'default' }, isSet))).toBeNull();
});

test.each<[string, Partial<AgentQuirks>, readonly AppEvent[]]>([
	['by its mode', KNOWN, [askAgain, isSet]],
	['by asking', {}, [askAgain, isSet, asked('edit')]],
])('What was opened at our own client methods ends with an «always» that is taken back, %s.', (_, quirks, events) => {
	const opened = { ...rule('Edit(a.ts)', 'allow', 'session'), endsWithGrant: 'edits' } as const;
	const others = [
		{ ...rule('Execute(ls)', 'allow', 'session'), endsWithGrant: 'commands' } as const,
		rule('Edit(b.ts)', 'allow', 'session'),
	];
	const before = play(
		granted(quirks),
		...[opened, ...others].map((one) => ({ type: 'rule-added' as const, rule: one })),
	);
	expect(before.state.rules).toHaveLength(3);
	expect(play(before, ...events).state.rules).toEqual(others);
});
