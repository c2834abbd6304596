import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { type EntryList, replaceEntry } from '../../../src/core/session/entries/entry-list.js';
import type { Line } from '../../../src/view/line.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { blockAt, blockLine } from '../../../src/view/transcript/block.js';
import { type Anchor, END, nextPrompt, previousPrompt, START, scroll } from '../../../src/view/transcript/position.js';
import type { RenderContext } from '../../../src/view/transcript/render-context.js';
import { transcriptWindow } from '../../../src/view/transcript/window.js';
import { contextOf, listOf, message, texts, tool, user } from './samples.js';

/** Everything drawn at once: what a window must be a part of. */
function everything(list: EntryList, context: RenderContext): Line[] {
	const lines: Line[] = [];
	for (let index = 0; index < list.size; index += 1) {
		const block = blockAt(list, index, context);
		for (let line = 0; line < block.height; line += 1) lines.push(blockLine(block, line));
	}
	return lines;
}

const entryOf = (index: number, kind: number, words: string): Entry => {
	const id = `e${index}`;
	switch (kind % 6) {
		case 0:
			return user(words, id);
		case 1:
			return tool(
				{
					title: words,
					kind: 'execute',
					content: index % 2 === 0 ? [] : [{ type: 'content', block: { type: 'text', text: words } }],
				},
				id,
			);
		case 2:
			return { kind: 'thought', id, at: 0, text: words, isStreaming: false };
		case 3:
			return { kind: 'turn-end', id, at: 10, startedAt: 0, reason: 'end_turn' };
		case 4:
			return { kind: 'note', id, at: 0, level: 'info', from: 'client', title: words, detail: words };
		default:
			return message(words, id);
	}
};

const lists = fc
	.array(fc.tuple(fc.nat(5), fc.string({ unit: 'grapheme', maxLength: 90 })), { maxLength: 12 })
	.map((parts) => listOf(parts.map(([kind, words], index) => entryOf(index, kind, words))));
const widths = fc.integer({ min: 1, max: 60 });
const heights = fc.integer({ min: 1, max: 15 });

test('no line is wider than the width, and every row names its entry', () => {
	fc.assert(
		fc.property(lists, widths, heights, fc.boolean(), (list, width, height, areAllOpen) => {
			const context = contextOf({ width, areAllOpen });
			const shown = transcriptWindow(list, context, END, height);
			expect(shown.rows.length).toBe(shown.lines.length);
			expect(everything(list, context).filter((line) => lineWidth(line) > width)).toEqual([]);
			shown.rows.forEach((row, index) => {
				expect(blockLine(blockAt(list, row.entry, context), row.line)).toEqual(shown.lines[index]);
			});
		}),
	);
});

test('any anchor, height and width is safe', () => {
	const anchors = fc.oneof(
		fc.constant<Anchor>(END),
		fc.record({ type: fc.constant('at' as const), entry: fc.integer(), line: fc.integer() }),
	);
	fc.assert(
		fc.property(
			lists,
			fc.integer({ max: 3 }),
			fc.integer({ min: -3, max: 8 }),
			anchors,
			(list, width, height, anchor) => {
				const context = contextOf({ width: Math.max(1, width) });
				const shown = transcriptWindow(list, context, anchor, height);
				expect(shown.lines.length).toBeLessThanOrEqual(Math.max(0, height));
				scroll(list, context, anchor, height, 5);
				scroll(list, context, anchor, height, Number.NaN);
				previousPrompt(list, context, anchor, height);
				nextPrompt(list, context, anchor, height);
			},
		),
	);
});

const many = (size: number) =>
	listOf(Array.from({ length: size }, (_, index) => message(`message ${index}`, `m${index}`)));

test('an entry that shrinks under the reader clamps the line', () => {
	const context = contextOf();
	const tall = message(Array.from({ length: 40 }, (_, index) => `- item ${index}`).join('\n'), 'tall');
	const list = listOf([user('hi'), tall, ...Array.from({ length: 20 }, (_, index) => user(`u${index}`, `u${index}`))]);
	const anchor: Anchor = { type: 'at', entry: 1, line: 30 };
	const small = replaceEntry(list, 1, message('short', 'tall'));
	expect(transcriptWindow(small, context, anchor, 5).firstVisible).toEqual({ entry: 1, line: 1 });
});

test('lines below are counted while they are few, entries always', () => {
	const context = contextOf();
	const list = many(50);
	expect(transcriptWindow(list, context, { type: 'at', entry: 0, line: 0 }, 3)).toMatchObject({
		newBelow: 48,
		linesBelow: null,
	});
	expect(transcriptWindow(list, context, { type: 'at', entry: 46, line: 0 }, 4)).toMatchObject({
		newBelow: 2,
		linesBelow: 4,
	});
});

test('prompts are walked up and down', () => {
	const context = contextOf();
	const list = listOf(
		Array.from({ length: 40 }, (_, index) =>
			index % 10 === 0 ? user(`p${index}`, `p${index}`) : message('x', `m${index}`),
		),
	);
	const last = previousPrompt(list, context, END, 10);
	expect(last).toEqual({ type: 'at', entry: 30, line: 1 });
	const before = previousPrompt(list, context, last, 10);
	expect(before).toEqual({ type: 'at', entry: 20, line: 1 });
	expect(nextPrompt(list, context, before, 10)).toEqual(last);
	expect(nextPrompt(list, context, last, 10)).toEqual(END);
	expect(previousPrompt(list, context, { type: 'at', entry: 11, line: 0 }, 10)).toMatchObject({ entry: 10 });
	expect(previousPrompt(list, context, START, 10)).toEqual(START);
	expect(texts(transcriptWindow(list, context, last, 3).lines)[0]).toBe('› p30');
});

test('cards of work stand together, everything else has a blank line above', () => {
	const list = listOf([user('go'), tool({}, 'a'), tool({}, 'b'), message('done')]);
	expect(texts(transcriptWindow(list, contextOf({ width: 40 }), END, 20).lines)).toEqual([
		'› go',
		'',
		'✓ Read src/a.ts                     0.1s',
		'✓ Read src/a.ts                     0.1s',
		'',
		'● done',
	]);
});

test('an entry that draws nothing leaves no gap', () => {
	const end: Entry = { kind: 'turn-end', id: 'e', at: 10, startedAt: 0, reason: 'end_turn' };
	const list = listOf([message('a'), end, user('b')]);
	expect(texts(transcriptWindow(list, contextOf(), END, 20).lines)).toEqual(['● a', '', '› b']);
});

test.each([1_000, 20_000, 200_000])('a frame and a scroll cost what is visible with %i entries', (size) => {
	const context = contextOf();
	let list = many(size);
	transcriptWindow(list, context, END, 40);
	expect(context.cache?.drawn()).toBeLessThanOrEqual(42);
	const middle: Anchor = { type: 'at', entry: Math.floor(size / 2), line: 0 };
	const atMiddle = transcriptWindow(list, context, middle, 40);
	expect(context.cache?.drawn()).toBeLessThanOrEqual(42 + 42);
	scroll(list, context, atMiddle.anchor, 40, -20);
	expect(context.cache?.drawn()).toBeLessThanOrEqual(42 + 42 + 12);
	const before = context.cache?.drawn() ?? 0;
	for (let chunk = 0; chunk < 100; chunk += 1) {
		list = replaceEntry(list, size - 1, message(`chunk ${chunk}`, 'live', true));
		transcriptWindow(list, context, END, 40);
	}
	expect((context.cache?.drawn() ?? 0) - before).toBe(100);
});

test('only what runs is drawn again when time passes', () => {
	const context = contextOf();
	const list = listOf([
		...Array.from({ length: 10 }, (_, index) => tool({}, `t${index}`)),
		tool({ status: 'in_progress' }, 'live'),
	]);
	transcriptWindow(list, context, END, 40);
	const before = context.cache?.drawn() ?? 0;
	transcriptWindow(list, { ...context, spinner: 3, now: 11_000 }, END, 40);
	expect((context.cache?.drawn() ?? 0) - before).toBe(1);
});

test('a new width draws what is visible and nothing else', () => {
	const context = contextOf();
	const list = many(5000);
	transcriptWindow(list, context, END, 20);
	const before = context.cache?.drawn() ?? 0;
	transcriptWindow(list, { ...context, width: 60 }, END, 20);
	expect((context.cache?.drawn() ?? 0) - before).toBeLessThanOrEqual(12);
});

test('an open card keeps a blank line below it, cards of one line stand together', () => {
	const line = (id: string) => tool({ title: id }, id);
	const open = (id: string, parentId?: string) =>
		tool(
			{
				title: id,
				kind: 'execute',
				content: [{ type: 'content', block: { type: 'text', text: 'out' } }],
				...(parentId === undefined ? {} : { parentId }),
			},
			id,
		);
	const drawn = (...entries: Entry[]) =>
		everything(listOf(entries), contextOf({ width: 20 })).map((row) =>
			lineText(row)
				.trim()
				.replace(/ {2,}\S*$/, ''),
		);
	expect(drawn(line('a'), line('b'), open('c'), line('d'), line('e'))).toEqual([
		'✓ a',
		'✓ b',
		'✓ c',
		'out',
		'',
		'✓ d',
		'✓ e',
	]);
	const parent: Entry = { ...open('a'), childSteps: { steps: 1, calls: 1, failed: 0, open: 1, isBackground: false } };
	const child: Entry = { ...open('b', 'a'), depth: 1 };
	expect(drawn(parent, child, message('Done'))).toEqual(['⠹ a  1 call', 'out', '└ ✓ b', 'out', '', '● Done']);
	expect(drawn(open('a'))).toEqual(['✓ a', 'out']);
});
