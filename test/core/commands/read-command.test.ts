import { expect, test } from 'vitest';
import { readGemini, readMarkdown } from '../../../src/core/commands/read-command.js';

const file = (front: string, body = 'Do it.') => `---\n${front}\n---\n${body}`;

test('a command without front matter is described by its first line', () => {
	expect(readMarkdown('# Fix it\n\nNow.', 'user')).toMatchObject({ description: 'Fix it', prompt: '# Fix it\n\nNow.' });
});

test.each([
	['description: Fix: the bug', { description: 'Fix: the bug' }],
	['description: "Say \\"hi\\""', { description: 'Say "hi"' }],
	["description: 'it''s'", { description: "it's" }],
	['description: >\n  two\n  lines', { description: 'two lines' }],
	// No YAML parser takes this.
	['argument-hint: [file] [line]', { hint: '[file] [line]' }],
	['mode: plan', { mode: 'plan' }],
	['mode: accept-edits', { mode: 'acceptEdits' }],
	['mode: bypassPermissions', { notUnderstood: ['mode: bypassPermissions'] }],
	['model: opus', { model: 'opus' }],
	['model: inherit', {}],
	['agent: codex', { agent: 'codex' }],
	['colour: red', { notUnderstood: ['colour'] }],
])('the front matter %j is read', (front, expected) => {
	const read = readMarkdown(file(front), 'user');
	expect(read).toEqual({
		...{ description: 'Do it.', format: 'markdown', prompt: 'Do it.', rules: [], notUnderstood: [] },
		...expected,
	});
});

test.each([
	[
		'allowed-tools: Bash(git add:*), Bash(git status:*), Read',
		['Execute(git add *)', 'Execute(git status *)', 'Read'],
		[],
	],
	['allowed-tools:\n  - Bash(npm test:*)\n  - WebSearch', ['Execute(npm test *)'], ['WebSearch']],
	['allowed-tools: ["Bash(ls:*)", "Edit(src/**)"]', ['Execute(ls *)', 'Edit(src/**)'], []],
	['allowed-tools: Execute(make check)', ['Execute(make check)'], []],
	['allowed-tools: Bash(npm run test*)', [], ['Bash(npm run test*)']],
	['allowed-tools: plan:Execute', [], ['plan:Execute']],
	['allowed-tools:\n  - Execute(docker ps) without sandbox', [], ['Execute(docker ps) without sandbox']],
])('%j allows %j and names %j', (front, allowed, left) => {
	const read = readMarkdown(file(front), 'project');
	if ('problem' in read) throw new Error(read.problem);
	expect(read.rules.map(({ text }) => text)).toEqual(allowed);
	expect(read.rules.every(({ isForTurn, origin }) => isForTurn === true && origin === 'project')).toBe(true);
	expect(read.notUnderstood).toEqual(left);
});

test.each([
	[{ prompt: 'Go\nnow' }, { description: 'Go', prompt: 'Go\nnow' }],
	[{ prompt: 'Go', description: 'goes' }, { description: 'goes' }],
	[{ description: 'no prompt' }, { problem: 'there is no prompt in it' }],
	[{ prompt: 7 }, { problem: 'there is no prompt in it' }],
])('of gemini-cli %j is read as %j', (fields, expected) => {
	expect(readGemini(fields)).toMatchObject(expected);
});
