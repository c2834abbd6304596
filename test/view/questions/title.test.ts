import { expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/types.js';
import { questionDetails } from '../../../src/view/questions/details.js';
import { factsOf } from '../../app/understood-calls.js';
import { questionOf } from '../../core/session/play.js';

async function detailsOf(toolCall: object) {
	const request: ActionRequest = await factsOf(toolCall);
	return questionDetails(questionOf('q', { request }), '/w');
}

test.each<[object, string, string | null, string]>([
	[{ title: 'grep -rn x', kind: 'execute' }, 'Run a command, as the agent describes it', 'grep -rn x', ''],
	[{ title: 'rm `cat x`', kind: 'execute' }, 'Run a command, as the agent describes it', 'rm `cat x`', ''],
	[{ title: '', kind: 'execute' }, 'Run something', null, ''],
	[{ title: 'List', kind: 'execute', rawInput: { command: 'ls' } }, 'Run a command', 'List', 'the agent says: '],
	[{ title: 'find: {"what":"x', kind: 'other', rawInput: { what: 'x' } }, 'Use a tool', 'find', 'the agent says: '],
	[{ title: 'find: {"what":"x', kind: 'other' }, 'Use a tool', 'find: {"what":"x', 'the agent says: '],
])('%j is asked about in readable words', async (toolCall, headline, title, label) => {
	const details = await detailsOf(toolCall);
	expect([details.headline, details.title]).toEqual([headline, title]);
	if (title !== null) expect(details.titleLabel).toBe(label);
});

const REASON = 'Do you want to let the tests reach the local database?';

test.each<[object]>([
	[{ title: REASON, kind: 'execute', rawInput: { command: 'npm test', reason: REASON } }],
	[{ title: `${REASON.slice(0, 30)}…`, kind: 'execute', rawInput: { command: 'npm test', reason: REASON } }],
	[{ title: `${REASON.slice(0, 30)}...`, kind: 'other', rawInput: { reason: REASON } }],
	[{ title: 'npm test', kind: 'execute', rawInput: { command: ['/bin/bash', '-lc', 'npm test'] } }],
	[{ title: 'npm test (Run it)', kind: 'execute', rawInput: { command: 'npm test', description: 'Run it' } }],
	[{ title: 'Edit files', kind: 'edit', locations: [{ path: '/w/a.ts' }] }],
])('%j: what the command or a field says as well is not said twice', async (toolCall) => {
	expect((await detailsOf(toolCall)).title).toBeNull();
});

test('a title that only begins like a field is shown', async () => {
	const rawInput = { command: 'npm test', reason: REASON.slice(0, 30) };
	expect((await detailsOf({ title: REASON, kind: 'execute', rawInput })).title).toBe(REASON);
});
