import { expect, test } from 'vitest';
import {
	flatTree,
	lineageOf,
	subagentOfCard,
	subagentsAtWork,
	subagentTree,
} from '../../../src/core/session/subagent-tree.js';
import type { Subagent } from '../../../src/core/subagents/subagent.js';
import { someSubagent } from './some-subagent.js';

const mapOf = (...subagents: Subagent[]) => ({ subagents: new Map(subagents.map((each) => [each.id, each])) });

function lines(state: Parameters<typeof subagentTree>[0]): readonly string[] {
	return flatTree(subagentTree(state)).map(({ subagent, depth }) => `${'> '.repeat(depth)}${subagent.id}`);
}

test('Sub-agents stand below whoever started them, in the order in which they became known.', () => {
	const state = mapOf(
		someSubagent('b', { order: 2 }),
		someSubagent('a2', { parentId: 'a', order: 4 }),
		someSubagent('a', { order: 1 }),
		someSubagent('a1', { parentId: 'a', order: 3 }),
		someSubagent('deep', { parentId: 'a1', order: 5 }),
		someSubagent('orphan', { parentId: 'nobody', order: 6 }),
	);
	expect(lines(state)).toEqual(['a', '> a1', '> > deep', '> a2', 'b', 'orphan']);
	expect(lineageOf(state, 'deep').map(({ id }) => id)).toEqual(['a', 'a1', 'deep']);
});

test('A circle of parents loses nobody and ends.', () => {
	const state = mapOf(someSubagent('a', { parentId: 'b' }), someSubagent('b', { parentId: 'a' }), someSubagent('c'));
	expect(lines(state)).toEqual(['c', 'a', '> b']);
	expect(lineageOf(state, 'a')).toHaveLength(2);
});

test('A depth of 10,000 is a tree like any other.', () => {
	const chain = Array.from({ length: 10_000 }, (_, index) =>
		someSubagent(`s${index}`, { parentId: index === 0 ? null : `s${index - 1}` }),
	);
	expect(flatTree(subagentTree(mapOf(...chain))).at(-1)?.depth).toBe(9999);
	expect(lineageOf(mapOf(...chain), 's9999')).toHaveLength(100);
});

test('It is known how many work or wait, and whose a card is.', () => {
	const state = mapOf(
		someSubagent('a', { status: 'running' }),
		someSubagent('b', { status: 'waiting', cardId: 'card' }),
		someSubagent('c', { status: 'completed' }),
	);
	expect(subagentsAtWork(state)).toBe(2);
	expect(subagentOfCard(state, 'card')?.id).toBe('b');
	expect(subagentOfCard(state, 'a')?.id).toBe('a');
	expect(subagentOfCard(state, 'none')).toBeUndefined();
	expect(subagentTree({})).toEqual([]);
});
