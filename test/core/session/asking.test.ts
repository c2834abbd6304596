import { expect, test } from 'vitest';
import type { AskingRecord, UnaskedAction } from '../../../src/core/asking.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import type { AgentSandbox } from '../../../src/core/sandbox/sandbox.js';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import { askingAbout, askingOf, isNotAsking } from '../../../src/core/session/questions/asking.js';
import type { ToolKind } from '../../../src/core/tool-call.js';
import { busy, entries, infoOf, modes, next, notes, opened, type Play, play, questionOf, starting } from './play.js';

type Known = { mode?: Mode; before?: AskingRecord };

const session = ({ mode = 'default', before = {} }: Known = {}): Play =>
	next(starting(mode, true), { type: 'agent-connected', info: infoOf(), asking: before }, opened);

const unasked = (parts: Partial<UnaskedAction> = {}): AppEvent => ({
	type: 'unasked',
	action: {
		title: 'Edit a.ts',
		about: 'edits',
		decision: 'ask',
		because: 'edits are asked about',
		isInPlan: false,
		...parts,
	},
});
const decided = (kind: ToolKind): AppEvent => ({
	type: 'decided',
	title: 'x',
	kind,
	verdict: { decision: 'denied', because: 'no' },
	source: 'policy',
});
const asked = (kind: ToolKind): AppEvent => ({
	type: 'question-asked',
	question: questionOf('a1', { request: { source: 'permission', kind, title: 'x', paths: [], diffs: [] } }),
});
/** Beside what is said of an agent of which nothing is known. */
const unaskedNotes = (from: Play): string[] => notes(from).filter((title) => !title.includes('may act without asking'));
const stored = (from: Play) =>
	from.effects.flatMap((effect) => (effect.type === 'store-asking' ? [effect.record] : []));

test.each<[ToolKind, AskingRecord]>([
	['edit', { edits: 'asks' }],
	['delete', { edits: 'asks' }],
	['move', { edits: 'asks' }],
	['execute', { commands: 'asks' }],
	['read', {}],
	['search', {}],
	['fetch', {}],
	['think', {}],
	['switch_mode', {}],
	['other', {}],
])('A question or a decision about %s teaches %j.', (kind, record) => {
	for (const event of [asked(kind), decided(kind)]) {
		const after = next(busy('go', session()), event);
		expect(after.state.asking.now).toEqual(record);
		expect(stored(after)).toEqual(Object.keys(record).length === 0 ? [] : [record]);
		expect(stored(next(after, event))).toEqual([]);
	}
});

test('What was done unasked is learned, kept and reported once; the mark stands in every mode that would have asked.', () => {
	const recorded = next(busy('go', session()), unasked());
	expect(stored(recorded)).toEqual([{ edits: 'doesNotAsk' }]);
	expect(unaskedNotes(recorded)).toEqual(['Fake did this without asking: Edit a.ts']);
	const again = next(recorded, unasked({ title: 'Edit b.ts' }));
	expect(unaskedNotes(again)).toHaveLength(1);
	expect(again.state.asking).toMatchObject({ unaskedCount: 2, now: { edits: 'doesNotAsk' } });
	for (const mode of ['default', 'acceptEdits', 'plan'] as const)
		expect(isNotAsking(next(again, { type: 'set-mode', mode }).state)).toBe(true);
	expect(isNotAsking(next(again, { type: 'set-mode', mode: 'bypassPermissions' }).state)).toBe(false);
});

test('What the bundled agent shows is no word on the next session.', () => {
	const begun = busy('go', session());
	const { state } = begun;
	const launch = { ...state.profile.launch, isBundled: true } as const;
	const bundled = { ...begun, state: { ...state, profile: { ...state.profile, launch } } };
	expect(stored(next(bundled, unasked()))).toEqual([]);
});

test.each<[what: string, known: Known, edits: string, commands: string, warns: RegExp | null]>([
	['nothing is known', {}, 'unknown', 'unknown', /^This agent may act without asking\. /],
	['it asked before', { before: { edits: 'asks' } }, 'asks', 'unknown', null],
	[
		'it did not ask before',
		{ before: { commands: 'doesNotAsk' } },
		'unknown',
		'doesNotAsk',
		/ran commands without asking in an earlier session/,
	],
])('At the start, when %s.', (_, known, edits, commands, warns) => {
	for (const mode of ['default', 'acceptEdits', 'plan'] as const) {
		const from = session({ ...known, mode });
		expect([askingAbout(from.state, 'edits'), askingAbout(from.state, 'commands')]).toEqual([edits, commands]);
		expect(isNotAsking(from.state)).toBe(warns !== null);
		expect(notes(from)).toEqual(warns === null ? [] : [expect.stringMatching(warns)]);
		if (warns !== null && mode === 'plan') expect(notes(from)[0]).toContain('Plan mode does not stop it.');
	}
});

test.each<[string, Mode, Partial<SessionSandbox>, string | undefined]>([
	[
		'with nothing that holds it',
		'plan',
		{},
		'/agent sets a sandbox that prevents it · /undo puts back what a turn changes',
	],
	['in a fence', 'default', { agent: 'fence' }, '/undo puts back what a turn changes'],
	['in plan mode in a fence', 'plan', { agent: 'fence', enforcement: 'enforced' }, undefined],
	['in one that failed', 'plan', { agent: 'fence', enforcement: 'watched' }, '/undo puts back what a turn changes'],
	['in a shadow', 'plan', { agent: 'shadow' }, '/changes shows what waits to be applied'],
])('What it changes can be put back, where it can change anything: %s.', (_, mode, change, hint) => {
	const held = play(starting(mode), { type: 'sandbox-changed', change });
	const from = next(held, { type: 'agent-connected', info: infoOf(), asking: {} }, opened);
	expect(entries(from).flatMap((entry) => (entry.kind === 'note' ? [entry.hint] : []))).toEqual([hint]);
});

test.each<[string, Mode, AgentSandbox]>([
	['plan mode', 'plan', 'watch'],
	['a fence', 'default', 'fence'],
	['a shadow', 'default', 'shadow'],
])('What is remembered of an agent is not taken back in %s, where it cannot act by itself.', (_, mode, agent) => {
	const held = play(session({ mode, before: { edits: 'doesNotAsk' } }), { type: 'sandbox-changed', change: { agent } });
	const asks = next(busy('go', held), decided('edit'));
	expect(stored(asks)).toEqual([]);
	const more = next(asks, decided('execute'));
	expect(stored(more)).toEqual([{ edits: 'doesNotAsk', commands: 'asks' }]);
	expect(askingOf(more.state)).toBe('doesNotAsk');
});

test('An edit that only waits is not reported; a command that was kept is, once, with what kept it.', () => {
	const from = busy('go', session({ mode: 'plan' }));
	expect(unaskedNotes(next(from, unasked({ kept: 'shadow' })))).toEqual([]);
	const command = unasked({ about: 'commands', title: 'make', decision: 'deny', isInPlan: true, kept: 'fence' });
	expect(unaskedNotes(next(from, command, command))).toEqual(['Fake did this without asking: make']);
});

test.each<[AgentSandbox, string, string | undefined]>([
	['watch', 'acp-tui shows what it does unasked, but cannot prevent it.', undefined],
	['fence', 'Its sandbox keeps the workspace from being changed while plan mode is on.', undefined],
	['shadow', 'What it changes is not in the workspace until it is applied.', '/changes shows what waits to be applied'],
])('What was run unasked in a sandbox “%s” says what holds it.', (agent, detail, hint) => {
	const from = busy('go', play(session(), { type: 'sandbox-changed', change: { agent } }));
	const noted = entries(next(from, unasked({ about: 'commands', title: 'make' }))).at(-1);
	expect(noted).toMatchObject({ title: 'Fake did this without asking: make', detail });
	expect(noted).toHaveProperty(hint === undefined ? 'kind' : 'hint', hint ?? 'note');
});

test('What the user allowed the agent for longer, in its own words or by a mode of its own, is not learned for good.', () => {
	const answered = next(busy('go', session()), asked('edit'), {
		type: 'answer',
		questionId: 'a1',
		outcome: { type: 'selected', optionId: 'always' },
	});
	const silent = next(answered, unasked());
	expect(stored(silent)).toEqual([]);
	expect(isNotAsking(next(silent, unasked({ about: 'commands', title: 'touch x' })).state)).toBe(false);
	expect(stored(next(silent, unasked({ about: 'commands', title: 'touch x' })))).toEqual([]);
	expect(silent.state.asking).toMatchObject({ unaskedCount: 1, now: { edits: 'asks' } });
	const loose = play(
		next(
			starting(),
			{ type: 'agent-connected', info: infoOf() },
			{ type: 'session-opened', sessionId: 's1', modes: modes('ask', 'ask', 'yolo'), options: [] },
		),
		{ type: 'set-agent-mode', modeId: 'yolo' },
		{ type: 'agent-mode-set', modeId: 'yolo' },
	);
	expect(stored(next(loose, unasked()))).toEqual([]);
	const bypassed = play(session(), { type: 'set-mode', mode: 'bypassPermissions' });
	expect(stored(next(bypassed, unasked({ rule: 'user rule Edit(**)', decision: 'deny' })))).toEqual([]);
});

test.each<[string, Partial<UnaskedAction>, RegExp]>([
	[
		'a deny rule',
		{ decision: 'deny', rule: 'command line rule Edit(**)' },
		/^Done although .*Edit\(\*\*\) denies it: Edit a\.ts$/,
	],
	[
		'plan mode, by a command',
		{ decision: 'deny', about: 'commands', title: 'make', isInPlan: true },
		/^Run while plan mode is on: make$/,
	],
])('Breaking %s has words of its own, each time.', (_, parts, words) => {
	const twice = next(busy('go', session()), unasked(parts), unasked(parts));
	expect(unaskedNotes(twice)).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
});

test('A refusal that was not heeded, by whomever, is reported and not learned.', () => {
	const after = next(
		busy('go', session()),
		unasked({ decision: 'deny', rule: 'user rule Edit(a.ts)', isRefused: true }),
	);
	expect(unaskedNotes(after)).toEqual([expect.stringMatching(/^Done although/)]);
	expect(stored(after)).toEqual([]);
});

test('Notes on broken rules are bounded; the count goes on.', () => {
	const many = Array.from({ length: 200 }, () => unasked({ decision: 'deny', rule: 'user rule Edit' }));
	const after = next(busy('go', session()), ...many);
	expect(unaskedNotes(after).length).toBeLessThan(50);
	expect(after.state.asking).toMatchObject({ unaskedCount: 200 });
	expect(after.state.asking.unasked.length).toBeLessThan(100);
});
