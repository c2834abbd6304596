import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangedFile } from '../../../../src/core/changes.js';
import type { ContentBlock } from '../../../../src/core/content.js';
import type { Entry, TurnEndEntry } from '../../../../src/core/session/entries/entry.js';
import { formatBytes } from '../../../../src/core/text/bytes.js';
import { formatDuration } from '../../../../src/view/duration.js';
import { lineText, lineWidth } from '../../../../src/view/spans.js';
import { entryLines, entryView } from '../../../../src/view/transcript/entries/entry-lines.js';
import {
	COMPACTION,
	HOW_TO_OPEN,
	omitted,
	turnEnd as words,
} from '../../../../src/view/transcript/transcript-messages.js';
import { busy, endTurn, openedWith, play } from '../../../core/session/play.js';
import { createStage, happen, text } from '../../stage.js';
import { contextOf, message, texts, user } from '../samples.js';

const at = 0;
const turnEnd = (patch: Partial<TurnEndEntry>): Entry => ({
	kind: 'turn-end',
	id: 'e',
	at: 12_400,
	startedAt: 0,
	reason: 'end_turn',
	...patch,
});
const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=', bytes: 34_000 } as const;
const blockEntry = (block: ContentBlock): Entry => ({ kind: 'block', id: 'b', at, role: 'agent', block });
const longThought: Entry = {
	kind: 'thought',
	id: 'th',
	at: 8000,
	text: 'First I look.\nThen **I decide** what to do about all of it',
	isStreaming: true,
};
const note: Entry = {
	kind: 'note',
	id: 'n',
	at,
	level: 'error',
	from: 'client',
	title: 'The agent could not be started',
	detail: 'spawn ENOENT',
	hint: 'Check the command',
};

test.each<[string, Entry, number, string[]]>([
	['a prompt', user('Add a limiter'), 100, ['› Add a limiter']],
	[
		'a prompt that wraps',
		user('Add a rate limiter to the login route'),
		20,
		['› Add a rate limiter', '  to the login route'],
	],
	['a prompt of several lines', user('one\n\ntwo\n'), 40, ['› one', '', '  two']],
	['a prompt with wide characters', user('日本語のテキストです'), 20, ['› 日本語のテキストで', '  す']],
	[
		'a prompt with attachments',
		{ ...user('see'), blocks: [image] } as Entry,
		40,
		['› see', '  ▣ image · image/png · 34 KB'],
	],
	[
		'a prompt with lines of a file',
		{
			...user('see'),
			blocks: [
				{ type: 'resource', uri: 'file:///home/ada/shop/src/a%20b.ts#L10-20', text: 'x', bytes: 1 },
				{ type: 'resource_link', uri: 'file:///tmp/c.ts#L3', name: 'c.ts:3' },
				{ type: 'resource', uri: 'file:///tmp/%E0.ts#L3', text: 'x', bytes: 1 },
			],
		} as Entry,
		100,
		['› see', '  ▤ src/a b.ts:10-20 · 1 B', '  ↗ /tmp/c.ts:3', '  ▤ %E0.ts · 1 B · file:///tmp/%E0.ts#L3'],
	],
	['a prompt of an attachment alone', { ...user(''), blocks: [image] } as Entry, 40, ['› ▣ image · image/png · 34 KB']],
	['a message', message("I'll look at the **router** first."), 100, ["● I'll look at the router first."]],
	['a message that wraps', message("I'll look at the router first."), 20, ["● I'll look at the", '  router first.']],
	['an empty message', message(' \n'), 40, []],
	[
		'a thought',
		{ kind: 'thought', id: 't', at, endedAt: 3200, text: 'hm', isStreaming: false },
		100,
		['∴ Thought for 3.2s'],
	],
	[
		'a replayed thought',
		{ kind: 'thought', id: 't', at, endedAt: 0, text: 'hm', isStreaming: false },
		100,
		['∴ Thought'],
	],
	[
		'a thought that goes on',
		longThought,
		100,
		['∴ Thinking… 2.0s First I look. Then I decide what to do about all of it'],
	],
	['a thought that goes on, narrow', longThought, 40, ['∴ Thinking… 2.0s … to do about all of it']],
	['a thought that goes on, very narrow', longThought, 20, ['∴ Thinking… 2.0s']],
	['a note', note, 100, ['✗ The agent could not be started', '  spawn ENOENT', '  → Check the command']],
	[
		'a note, narrow',
		note,
		20,
		['✗ The agent could', '  not be started', '  spawn ENOENT', '  → Check the', '  command'],
	],
	[
		'a note of the agent',
		{ kind: 'note', id: 'n', at, level: 'info', from: 'agent', title: 'Unknown model' },
		40,
		['ℹ Agent: Unknown model'],
	],
	['an image', blockEntry(image), 100, ['▣ image · image/png · 34 KB (ctrl+o, e)']],
	[
		'a sound',
		blockEntry({ type: 'audio', mimeType: 'audio/wav', data: '', bytes: 812 }),
		100,
		['♪ audio · audio/wav · 812 B'],
	],
	[
		'a link',
		blockEntry({ type: 'resource_link', uri: 'https://x.test/a', name: 'A page', size: 1_200_000 }),
		100,
		['↗ A page · 1.2 MB · https://x.test/a'],
	],
	[
		'a link with a title beside its name',
		blockEntry({ type: 'resource_link', uri: 'https://x.test/a', name: 'a.html', title: 'A page' }),
		100,
		['↗ A page · a.html · https://x.test/a'],
	],
	[
		'a resource',
		blockEntry({ type: 'resource', uri: 'file:///a/b/notes.md', mimeType: 'text/markdown', text: 'hi', bytes: 2 }),
		100,
		['▤ notes.md · text/markdown · 2 B · file:///a/b/notes.md'],
	],
	[
		'a resource that was too large to keep',
		blockEntry({ type: 'resource', uri: 'file:///a/b.pdf', mimeType: 'application/pdf', bytes: 21e6, isLeftOut: true }),
		100,
		['▤ b.pdf · application/pdf · 21 MB, too large to keep · file:///a/b.pdf'],
	],
	['an unknown block', blockEntry({ type: 'unknown', label: 'video', json: '{"a":1}' }), 20, ['? video · {"a":1}']],
	[
		'an unknown update',
		{ kind: 'unknown', id: 'u', at, label: 'update "foo"', json: '{"a": [1, 2, 3]}', count: 3 },
		100,
		['? update "foo" ×3 · {"a": [1, 2, 3]}'],
	],
	[
		'an unknown update, narrow',
		{ kind: 'unknown', id: 'u', at, label: 'update "foo"', json: '{"a": [1, 2, 3]}', count: 1 },
		20,
		['? update "foo" · {"…'],
	],
	[
		'a compaction that runs',
		{ kind: 'compaction', id: 'c', at: 8000, compactionId: 'c', status: 'in_progress', summary: '' },
		40,
		[`⠹ ${COMPACTION.in_progress} 2.0s`],
	],
	[
		'a compaction that failed',
		{ kind: 'compaction', id: 'c', at, compactionId: 'c', status: 'failed', summary: '', error: 'no tokens' },
		40,
		[`✗ ${COMPACTION.failed}`, '  no tokens'],
	],
	['a short good turn', turnEnd({ at: 3000 }), 100, []],
	['a long good turn', turnEnd({}), 100, ['── 12s ──']],
	[
		'a turn that ended at a refusal',
		turnEnd({ reason: 'cancelled', endedBy: 'agent-after-refusal' }),
		100,
		['■ The agent stopped after your refusal (12s)'],
	],
	['a stopped turn', turnEnd({ reason: 'cancelled' }), 100, ['■ Stopped after 12s']],
	['a refusal', turnEnd({ reason: 'refusal' }), 100, [`! ${words.refusal}`, `  → ${words.refusalHint}`]],
	['a token limit', turnEnd({ reason: 'max_tokens' }), 100, [`! ${words.maxTokens}`, `  → ${words.maxTokensHint}`]],
	['a reason that nobody knows', turnEnd({ reason: 'unknown', word: 'tired' }), 100, [`! ${words.unknown('tired')}`]],
	[
		'a failed turn',
		turnEnd({
			reason: 'failed',
			failure: { code: 'agent-error', message: 'Overloaded.', hint: 'Try again.', detail: '529' },
		}),
		100,
		['✗ Overloaded.', '  529', '  → Try again. /retry sends it again.'],
	],
	['an agent that ended', turnEnd({ reason: 'agent-exit' }), 100, [`✗ ${words.agentExit}`]],
	[
		'a hook with a line of output',
		{ ...note, level: 'warning', title: 'hook turnEnd make', detail: 'red', hint: '', hookMs: 100 },
		40,
		['! hook turnEnd make · 0.1s', '  red'],
	],
	[
		'a hook with two lines of output',
		{ ...note, level: 'warning', title: 'hook turnEnd make', detail: 'red\nblue', hint: '', hookMs: 100 },
		40,
		['! hook turnEnd make · 0.1s', `  ⋯ ${omitted.lines(2)} ${HOW_TO_OPEN}`],
	],
])('%s is drawn', (_name, entry, width, expected) => {
	expect(texts(entryLines(entry, contextOf({ width })))).toEqual(expected);
});

test('a long prompt is folded until it is opened', () => {
	const entry = user(Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n'));
	const folded = texts(entryLines(entry, contextOf()));
	expect(folded).toHaveLength(21);
	expect(folded.slice(16)).toEqual(
		['line 16', `⋯ ${omitted.lines(480)} ${HOW_TO_OPEN}`, 'line 497', 'line 498', 'line 499'].map(
			(line) => `  ${line}`,
		),
	);
	expect(entryLines(entry, contextOf({ isOpen: () => true }))).toHaveLength(500);
	expect(entryLines(entry, contextOf({ isOpen: () => false }))).toHaveLength(4);
});

test('an opened resource shows its text', () => {
	const entry: Entry = {
		kind: 'block',
		id: 'b',
		at,
		role: 'agent',
		block: { type: 'resource', uri: 'file:///a.txt', text: 'one\ntwo', bytes: 7 },
	};
	expect(texts(entryLines(entry, contextOf({ isOpen: () => true }))).slice(1)).toEqual(['  one', '  two']);
});

test('a message that streams looks at each moment as it would if it were whole', () => {
	const source =
		'First **words** here.\n\n- a\n- b\n\n```js\nconst a = 1;\n```\n\nAnd an end that wraps around the width.';
	const context = contextOf({ width: 24 });
	const finalLines = texts(entryLines(message(source, 'whole'), context));
	let last: string[] = [];
	for (let end = 1; end <= source.length; end += 3) {
		last = texts(entryLines(message(source.slice(0, end), 'live', true), context));
		for (const line of last) expect(line.length).toBeLessThanOrEqual(24);
	}
	last = texts(entryLines(message(source, 'live', true), context));
	expect(last).toEqual(finalLines);
});

test('a message that streams keeps the lines that are finished', () => {
	const context = contextOf({ width: 40 });
	const paragraphs = Array.from({ length: 30 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
	const before = entryLines(message(paragraphs, 'live', true), context);
	const after = entryLines(message(`${paragraphs}\n\nMore.`, 'live', true), context);
	const kept = before.filter((line, index) => line === after[index]).length;
	expect(kept).toBeGreaterThan(before.length - 6);
});

const hostile = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc.constantFrom(
		'\x1b[2J\x1b[31mred',
		'\x1b]0;title\x07',
		'a\r\nb\tc',
		'\u202egnp.exe',
		'👨‍👩‍👧'.repeat(9),
		'中'.repeat(40),
	),
);

test('hostile text in any place stays in its lines and its width', () => {
	fc.assert(
		fc.property(hostile, fc.integer({ min: 1, max: 50 }), fc.boolean(), (text, width, areAllOpen) => {
			const block = { type: 'resource_link', uri: text, name: text, title: text, description: text } as const;
			const entries: Entry[] = [
				{ kind: 'user', id: '1', at, text, blocks: [block] },
				message(text, '2'),
				message(text, '3', true),
				{ kind: 'thought', id: '4', at, text, isStreaming: true },
				{ kind: 'block', id: '5', at, role: 'agent', block: { type: 'unknown', label: text, json: text } },
				{ kind: 'note', id: '6', at, level: 'info', from: 'agent', title: text, detail: text, hint: text },
				{ kind: 'compaction', id: '7', at, compactionId: text, status: 'failed', summary: text, error: text },
				{ kind: 'unknown', id: '8', at, label: text, json: text, count: 2 },
				turnEnd({ reason: 'unknown', word: text }),
				turnEnd({ reason: 'failed', failure: { code: 'internal', message: text, hint: text, detail: text } }),
			];
			for (const entry of entries) {
				for (const line of entryLines(entry, contextOf({ width, areAllOpen }))) {
					expect(lineWidth(line)).toBeLessThanOrEqual(width);
					expect(lineText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
				}
			}
		}),
	);
});

const lastWordsOf = (lines: readonly string[]): string => {
	const exit = { code: 1, signal: null, stderrTail: lines, junkLines: 0, expected: false };
	return text(createStage(play(openedWith({}), { type: 'agent-exited', exit })));
};

test('Of a stack it is the error that is shown, not where it was thrown.', () => {
	const node = [
		'file:///a.js:1',
		"throw new Error('x')",
		'^',
		'Error: x',
		'    at file:///a.js:1:7',
		'Node.js v24.1.0',
	];
	expect(lastWordsOf(node)).toMatch(/\n\s+Error: x ⋯ 5 more lines/);
	expect(lastWordsOf(['panicked: x', 'note: run with `RUST_BACKTRACE=1`'])).toMatch(/\n\s+panicked: x ⋯ 1 more line /);
});

test.each([
	[-5, '0.0s'],
	[100, '0.1s'],
	[9_949, '9.9s'],
	[9_950, '10s'],
	[12_400, '12s'],
	[59_600, '1m 00s'],
	[125_000, '2m 05s'],
	[3_720_000, '1h 02m'],
])('%i ms are %s', (milliseconds, expected) => {
	expect(formatDuration(milliseconds)).toBe(expected);
});

test.each([
	[0, '0 B'],
	[-1, '0 B'],
	[Number.NaN, '0 B'],
	[999, '999 B'],
	[1000, '1.0 KB'],
	[34_000, '34 KB'],
	[999_600, '1.0 MB'],
	[5e15, '5000 TB'],
])('%d bytes are %s', (bytes, expected) => {
	expect(formatBytes(bytes)).toBe(expected);
});

const NEW = 'it is new, in a place of which no versions are kept';

function fileOf(path: string, gap?: string): ChangedFile {
	const change = {
		path,
		kind: 'added',
		known: { type: 'allowed', title: 'Apply' },
		diff: null,
		isTampering: false,
	} as const;
	return gap === undefined ? { ...change, canRestore: true } : { ...change, canRestore: false, gap };
}

function reported(files: readonly ChangedFile[]): string {
	const stage = createStage(endTurn(busy()), 100, 30);
	const snapshot = { id: '1', at: 0, gaps: [] };
	const set = { id: 's', turnId: 't', before: snapshot, after: snapshot, files, undone: [] };
	happen(stage, { type: 'turn-changes', set });
	return text(stage);
}

test('Files that cannot be undone are named, and counted where many cannot for the same reason.', () => {
	const few = ['.git/a', '.git/b', '.git/c'].map((path) => fileOf(path, NEW));
	expect(reported(few)).toContain(`.git/b cannot be undone: ${NEW}.`);
	const many = reported([...few, fileOf('.git/d', NEW), fileOf('big.bin', 'it is larger than 10 MB'), fileOf('a.ts')]);
	expect(many).toContain('4 files cannot be undone: they are new, in a place of which no versions are kept.');
	expect(many).not.toContain('.git/b cannot be undone');
	expect(many).toContain('big.bin cannot be undone: it is larger than 10 MB.');
});

test('A sub-agent’s message has one sign and plain words, folded and open.', () => {
	const entry: Entry = { ...message('- Scout: **3** files\n- Reader'), parentId: 'p', depth: 1 } as Entry;
	expect(texts(entryLines(entry, contextOf()))).toEqual(['  └ ● Scout: 3 files • Reader']);
	const open = texts(entryLines(entry, contextOf({ isOpen: () => true })));
	expect(open.map((line) => line.trim())).toEqual(['└   • Scout: 3 files', '• Reader']);
});

test.each([
	['a message', 40],
	['a long message', 30_000],
])('%s of another session shows nothing of the one before with its id', (_, length) => {
	const context = contextOf({ width: 60 });
	const entry = (at: number, word: string, isStreaming: boolean): Entry => ({
		...{ kind: 'message', id: 'entry-3', at, isStreaming },
		text: `${word} `.repeat(length / 5),
	});
	for (const isStreaming of [true, false]) entryView(entry(1, 'left', isStreaming), context).line(0);
	const shown = entryView(entry(2, 'resumed', false), context);
	const lines = Array.from({ length: Math.min(shown.height, 100) }, (_, line) => shown.line(line));
	expect(texts(lines).join('\n')).not.toContain('left');
});
