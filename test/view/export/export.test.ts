import { expect, test } from 'vitest';
import { exportFile, exportJson } from '../../../src/view/export/export-file.js';
import { exportMarkdown, fence } from '../../../src/view/export/markdown.js';
import { endTurn, next, type Play, prompt, ready } from '../../core/session/play.js';
import { attacks } from '../../core/text/escape-corpus.js';

const NOW = Date.UTC(2026, 0, 31, 12);

function conversation(): Play {
	return endTurn(
		next(
			ready(),
			{ type: 'session-info', title: 'Rate *limits*' },
			prompt('Add a limiter\nto `login`'),
			{ type: 'text', role: 'thought', text: 'Look first.\n</details> is no end.' },
			{ type: 'text', role: 'agent', text: 'I look at it:\n\n```ts\nlimit()\n```' },
			{
				type: 'tool',
				patch: {
					id: 't1',
					title: 'Edit /w/a.md',
					kind: 'edit',
					status: 'completed',
					content: [{ type: 'diff', path: '/w/a.md', oldText: 'one\n', newText: 'one\n```\ncode\n```\n' }],
				},
			},
			{ type: 'terminal-started', terminalId: 'x', command: 'npm test', ours: true, toolCallId: 't2' },
			{
				type: 'tool',
				patch: { id: 't2', title: 'npm test', kind: 'execute', content: [{ type: 'terminal', terminalId: 'x' }] },
			},
			{ type: 'terminal-output', terminalId: 'x', data: '\x1b[32mok\x1b[0m\r\n' },
			{ type: 'terminal-exited', terminalId: 'x', exit: { code: 0, signal: null } },
			{ type: 'tool', patch: { id: 't2', status: 'completed' } },
			{ type: 'text', role: 'agent', text: 'Cut off in the middle:\n\n```sh\nrm -r' },
			{ type: 'plan', steps: [{ text: 'Write tests', status: 'pending', priority: 'medium' }] },
		),
		'cancelled',
	);
}

test('the Markdown holds prompts, answers, folded thoughts, commands, changes and output', () => {
	const session = conversation().state;
	expect(exportMarkdown(session, NOW)).toBe(`# Rate \\*limits\\*

- Agent: Fake 1.0.0
- Directory: /w
- Session: s1
- Exported: 2026-01-31T12:00:00.000Z

## You

Add a limiter
to \`login\`

<details>
<summary>Thought for 1.0s</summary>

Look first.
&lt;/details> is no end.

</details>

## Fake

I look at it:

\`\`\`ts
limit()
\`\`\`

### Edit a.md (done)

\`\`\`\`diff
--- a/a.md
+++ b/a.md
@@ -1,1 +1,4 @@
 one
+\`\`\`
+code
+\`\`\`
\`\`\`\`

### npm test (done, 3.0s)

\`\`\`sh
npm test
\`\`\`

\`\`\`text
ok
\`\`\`

## Fake

Cut off in the middle:

\`\`\`sh
rm -r
\`\`\`

*The turn ended after 11s: cancelled*

## Plan

- [ ] Write tests
`);
});

test('the JSON holds the session and its entries as they are', () => {
	const session = conversation().state;
	const parsed: unknown = JSON.parse(exportJson(session, NOW));
	expect(parsed).toMatchObject({
		version: 1,
		exportedAt: '2026-01-31T12:00:00.000Z',
		agent: { name: 'fake', title: 'Fake', version: '1.0.0' },
		sessionId: 's1',
		title: 'Rate *limits*',
		cwd: '/w',
		plan: [{ text: 'Write tests' }],
		entries: [
			{ kind: 'user' },
			{ kind: 'thought' },
			{ kind: 'message' },
			{ kind: 'tool' },
			{ kind: 'tool', call: { terminals: [{ id: 'x', truncated: false }] } },
			{},
			{},
		],
	});
});

test.each<readonly [string, string | null, string, string | null, 'md' | 'json']>([
	['', 'Fix it', 'acp-tui-fix-it.md', null, 'md'],
	['json', 'Fix it', 'acp-tui-fix-it.json', null, 'json'],
	['md', null, 'acp-tui-2026-01-31.md', null, 'md'],
	['', '../../etc/passwd', 'acp-tui-etc-passwd.md', null, 'md'],
	['', '  ***  ', 'acp-tui-2026-01-31.md', null, 'md'],
	['', 'Größe 日本', 'acp-tui-größe-日本.md', null, 'md'],
	['notes/out.JSON', 'x', 'acp-tui-x.json', 'notes/out.JSON', 'json'],
	['my file', 'x', 'acp-tui-x.md', 'my file', 'md'],
])('«/export %s» of «%s» is %s', (words, title, name, file, format) => {
	const { state } = next(conversation(), { type: 'session-info', title });
	const made = exportFile(state, words, NOW);
	expect(made).toMatchObject({ name, file });
	expect(made.text.startsWith(format === 'json' ? '{' : '# ')).toBe(true);
});

test('a long title makes no long name', () => {
	const { state } = next(conversation(), { type: 'session-info', title: 'word '.repeat(100) });
	expect(exportFile(state, '', NOW).name.length).toBeLessThan(80);
});

test('no fence is closed by what is in it', () => {
	expect(fence('a\n```\nb', 'sh')).toBe('````sh\na\n```\nb\n````');
	expect(fence('`````', 'x')).toBe('``````x\n`````\n``````');
});

test('nothing that a terminal obeys gets into the Markdown', () => {
	const evil = attacks.join(' ');
	const session = endTurn(
		next(
			ready(),
			prompt(evil),
			{ type: 'text', role: 'thought', text: evil },
			{ type: 'text', role: 'agent', text: evil },
			{
				type: 'tool',
				patch: { id: evil, title: evil, kind: 'other', content: [{ type: 'unknown', label: evil, json: evil }] },
			},
			{ type: 'notice', level: 'info', title: evil, detail: evil },
		),
	).state;
	expect(exportMarkdown(session, NOW)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]/);
});

test('What an agent nested deeper than can be written is left out of the data, and nothing else.', () => {
	const rawInput: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
	const { state } = next(conversation(), { type: 'tool', patch: { id: 'deep', title: 'Deep', rawInput } });
	const text = exportJson(state, NOW);
	expect(text).toContain('"Deep"');
	expect(text).toContain('"rawInput": "… more than 500 levels left out"');
});

test('a sub-agent’s work stands in quotes in the Markdown, and as children of its call in the JSON', () => {
	const step = (id: string, parentId?: string) =>
		({
			type: 'tool',
			patch: { id, title: id, status: 'completed', ...(parentId === undefined ? {} : { parentId }) },
		}) as const;
	const { state } = next(
		next(ready(), prompt('go')),
		step('Task one'),
		step('Task two'),
		step('Inner', 'Task one'),
		{ type: 'text', role: 'agent', text: 'Words\nof it', parentId: 'Inner' },
		step('Read', 'Task two'),
	);
	const markdown = exportMarkdown(state, NOW);
	expect(markdown).toContain(
		'> ### Inner (done)\n\n> > ## Sub-agent: Inner\n> >\n> > Words\n> > of it\n\n### Task two',
	);
	const { entries } = JSON.parse(exportJson(state, NOW));
	expect(entries).toHaveLength(3);
	expect(entries[1]).toMatchObject({
		call: { id: 'Task one' },
		family: { steps: 1 },
		children: [{ call: { id: 'Inner' }, children: [{ kind: 'message', text: 'Words\nof it' }] }],
	});
	expect(entries[2]).toMatchObject({ call: { id: 'Task two' }, children: [{ call: { id: 'Read' } }] });
});
