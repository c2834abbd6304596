import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { checklistOf } from '../../src/core/session/plan/approved-plan.js';
import { replayIntoApp } from './replay.js';

const trace = (name: string): string => fileURLToPath(new URL(`../fixtures/traces/${name}.jsonl`, import.meta.url));

/** Checklist and notes that a plan of a recorded conversation leads to. */
async function replayed(name: string) {
	const lists: string[] = [];
	const notes = new Map<string, string>();
	await replayIntoApp(
		trace(name),
		(state) => {
			for (const entry of eachEntry(state.entries))
				if (entry.kind === 'note' && /plan/i.test(entry.title))
					notes.set(entry.id, `${entry.title}: ${entry.detail ?? ''}`);
		},
		(app) =>
			app.subscribe(() => {
				const list = (checklistOf(app.getState()) ?? [])
					.map(({ status, text, seen }) => `${status} ${text} (${seen})`)
					.join('\n');
				if (list !== lists.at(-1)) lists.push(list);
			}),
	);
	return { lists, notes: [...notes.values()] };
}

const listed = (seen: string): string =>
	[`pending Read hello.txt (${seen})`, 'pending Replace the greeting ()', 'pending Run the tests ()'].join('\n');

test.each([
	'claude/exitplan-1-exit_plan_default',
	'claude-0.49/exitplan-3-default',
	'codex/exitplan-1-implement_plan',
	'codex-gpt/exitplan-1-implement_plan',
])('A plan that was approved is the checklist, with what the agent then did: %s.', async (name) => {
	const { lists, notes } = await replayed(name);
	expect(lists).toEqual(['', listed(''), listed('hello.txt read'), listed('hello.txt changed')]);
	expect(notes.filter((note) => note.startsWith('Plan approved: '))).toHaveLength(1);
	// All that the plan names was touched, and no other file.
	expect(notes.filter((note) => note.startsWith('Approved plan'))).toEqual([]);
});
