import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { isSubAgentActive, subAgentEnd } from '../../../src/core/session/entries/child-steps.js';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { depthOf, parentIdOf, parentIndex, subtreeEnd } from '../../../src/core/session/entries/entry-depth.js';
import { eachEntry, entryAt } from '../../../src/core/session/entries/entry-list.js';
import { MOST_LEVELS, parentTitles } from '../../../src/core/session/entries/entry-parents.js';
import type { SessionState } from '../../../src/core/session/state.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, endTurn as endOf, type Play, play as playOn, prompt } from './play.js';

const tool = (id: string, parentId?: string, patch: Partial<ToolCallPatch> = {}): AppEvent => ({
	type: 'tool',
	patch: { id, title: id, status: 'in_progress', ...(parentId === undefined ? {} : { parentId }), ...patch },
});
const says = (text: string, parentId?: string): AppEvent => ({
	type: 'text',
	role: 'agent',
	text,
	...(parentId === undefined ? {} : { parentId }),
});

const play = (from: Play, ...events: readonly AppEvent[]): SessionState => playOn(from, ...events).state;
const ended = (from: Play): Play => endOf(from);

const label = (entry: Entry): string => {
	if (entry.kind === 'tool') return entry.call.id;
	return entry.kind === 'message' ? `“${entry.text}”` : entry.kind;
};

/** The transcript behind the prompt, a dash for each level. */
const tree = (state: SessionState): readonly string[] =>
	[...eachEntry(state.entries)]
		.filter((entry) => entry.kind !== 'user' && entry.kind !== 'turn-end')
		.map((entry) => `${'-'.repeat(depthOf(entry))}${label(entry)}`);

const entryOf = (state: SessionState, id: string) => {
	const entry = [...eachEntry(state.entries)].find((one) => one.kind === 'tool' && one.call.id === id);
	return entry?.kind === 'tool' ? entry : undefined;
};

test.each<[string, readonly AppEvent[], readonly string[]]>([
	[
		'two parents at once',
		[tool('p'), tool('q'), tool('p1', 'p'), tool('q1', 'q'), tool('p2', 'p')],
		['p', '-p1', '-p2', 'q', '-q1'],
	],
	[
		'several levels',
		[tool('p'), tool('q'), tool('a', 'p'), tool('b', 'a'), tool('c', 'p'), tool('d', 'a')],
		['p', '-a', '--b', '--d', '-c', 'q'],
	],
	['a parent after its child', [tool('a', 'p'), tool('x'), tool('b', 'p'), tool('p')], ['p', '-a', '-b', 'x']],
	[
		'a parent after its child, below a parent of its own',
		[tool('g'), tool('a', 'p'), tool('b', 'a'), tool('p', 'g')],
		['g', '-p', '--a', '---b'],
	],
	['a parent that never comes', [tool('a', 'p'), tool('x'), tool('b', 'a')], ['a', '-b', 'x']],
	['its own parent', [tool('a', 'a'), tool('b', 'a')], ['a', '-b']],
	['a circle', [tool('a', 'b'), tool('b', 'a'), tool('c', 'a')], ['a', '-b', '-c']],
	['a circle of three', [tool('a', 'b'), tool('b', 'c'), tool('c', 'a')], ['b', '-a', '--c']],
	['a parent that is named later', [tool('p'), tool('a'), tool('b', 'a'), tool('a', 'p')], ['p', '-a', '--b']],
	['another parent later', [tool('p'), tool('q'), tool('a', 'p'), tool('a', 'q')], ['p', '-a', 'q']],
	[
		'words of a sub-agent beside the answer',
		[tool('p'), says('The '), says('I ', 'p'), says('answer'), says('look', 'p'), says('.')],
		['p', '-“I look”', '“The answer.”'],
	],
	[
		'words of two sub-agents',
		[tool('p'), tool('q'), says('a', 'p'), says('x', 'q'), says('b', 'p'), tool('p1', 'p'), says('c', 'p')],
		['p', '-“ab”', '-p1', '-“c”', 'q', '-“x”'],
	],
	['words of nobody known', [says('a'), says('x', 'gone'), says('b')], ['“a”', '“x”', '“b”']],
])('What belongs to a sub-agent stands below its call: %s', (_, events, expected) => {
	expect(tree(play(busy(), ...events))).toEqual(expected);
});

test('A call counts what stands below it, over all levels.', () => {
	const running = playOn(
		busy(),
		tool('p'),
		tool('a', 'p'),
		tool('b', 'a'),
		says('well', 'p'),
		tool('b', undefined, { status: 'failed' }),
	);
	const { state } = running;
	expect(entryOf(state, 'p')?.childSteps).toMatchObject({ steps: 2, calls: 2, failed: 1, open: 1 });
	expect(entryOf(state, 'a')?.childSteps).toMatchObject({ steps: 1, calls: 1, failed: 1, open: 0 });
	expect(entryOf(ended(running).state, 'p')?.childSteps).toMatchObject({ calls: 2, failed: 1, open: 0 });
});

test('A sub-agent that works on after its call has ended is at work until the turn is over.', () => {
	const begun = playOn(busy(), tool('p', undefined, { status: 'completed' }), tool('a', 'p', { status: 'completed' }));
	const parent = entryOf(begun.state, 'p');
	expect(parent !== undefined && isSubAgentActive(parent)).toBe(true);
	const over = entryOf(ended(begun).state, 'p');
	expect(over !== undefined && isSubAgentActive(over)).toBe(false);
	expect(over !== undefined && subAgentEnd(over)).toBeGreaterThan(0);
});

test('A parent of an earlier turn keeps what it has: what happens now stands in this turn.', () => {
	const idle = ended(playOn(busy(), tool('p')));
	const late = playOn(idle, prompt('next'), tool('a', 'p'));
	expect(tree(late.state)).toEqual(['p', 'a']);
	expect(parentTitles(late.state, 'a')).toEqual(['p']);
	expect(tree(ended(late).state)).toEqual(['p', 'a']);
	expect(tree(play(idle, tool('a', 'p')))).toEqual(['p', '-a']);
});

test('The parents of a call are known, the outermost first.', () => {
	const state = play(busy(), tool('p'), tool('a', 'p'), tool('b', 'a'), tool('x', 'gone'));
	expect(parentTitles(state, 'b')).toEqual(['p', 'a']);
	expect(parentTitles(state, 'p')).toEqual([]);
	expect(parentTitles(state, 'x')).toEqual(['']);
	expect(parentTitles(state, undefined)).toEqual([]);
});

test('Whatever is said of parents, in whatever order, every entry is there once, below its parent, at a bounded depth.', () => {
	const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
	const parents = fc.option(ids, { nil: undefined });
	const event = fc.oneof(
		fc
			.tuple(ids, parents, fc.constantFrom('pending', 'in_progress', 'completed', 'failed') as fc.Arbitrary<'failed'>)
			.map(([id, parentId, status]) => tool(id, parentId, { status })),
		fc.tuple(fc.constantFrom('x', 'y'), parents).map(([text, parentId]) => says(text, parentId)),
		fc.constant<AppEvent>({ type: 'note', level: 'info', title: 'n' }),
		fc.constant<AppEvent>({ type: 'cancel' }),
	);
	fc.assert(
		fc.property(fc.array(event, { maxLength: 40 }), (events) => {
			const state = play(busy(), ...events);
			const all = [...eachEntry(state.entries)];
			expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length);
			const toolIds = new Set(events.flatMap((one) => (one.type === 'tool' ? [one.patch.id] : [])));
			expect(all.filter((entry) => entry.kind === 'tool').length).toBe(toolIds.size);
			for (const [index, entry] of all.entries()) {
				const above = entryAt(state.entries, parentIndex(state.entries, index));
				const depth = depthOf(entry);
				expect(depth).toBeLessThanOrEqual(MOST_LEVELS);
				if (depth === 0) continue;
				expect(above?.kind === 'tool' && above.call.id).toBe(parentIdOf(entry));
				expect(above !== undefined && depthOf(above)).toBe(depth - 1);
			}
			for (const [index, entry] of all.entries()) {
				if (entry.kind !== 'tool' || entry.childSteps === undefined) continue;
				const below = all.slice(index + 1, subtreeEnd(state.entries, index));
				const calls = below.flatMap((one) => (one.kind === 'tool' ? [one.call] : []));
				expect(entry.childSteps.calls).toBe(calls.length);
				expect(entry.childSteps.failed).toBe(calls.filter((one) => one.status === 'failed').length);
				expect(entry.childSteps.open).toBe(
					calls.filter((one) => one.status === 'pending' || one.status === 'in_progress').length,
				);
				expect(entry.childSteps.steps).toBe(below.filter((one) => depthOf(one) === depthOf(entry) + 1).length);
			}
		}),
	);
});

test('A chain of thousands of sub-agents is cut at a bounded depth, and nothing of it is lost.', () => {
	const chain = Array.from({ length: 2000 }, (_, index) =>
		tool(`t${index}`, index === 0 ? undefined : `t${index - 1}`),
	);
	const state = play(busy(), ...chain);
	const calls = [...eachEntry(state.entries)].filter((entry) => entry.kind === 'tool');
	expect(calls).toHaveLength(2000);
	expect(Math.max(...calls.map(depthOf))).toBe(MOST_LEVELS);
});
