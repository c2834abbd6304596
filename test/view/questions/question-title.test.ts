import { expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { questionDetails } from '../../../src/view/questions/question-details.js';
import { factsOf } from '../../app/understood-calls.js';
import { questionOf } from '../../core/session/play.js';

async function detailsOf(toolCall: object) {
	const request: ActionRequest = await factsOf(toolCall);
	return questionDetails(questionOf('q', { request }), '/w');
}

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

test('a path below a command is named as one: bare it would read as a part of what stands above it', async () => {
	const locations = [{ path: '/w/made.txt' }];
	const rowsOf = async (toolCall: object) => (await detailsOf({ locations, ...toolCall })).rows;
	const path = { name: 'path', lines: ['made.txt'] };
	expect(await rowsOf({ kind: 'execute', rawInput: { command: 'touch made.txt' } })).toContainEqual(
		expect.objectContaining(path),
	);
	expect(await rowsOf({ kind: 'delete' })).toContainEqual(expect.objectContaining({ ...path, name: '' }));
});

test('a verb that says more than the kind of the call is shown', async () => {
	const call = { title: 'Delete files', kind: 'edit', locations: [{ path: '/w/a.ts' }] };
	expect((await detailsOf(call)).title).toBe('Delete files');
});

test.each(['Frobnicate a.ts', 'Edit b.ts for a reason'])(
	'%j says more than the path and a verb: it is shown',
	async (title) => {
		const locations = [{ path: '/w/a.ts' }];
		expect((await detailsOf({ title, kind: 'other', locations })).title).toBe(title);
	},
);
