import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { open } from '../../../src/view/subagents/subagents-panel.js';
import { createReader } from '../linear/reader.js';
import { asked } from '../scenes.js';
import { crowd, subagentOf } from './stage.js';

const changed = (...of: ReturnType<typeof subagentOf>[]): AppEvent => ({ type: 'subagents-changed', subagents: of });

function opened() {
	const reader = createReader(crowd());
	reader.say('/subagents');
	reader.put({ type: 'panel', name: 'subagents', open });
	return { reader, first: reader.happen({ type: 'junk-lines', count: 1 }) };
}

test('The tree is read out as a numbered list: of each how it stands, what it did, and for whom it works.', () => {
	const { first } = opened();
	expect(first).toContain('Sub-agents, 3:');
	expect(first.find((line) => line.startsWith('1 '))).toMatch(
		/^1 Look around the workspace, running, .*12 calls, 45k tokens\.$/,
	);
	expect(first.find((line) => line.startsWith('2 '))).toMatch(
		/^2 Compare with .*, of Look around the workspace, running/,
	);
	expect(first.find((line) => line.startsWith('3 '))).toMatch(/^3 Find what is still to do, done, 8 s, 3 calls\.$/);
});

test('A number says what can be done with one: its transcript is read out, it is stopped, an empty line goes back.', () => {
	const { reader } = opened();
	expect(reader.say('1')).toEqual([
		'Look around the workspace.',
		'1 Read what it did.',
		'2 Stop it.',
		'Type a number and enter, or enter alone to go back.',
	]);
	const read = reader.say('1');
	expect(read).toContain('Agent: First the lie of the land.');
	expect(read).not.toContain('Agent: Nothing says TODO.');
	expect(reader.say('2')).toContain('Asked the agent to stop “Look around the workspace”.');
	expect(reader.events()).toContainEqual({ type: 'cancel-subagent', id: 'a' });
	expect(reader.say('3')[0]).toBe('Find what is still to do.');
	expect(reader.say('7')).toEqual(['There is no 7 in the list.']);
	expect(reader.say('')).toContain('Sub-agents, 3:');
	expect(reader.say('')).toEqual(['The list is closed.']);
});

test('Its question is gone to by its number.', () => {
	const { reader } = opened();
	reader.happen(asked({ subagentId: 'c' }, 'q'));
	expect(reader.say('2')).toContain('2 Go to its question.');
	reader.say('2');
	expect(reader.events()).toContainEqual({ type: 'show-question', questionId: 'q' });
});

test('What becomes of sub-agents is announced: that they began, wait, ended, and work again.', () => {
	const reader = createReader(crowd());
	reader.happen({ type: 'junk-lines', count: 1 });
	const one = subagentOf('n', { title: 'Write the tests', parentId: 'a' });
	expect(reader.happen(changed(one))).toEqual(['Sub-agent started: Write the tests, of Look around the workspace.']);
	expect(reader.happen(changed({ ...one, status: 'waiting' }))).toEqual([
		'Sub-agent waits for you: Write the tests, of Look around the workspace.',
	]);
	expect(reader.happen(changed({ ...one, toolCalls: 2 }))).toEqual([]);
	const done = { ...one, status: 'completed', activeMs: 65_000, toolCalls: 2 } as const;
	expect(reader.happen(changed(done))[0]).toMatch(
		/^Sub-agent finished: Write the tests, of Look around the workspace\. 1 min 5 s/,
	);
	expect(reader.happen(changed(one))).toEqual([
		'Sub-agent works again: Write the tests, of Look around the workspace.',
	]);
	const failed = { ...one, status: 'failed', reported: { state: 'idle', error: 'No model' } } as const;
	expect(reader.happen(changed(failed))).toEqual([
		'Sub-agent failed: Write the tests, of Look around the workspace. No model.',
	]);
});
