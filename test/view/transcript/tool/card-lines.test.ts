import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffContent, ShadowedFile, ToolCall, ToolContent } from '../../../../src/core/tool-call.js';
import type { Style } from '../../../../src/view/line.js';
import { lineText, lineWidth } from '../../../../src/view/spans.js';
import { entryLines } from '../../../../src/view/transcript/entries/entry-lines.js';
import type { RenderContext } from '../../../../src/view/transcript/render-context.js';
import { toolTitle } from '../../../../src/view/transcript/tool/tool-title.js';
import {
	ENDINGS,
	HOW_TO_EXPORT,
	MISSING_OUTPUT,
	omitted,
} from '../../../../src/view/transcript/transcript-messages.js';
import { contextOf, terminal, texts, tool } from '../samples.js';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\r\n`).join('');
const shown: ToolContent = { type: 'terminal', terminalId: 'term1' };
const textOf = (text: string): ToolContent => ({ type: 'content', block: { type: 'text', text } });
const runs = { title: 'npm test', kind: 'execute', content: [shown] } as const;
const run = (patch: Partial<ToolCall>) => tool({ ...runs, ...patch });
const card = (patch: Partial<ToolCall>, context: Partial<RenderContext> = {}): string[] =>
	texts(entryLines(tool(patch), contextOf(context)));
/** Of a call titled T without a duration. */
const drawnAs = (patch: Partial<ToolCall>, context: Partial<RenderContext> = {}): string[] =>
	card({ title: 'T', endedAt: 1000, ...patch }, context);
const open = { isOpen: () => true };
const all = { areAllOpen: true };
const shadowed = (...fates: ShadowedFile['fate'][]): Partial<ToolCall> => ({
	shadowed: fates.map((fate) => ({ path: `/home/ada/shop/${fate}`, fate })),
});
const right = (left: string, end: string, width: number) => left + end.padStart(width - left.length);

test.each<[string, Partial<ToolCall>, number, string]>([
	['completed', { title: 'Read /home/ada/shop/src/a.ts' }, 100, right('✓ Read src/a.ts', '0.1s', 100)],
	['completed, narrow', { title: 'Read /home/ada/shop/src/a.ts' }, 40, right('✓ Read src/a.ts', '0.1s', 40)],
	['completed, very narrow', { title: 'Read src/routes/login.ts' }, 20, '✓ Read src…/login.ts'],
	['pending', { status: 'pending', startedAt: 9900 }, 40, '○ Read src/a.ts'],
	['running', { status: 'in_progress', startedAt: 6800 }, 40, right('⠹ Read src/a.ts', '3.2s', 40)],
	['running for long', { status: 'in_progress', startedAt: -115_000 }, 40, right('⠹ Read src/a.ts', '2m 05s', 40)],
	['in a shadow', shadowed('waits'), 40, right('✓ Read src/a.ts  in the shadow', '0.1s', 40)],
	['in a shadow, half of it', shadowed('applied', 'waits'), 40, right('✓ Read src/a.ts  in the shadow', '0.1s', 40)],
	['applied from a shadow', shadowed('applied'), 40, right('✓ Read src/a.ts  applied', '0.1s', 40)],
	['partly applied', shadowed('applied', 'discarded'), 40, right('✓ Read src/a.ts  partly applied', '0.1s', 40)],
	['discarded in a shadow', shadowed('discarded'), 40, right('✓ Read src/a.ts  discarded', '0.1s', 40)],
	['undone after it', { ...shadowed('applied'), isUndone: true }, 40, right('↺ Read src/a.ts  undone', '0.1s', 40)],
	['failed', { status: 'failed' }, 40, right('✗ Read src/a.ts  failed', '0.1s', 40)],
	['cancelled', { status: 'cancelled' }, 40, right('■ Read src/a.ts  stopped', '0.1s', 40)],
	[
		'discarded on a copy',
		{
			...{ title: 'make', kind: 'execute', status: 'failed' },
			terminals: [terminal('', { exit: { code: 1, signal: null }, isDiscarded: true })],
		},
		60,
		right('✗ make  changes discarded', '0.1s', 60),
	],
	['replayed, without a duration', { endedAt: 1000 }, 40, '✓ Read src/a.ts'],
	['of a sub-agent', { parentId: 'p' }, 40, right('  └ ✓ Read src/a.ts', '0.1s', 40)],
	[
		'without a title',
		{ title: '', locations: [{ path: '/home/ada/shop/x.ts' }] },
		40,
		right('✓ Read x.ts', '0.1s', 40),
	],
	['with only a name', { title: '', kind: 'other', name: 'mcp_find' }, 40, right('✓ mcp_find', '0.1s', 40)],
	['with a title in code marks', { title: '`npm run lint`', kind: 'execute' }, 40, right('✓ npm run lint', '0.1s', 40)],
	['with a title of two lines', { title: 'git\n  commit\t-m x' }, 40, right('✓ git commit -m x', '0.1s', 40)],
	['with a wide title', { title: '読む '.repeat(20), kind: 'search' }, 20, '✓ 読む 読む 読む 読…'],
	[
		'with a hostile title',
		{ title: '\x1b[31mRead\x1b[0m \u202etxt.exe\x07' },
		40,
		right('✓ Read ⟨U+202E⟩txt.exe', '0.1s', 40),
	],
	[
		'denied',
		{
			status: 'failed',
			title: 'Write x.ts',
			verdict: { decision: 'denied', because: 'plan mode lets nothing change' },
		},
		100,
		right('✗ Write x.ts  denied: plan mode lets nothing change', '0.1s', 100),
	],
])('the header of a call %s', (_name, patch, width, expected) => {
	expect(card(patch, { width })[0]).toBe(expected);
});

test.each<[string, ToolCall['status'], { code: number | null; signal: string | null }, string]>([
	['an exit code', 'failed', { code: 3, signal: null }, '✗ npm test  exit 3'],
	['a signal', 'failed', { code: null, signal: 'SIGTERM' }, '✗ npm test  SIGTERM'],
	['nothing said', 'failed', { code: null, signal: null }, '✗ npm test  failed'],
	['stopped by the user', 'cancelled', { code: null, signal: 'SIGTERM' }, '■ npm test  stopped'],
	['stopped by the user, with an exit code', 'cancelled', { code: 130, signal: null }, '■ npm test  stopped'],
])('a command says how it ended: %s', (_name, status, exit, expected) => {
	const [head] = card({ ...runs, status, terminals: [terminal('no\n', { exit })] }, { width: 60 });
	expect(head?.replace(/ +\S+s$/, '')).toBe(expected);
});

const change = (oldText: string | null, newText: string, path = '/home/ada/shop/a.txt'): ToolContent => ({
	type: 'diff',
	path,
	oldText,
	newText,
});
const part = (oldText: string, newText: string, line: number): ToolContent => ({
	...change(oldText, newText),
	...{ lines: { old: line, new: line } },
});
const places = [{ path: '/home/ada/shop/a.txt' }, { path: '/home/ada/shop/lib/b.txt' }];

test.each<[string, Partial<ToolCall>, string[]]>([
	[
		'a new file',
		{ kind: 'edit', content: [change(null, 'x\ny\n')] },
		['✓ T  new +2', '    a.txt', '    1 + x', '    2 + y'],
	],
	[
		'a new file that is named',
		{ kind: 'edit', title: 'a.txt', content: [change(null, '')] },
		['✓ Edit a.txt  new', '    empty file'],
	],
	[
		'a deleted file',
		{ kind: 'delete', title: 'rm a.txt', content: [change('x\n', '')] },
		['✓ rm a.txt  deleted −1', '    1 - x'],
	],
	[
		'an emptied file',
		{ kind: 'edit', title: 'a.txt', content: [change('x\n', '')] },
		['✓ Edit a.txt  −1', '    everything removed', '    1 - x'],
	],
	[
		'a binary file',
		{ kind: 'edit', title: 'a.txt', content: [change(null, 'a\0b')] },
		['✓ Edit a.txt  new', '    binary content, 3 characters'],
	],
	[
		'a changed binary file',
		{ kind: 'edit', title: 'a.txt', content: [change('\0', 'a\0b')] },
		['✓ Edit a.txt', '    binary content, 1 → 3 characters'],
	],
	['a moved file', { kind: 'move', locations: places }, ['✓ T  moved', '    a.txt → lib/b.txt']],
	[
		'a moved file, both named',
		{ kind: 'move', title: 'mv a.txt lib/b.txt', locations: places },
		['✓ mv a.txt lib/b.txt  moved'],
	],
	[
		'a moved and changed file',
		{ kind: 'move', locations: places, content: [change('x\n', 'y\n', '/home/ada/shop/lib/b.txt')] },
		['✓ T  moved +1 −1', '    a.txt → lib/b.txt', '    1 - x', '    1 + y'],
	],
	[
		'a move whose new place is named first',
		{ kind: 'move', locations: [...places].reverse(), content: [change('x\n', 'x\n', '/home/ada/shop/lib/b.txt')] },
		['✓ T  moved', '    a.txt → lib/b.txt'],
	],
	[
		'several files',
		{ kind: 'edit', content: [change(null, 'x\n'), change('a\n', 'b\n', '/home/ada/shop/c')] },
		['✓ T  +2 −1', '    a.txt new +1', '    1 + x', '', '    c +1 −1', '    1 - a', '    1 + b'],
	],
	[
		'several parts of one file',
		{ kind: 'edit', title: 'a.txt', content: [part('x\n', 'y\n', 3), part('p\n', 'q\n', 9)] },
		['✓ Edit a.txt  +2 −2', '    3 - x', '    3 + y', '    ⋯', '    9 - p', '    9 + q'],
	],
])('%s is said in words, once', (_name, patch, expected) => {
	expect(drawnAs(patch)).toEqual(expected);
});

test('prose of a call wraps at words, its reason too', () => {
	const words = 'The quick brown fox jumps over the lazy dog';
	const wrapped = ['   The quick brown fox jumps', '   over the lazy dog'];
	for (const patch of [{ content: [textOf(words)] }, { rawOutput: { error: words } }]) {
		expect(card({ status: 'failed', kind: 'fetch', ...patch }, { width: 30 }).slice(1)).toEqual(wrapped);
	}
});

test('a reason that the header has no room for stands below it', () => {
	const verdict = { decision: 'denied', because: 'plan mode lets nothing change' } as const;
	expect(card({ status: 'failed', title: 'Write x.ts', verdict }, { width: 30 }).join(' ')).toContain('nothing change');
});

test('a finished reading is one line, opened it shows what was read', () => {
	const read = { content: [textOf('some **content**')] };
	expect(card(read)).toHaveLength(1);
	expect(card(read, open)).toContain('    some content');
});

test.each<[string, ToolCall['status'], number, Partial<RenderContext>, string]>([
	['a running command its last eight lines', 'in_progress', 8, {}, '92 earlier lines (ctrl+o)'],
	['a finished command five', 'completed', 5, {}, '95 earlier lines (ctrl+o)'],
	['a failed command twenty', 'failed', 20, {}, '80 earlier lines (ctrl+o)'],
	['a stopped command five', 'cancelled', 5, {}, '95 earlier lines (ctrl+o)'],
	['an open card all', 'completed', 100, open, ''],
])('%s: the rest is counted', (_name, status, count, context, rest) => {
	const lines = card({ ...runs, status, terminals: [terminal(numbered(100))] }, context);
	expect(lines).toHaveLength(1 + (rest === '' ? 0 : 1) + count);
	if (rest !== '') expect(lines[1]).toBe(`    ⋯ ${rest}`);
	expect(lines.at(-1)).toBe('    line 99');
});

test('where everything is open, what is left out says how to see it', () => {
	expect(card({ ...runs, terminals: [terminal(numbered(3000))] }, all)[1]).toBe(
		`    ⋯ ${omitted.earlierLines(1000)} ${HOW_TO_EXPORT}`,
	);
});

test('a change that waits is its head until it was asked about, as the question shows it', () => {
	const call = { kind: 'edit', status: 'pending', content: [change('a\n', 'b\n')] } as const;
	expect(drawnAs(call)).toHaveLength(1);
	expect(drawnAs({ ...call, askedMs: 1 }).join('\n')).toContain('1 + b');
});

test('a plan that was turned down reads like one that was approved', () => {
	const verdict = { decision: 'denied', because: 'no' } as const;
	const call = { kind: 'switch_mode', status: 'failed', verdict, content: [textOf('# Plan\n\n- **go**')] } as const;
	expect(drawnAs(call).join(' ')).not.toMatch(/#|\*\*/);
});

test('output whose start was dropped says so', () => {
	const dropped = (output: string) => card({ ...runs, terminals: [terminal(output, { outputStart: 10 })] })[1];
	expect(dropped('one\n')).toBe(`    ⋯ ${omitted.outputLost}`);
	expect(dropped(numbered(9))).toBe('    ⋯ over 4 earlier lines (ctrl+o)');
});

test.each<[string, Partial<ToolCall>, string, Style]>([
	['reading', { title: 'Read src/a.ts', kind: 'read' }, 'Read', { color: 'muted', dim: true }],
	['searching', { title: 'Searching for "x"', kind: 'search' }, 'Searching', { color: 'muted', dim: true }],
	['an edit', { title: 'Writing to src/a.ts', kind: 'edit' }, 'Writing', { color: 'accent', bold: true }],
	['a deletion', { title: 'Delete src/a.ts', kind: 'delete' }, 'Delete', { color: 'accent', bold: true }],
	['a move', { title: 'Move a b', kind: 'move' }, 'Move', { color: 'accent', bold: true }],
	['fetching', { title: 'Fetch https://example.com', kind: 'fetch' }, 'Fetch', { color: 'link' }],
	[
		'an edit that says no verb',
		{ title: 'a.txt: x => y', kind: 'edit' },
		'a.txt: x => y',
		{ color: 'text', bold: true },
	],
	['a stopped edit', { title: 'Edit a', kind: 'edit', status: 'cancelled' }, 'Edit a', { color: 'muted' }],
	[
		'a command',
		{ title: 'ls', kind: 'execute', rawInput: { command: 'ls' }, result: { exitCode: 0 } },
		'$ ',
		{ color: 'muted', dim: true },
	],
	['a tool of a server', { title: 'mcp__git_hub__get_it', kind: 'other' }, 'git_hub › ', { color: 'muted', dim: true }],
])('the verb of %s has the colour of its kind', (_name, patch, text, style) => {
	const [head = []] = entryLines(tool(patch), contextOf());
	expect(head[1]).toEqual({ text, style });
});

test.each<[string, unknown, string]>([
	['mcp__github__create_issue', {}, 'github › create_issue'],
	['create_issue (github MCP Server)', {}, 'github › create_issue'],
	['Tool: github/create_issue', { server: 'github', tool: 'create_issue' }, 'github › create_issue'],
	['create_issue', { server: 'git\x1b[1mhub', tool: 'create_issue' }, 'github › create_issue'],
	['create_issues', { server: 'github', tool: 'create_issue' }, 'create_issues'],
	['Creates an issue', { server: 'github', tool: 'create_issue' }, 'Creates an issue'],
	['create_issue', { server: '', tool: '' }, 'create_issue'],
])('a tool of an MCP server titled %s %j stands behind its server', (title, rawInput, line) => {
	expect(drawnAs({ kind: 'other', title, rawInput })[0]).toBe(`✓ ${line}`);
});

test.each<[string, Partial<ToolCall>]>([
	['a command', { kind: 'execute', result: { exitCode: 0 } }],
	['a command that failed without an exit code', { kind: 'execute', status: 'failed' }],
	['any other tool', { kind: 'other' }],
	['a tool that failed', { kind: 'fetch', status: 'failed' }],
])('colours in the text of %s are kept, and nothing else of its escape sequences', (_name, patch) => {
	const text = '\x1b[31mred\x1b[0m \x1b]0;title\x07\x1b]52;c;QUJD\x07\x1b[1mstrong\x1b[0m\n';
	const [, line = []] = entryLines(tool({ ...patch, content: [textOf(text)] }), contextOf());
	expect(line.find((span) => span.text === 'red')?.style?.color).toBe('error');
	expect(line.find((span) => span.text === 'strong')?.style?.bold).toBe(true);
	expect(lineText(line)).not.toMatch(/[\x00-\x1f]|title|QUJD/);
});

test('output for a terminal that no content names is shown all the same', () => {
	expect(card({ ...runs, content: [], terminals: [terminal('ok\n')] }).slice(1)).toEqual(['    ok']);
});

test('a growing output draws as the whole output would', () => {
	const context = contextOf({ width: 40 });
	let output = '';
	let last: string[] = [];
	for (let index = 0; index < 50; index += 1) {
		output += `\r\x1b[32m${index}%\x1b[0m${index % 5 === 0 ? '\n' : ''}`;
		last = texts(entryLines(run({ status: 'in_progress', terminals: [terminal(output)] }), context));
	}
	const whole = run({ status: 'in_progress', terminals: [terminal(output)] });
	expect(last).toEqual(texts(entryLines(whole, contextOf({ width: 40 }))));
});

const diff = (path: string, lines: number): ToolContent => ({
	type: 'diff',
	path,
	oldText: 'old\n',
	newText: Array.from({ length: lines }, (_, index) => `new ${index}\n`).join(''),
});

const no = { decision: 'denied', because: 'you chose “No”' } as const;
const yes = { decision: 'allowed', because: 'you chose “Yes”' } as const;

test('a reason that does not fit beside the title stands below, once', () => {
	const because = 'you chose “No, and tell Codex what to do differently”';
	const changed = diff('/home/ada/shop/hello.txt', 1);
	const refused = tool({
		...{ title: 'Edit files: hello.txt', kind: 'edit', status: 'failed', content: [changed] },
		verdict: { decision: 'denied', because },
	});
	for (const width of [60, 80, 100]) {
		const [head = '', ...body] = texts(entryLines(refused, contextOf({ width })));
		expect(head).toMatch(/^✗ Edit files: hello\.txt {2}\+1 −1, not written · denied(?: |$)/);
		expect([head, ...body].join(' ').replaceAll(/\s+/g, ' ').split(because)).toHaveLength(2);
	}
});

test.each<[string, Partial<ToolCall>, string]>([
	['a refused edit', { status: 'failed', verdict: no }, '✗ Edit a.ts  +2 −1, not written · denied: you chose “No”'],
	[
		'an edit that was stopped before its answer',
		{ status: 'cancelled', askedMs: 5 },
		'■ Edit a.ts  +2 −1, not written · stopped',
	],
	[
		'an edit that was stopped while it ran',
		{ status: 'cancelled', verdict: yes, askedMs: 5 },
		'■ Edit a.ts  +2 −1 stopped',
	],
	['an edit that failed', { status: 'failed', verdict: yes }, '✗ Edit a.ts  +2 −1 failed'],
	['an undone edit', { isUndone: true }, '↺ Edit a.ts  +2 −1, undone'],
])('%s is its head, and opened its change is muted', (_name, patch, head) => {
	const content = [diff('/home/ada/shop/a.ts', 2)];
	const entry = tool({ title: 'Edit a.ts', kind: 'edit', content, endedAt: 1000, ...patch });
	expect(texts(entryLines(entry, contextOf()))).toEqual([head]);
	const opened = entryLines(entry, contextOf(open));
	const styles = opened.slice(-3).flatMap((line) => line.map(({ style }) => style));
	expect(opened.length).toBeGreaterThan(3);
	expect(
		styles.every((style) => style === undefined || (style.color === 'muted' && style.background === undefined)),
	).toBe(true);
	for (const width of [1, 12, 20, 40]) {
		for (const line of entryLines(entry, contextOf({ width }))) expect(lineWidth(line)).toBeLessThanOrEqual(width);
	}
});

test('An undone deletion without a change to show says so, too.', () => {
	expect(drawnAs({ title: 'Delete a.ts', kind: 'delete', isUndone: true })).toEqual(['↺ Delete a.ts  undone']);
});

test('several changed files share the room, each is named and the rest is counted', () => {
	const content = Array.from({ length: 30 }, (_, index) => diff(`/home/ada/shop/f${index}.ts`, 8));
	const lines = card({ title: 'Edit files', kind: 'edit', content });
	expect(lines[1]).toBe('    f0.ts +8 −1');
	expect(lines.length).toBeLessThan(50);
	expect(lines.at(-1)).toMatch(/more files \(ctrl\+o\)$/);
});

test.each([
	['below a title of its own', 'Tidy up', 1],
	['in a title that says nothing else', 'Edit files', 0],
	['in a title that names it', 'Edit a b.ts', 0],
	['below a title that names another file', 'Edit docs/a b.ts.md', 1],
	['below a title of a longer path', 'Edit old/a b.ts', 1],
])('a changed file is named and linked %s', (_, title, at) => {
	const entry = tool({ title, kind: 'edit', content: [diff('/home/ada/shop/a b.ts', 1)] });
	const line = entryLines(entry, contextOf())[at] ?? [];
	expect(lineText(line)).toContain('a b.ts');
	expect(line.some((span) => span.style?.link === 'file:///home/ada/shop/a%20b.ts')).toBe(true);
});

test.each<[string, unknown]>([
	['a string', 'No such file'],
	['an object', { error: { message: 'No such file' } }],
	['a list of blocks', [{ type: 'content', content: { type: 'text', text: 'No such file' } }]],
])('a failed call gives its reason unasked, from %s', (_name, rawOutput) => {
	expect(card({ status: 'failed', rawOutput }).slice(1)).toEqual(['    No such file']);
});

test('a call of a sub-agent indents its body further', () => {
	expect(card({ ...runs, parentId: 'p', terminals: [terminal('ok\n')] })[1]).toBe('        ok');
});

const hostile = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.constantFrom('\x1b[2J', '/home/ada/shop/../../etc', '\u202e', '中'.repeat(30), '`'.repeat(7), '\r\n\t'),
);
const rawValues = fc.jsonValue({ maxDepth: 3 });

test('hostile calls stay in their lines and their width', () => {
	fc.assert(
		fc.property(
			hostile,
			rawValues,
			fc.constantFrom<ToolCall['status']>('pending', 'in_progress', 'completed', 'failed', 'cancelled'),
			fc.integer({ min: 1, max: 60 }),
			fc.boolean(),
			(text, raw, status, width, areAllOpen) => {
				const entry = tool({
					title: text,
					name: text,
					kind: 'execute',
					status,
					parentId: text,
					rawInput: raw,
					rawOutput: raw,
					locations: [{ path: text, line: 3 }],
					verdict: { decision: 'denied', because: text },
					terminals: [terminal(text, { command: text, exit: { code: null, signal: text } })],
					content: [shown, textOf(text), diff(text, 3), { type: 'unknown', label: text, json: text }],
				});
				for (const line of entryLines(entry, contextOf({ width, areAllOpen }))) {
					expect(lineWidth(line)).toBeLessThanOrEqual(width);
					expect(lineText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
				}
			},
		),
	);
});

test.each([
	['a file alone', { kind: 'read', title: 'a.txt' }, 'Read a.txt'],
	['files in general', { kind: 'edit', title: 'Edit files' }, 'Edit files: a.txt'],
	['words of its own', { kind: 'edit', title: 'Tidy up' }, 'Tidy up'],
	['the file and more', { kind: 'edit', title: 'a.txt: x => y' }, 'a.txt: x => y'],
	['a search', { kind: 'search', title: 'a.txt' }, 'a.txt'],
] as const)('a title of %s says what is done to which file', (_, patch, expected) => {
	expect(toolTitle(tool({ ...patch, locations: [{ path: '/home/ada/shop/a.txt' }] }).call, '/home/ada/shop')).toBe(
		expected,
	);
});

const changed = (path: string): ToolContent => ({ type: 'diff', path, oldText: 'a\n', newText: 'b\n' });

test.each<[string, Partial<ToolCall>, string]>([
	['apply_patch: {"input":"*** Beg', { kind: 'other', content: [changed('/w/a.txt')] }, 'Edit a.txt'],
	['patch: {"a":"', { kind: 'edit', content: ['a', 'b', 'c', 'd', 'e'].map(changed) }, 'Edit a, b, c and 2 more'],
	['read_files: {"files":[{"p', { kind: 'read', rawInput: { files: [{ path: '/w/a.txt' }] } }, 'Read a.txt'],
	[
		'spawn_agent: Look at /w/a.t...',
		{ kind: 'think', rawInput: { task: 'Look at /w/a.txt.' } },
		'Spawn agent: Look at a.txt.',
	],
	['spawn_agent: Look', { kind: 'think', rawInput: { task: 'Something else' } }, 'spawn_agent: Look'],
	['look: {"queries":["a b"', { kind: 'other', rawInput: { queries: ['a b'] } }, 'look: a b'],
	['run_commands: {"commands":["ls', { kind: 'execute', rawInput: { commands: ['ls'] } }, 'ls'],
	['{"a":1}', { kind: 'other', name: 'count', rawInput: { a: 1 } }, 'count'],
	['Reading `a.txt`', { kind: 'read' }, 'Reading a.txt'],
])('a title that is an input or Markdown, %s, is readable', (title, patch, expected) => {
	expect(toolTitle(tool({ locations: [], ...patch, title }).call, '/w')).toBe(expected);
});

test.each<[string, string, DiffContent['lines'], string]>([
	['}', '}\n\nfoo\n', { old: 3, new: 3 }, '+3'],
	['}', '}\n\nfoo\n', null, '+3'],
	['}\n', '}\n\nfoo\n', null, '+2'],
	['', 'foo\n', null, '+1'],
	['}\n\n', '}\n', undefined, '−1'],
])('the lines of a part of a file, %j to %j, are counted as its file has them', (oldText, newText, lines, expected) => {
	const diff: DiffContent = { type: 'diff', path: 'a', oldText, newText, ...(lines === undefined ? {} : { lines }) };
	expect(card({ kind: 'edit', title: 'Edit a', content: [diff] })[0]).toContain(expected);
});

const reason = ['✗ T  failed', '  No such file here'];
const todos = [
	{ text: 'Read', status: 'completed', priority: 'medium' },
	{ text: 'Write', status: 'pending', priority: 'medium' },
] as const;
const tasks = { kind: 'other', content: [textOf('[{"content": "Read"}]')], result: { todos } } as const;
const asked = { kind: 'other', result: { prompt: 'Look around.\nTell what you find.' } } as const;
const withFields = { content: [textOf('```\nExit code 3\nout\n```')], result: { exitCode: 3, output: 'out' } };
const wrapped = (inner: string) => ({ status: 'failed', content: [textOf(`\`\`\`\n${inner}\n\`\`\``)] }) as const;

test.each<[string, Partial<ToolCall>, Partial<RenderContext>, string[]]>([
	['what went wrong is prose', wrapped('No such file here'), { width: 24 }, reason],
	[
		'and prose, whatever it is wrapped in',
		wrapped('<tool_use_error>No such file here</tool_use_error>'),
		{ width: 24 },
		reason,
	],
	[
		'an exit code that only fields tell is in the header, and the output stands alone',
		{ kind: 'execute', status: 'failed', ...withFields },
		{},
		['✗ T  exit 3', '    out'],
	],
	[
		'a change of mode that was refused does not look done',
		{ kind: 'switch_mode', verdict: { decision: 'denied', because: 'you said no' } },
		{},
		['✗ T  denied: you said no'],
	],
	[
		'nor does a plan that was turned down stand here and in the note that keeps it',
		{
			kind: 'switch_mode',
			status: 'failed',
			verdict: { decision: 'denied', because: 'you said no' },
			content: [textOf('# Plan')],
		},
		{},
		['✗ T  denied: you said no'],
	],
	['a list of tasks is not the text that its agent made of it', tasks, {}, ['✓ T']],
	['but a list where it is open', tasks, all, ['✓ T', '    ✓ Read', '    ○ Write']],
	[
		'what a sub-agent is asked is shown in short once it is done',
		asked,
		{},
		['✓ T', '    Look around. Tell what you find.'],
	],
	[
		'the time that a question stood open is not the tool’s',
		{ kind: 'edit', startedAt: 1000, endedAt: 35_100, askedMs: 34_000 },
		{ width: 30 },
		[right('✓ T', '0.1s', 30)],
	],
])('%s', (_, patch, context, lines) => {
	expect(drawnAs(patch, context)).toEqual(lines);
});

test.each([
	[
		'the tasks of a call that is not done yet are its list',
		{ ...tasks, status: 'pending' },
		['    ✓ Read', '    ○ Write'],
	],
	[
		'what a sub-agent at work is asked',
		{ ...asked, status: 'in_progress' },
		['    Look around.', '    Tell what you find.'],
	],
	// The folder of the workspace is not reported.
	['the place of a command', { kind: 'execute', status: 'in_progress', locations: [{ path: '/home/ada/shop' }] }, []],
] as const)('below the header: %s', (_, patch, lines) => {
	expect(drawnAs(patch).slice(1, 3)).toEqual(lines);
});

test('a raw output that says what is shown already is not reported twice', () => {
	const call = { title: 'T', content: [textOf('```\nout\n```')] };
	const drawn = (rawOutput: unknown) => drawnAs({ ...call, rawOutput }, all);
	expect(drawn('out\n')).not.toContain('    output');
	expect(drawn([{ type: 'text', text: 'out' }])).not.toContain('    output');
	expect(drawn('something else')).toContain('    output');
	expect(drawn({ text: 'out', exitCode: 0 })).toContain('    output');
});

test.each<[string, Partial<ToolCall>, string[]]>([
	['that wrote nothing', { result: { output: '' } }, ['✓ T', `    ${MISSING_OUTPUT.none}`]],
	[
		'with an empty terminal',
		{ terminals: [terminal('', { exit: { code: 0, signal: null } })] },
		['✓ T', `    ${MISSING_OUTPUT.none}`],
	],
	['of which nothing was sent', {}, ['✓ T', `    ${MISSING_OUTPUT.nothingSent}`]],
	[
		'that failed without a word',
		{ status: 'failed', result: { exitCode: 2 } },
		['✗ T  exit 2', `    ${MISSING_OUTPUT.notSent}`],
	],
	['that was refused', { status: 'failed', verdict: { decision: 'denied', because: 'no' } }, ['✗ T  denied: no']],
	['that was stopped', { status: 'cancelled' }, ['■ T  stopped']],
])('a command %s', (_, patch, lines) => {
	expect(drawnAs({ kind: 'execute', ...patch })).toEqual(lines);
});

test.each<[string, Partial<ToolCall>, string]>([
	['is being stopped', { status: 'in_progress', ending: 'stopping' }, ENDINGS.stopping],
	['goes on after its turn', { status: 'in_progress', ending: 'outlived' }, ENDINGS.outlived],
	['may go on', { status: 'cancelled', ending: 'unconfirmed' }, ENDINGS.unconfirmed],
])('a command that %s says so', (_, patch, words) => {
	expect(drawnAs({ kind: 'execute', ...patch })[0]).toContain(`T  ${words}`);
});

test('what an agent tells its model of a refused or stopped command is not shown unasked', () => {
	const words = `The user does not want to proceed. ${'Stop what you are doing and wait. '.repeat(6)}`;
	const denied = { status: 'failed', verdict: { decision: 'denied', because: 'no' } } as const;
	const stopped = { status: 'cancelled' } as const;
	// Claude writes it into the terminal of the call.
	for (const said of [{ content: [textOf(words)] }, { terminals: [terminal(words)] }]) {
		expect(drawnAs({ kind: 'execute', ...denied, ...said })).toEqual(['✗ T  denied: no']);
		expect(drawnAs({ kind: 'execute', ...stopped, ...said })).toEqual(['■ T  stopped']);
		expect(drawnAs({ kind: 'execute', ...stopped, ...said }, all).join(' ')).toContain('does not want');
	}
	const ticks = { kind: 'execute', ...stopped, terminals: [terminal('tick 1\ntick 2')] } as const;
	expect(drawnAs(ticks).join(' ')).toContain('tick 2');
});

test('why a command never ran is prose, and wraps as prose does', () => {
	const words = 'The command was refused by the settings of this machine '.repeat(3).trim();
	const [, ...lines] = drawnAs({ kind: 'execute', status: 'failed', content: [textOf(words)] });
	expect(lines.length).toBeGreaterThan(1);
	expect(lines.map((line) => line.trim()).join(' ')).toBe(words);
});

test.each<[string, Partial<ToolCall>, string]>([
	['Shell', { kind: 'execute', rawInput: { command: 'npm test' } }, '○ $ npm test'],
	['bash', { kind: 'execute', rawInput: { argv: ['npm', 'test'] } }, '○ $ npm test'],
	['Edit', { kind: 'edit', rawInput: { file_path: '/home/ada/shop/a.txt' } }, '○ Edit: a.txt'],
	['read', { kind: 'read', rawInput: { filePath: '/home/ada/shop/a.txt' } }, '○ read: a.txt'],
	['Plan:', { kind: 'switch_mode', rawInput: { plan: '# Fake plan\n\n1. Go' } }, '○ Plan: Fake plan'],
	['Plan:', { kind: 'switch_mode' }, '○ Plan'],
])('a title %s is not all that is said', (title, patch, line) => {
	expect(drawnAs({ status: 'pending', startedAt: 9990, ...patch, title })[0]).toBe(line);
});

test('a command of which nobody says how it ended has no green sign', () => {
	const signOf = (patch: Partial<ToolCall>) =>
		entryLines(tool({ title: 'T', kind: 'execute', ...patch }), contextOf())[0]?.[0]?.style?.color;
	expect(signOf({})).toBe('muted');
	expect(signOf({ result: { exitCode: 0 } })).toBe('success');
	expect(signOf({ content: [textOf('out')] })).toBe('success');
});

test('An answer for the model that holds a message is shown by that.', () => {
	const shown = (text: string, patch = {}) =>
		card({ kind: 'other', content: [textOf(text)], ...patch }, open).join(' ');
	expect(shown('{"approved":true,"message":"Go on."}')).toMatch(/ Go on\.$/);
	expect(shown('{"approved":true}')).toContain('{"approved":true}');
	expect(shown('{"approved":true,"message":"No."}', { status: 'failed' })).toContain('"approved"');
});
