import { expect, test } from 'vitest';
import type { Entry } from '../../../../src/core/session/entries/entry.js';
import type { Line } from '../../../../src/view/line.js';
import { entryLines, entryView } from '../../../../src/view/transcript/entries/entry-lines.js';
import { createRenderCache } from '../../../../src/view/transcript/line-cache.js';
import type { RenderContext } from '../../../../src/view/transcript/render-context.js';

const context = (id: string): RenderContext => ({
	width: 80,
	cwd: '/w',
	isOpen: (entryId) => entryId === id,
	areAllOpen: false,
	now: 10_000,
	spinner: null,
	cache: createRenderCache(),
});
const part = (at: number): string => `## Part ${at}\n\nSome **bold** words ${at}.\n\n- one\n- two\n\n`;
const textOf = (parts: number): string => Array.from({ length: parts }, (_, at) => part(at)).join('');
const base = { id: 'e1', at: 0, turnId: 't1' };

const kinds: readonly (readonly [string, (text: string) => Entry])[] = [
	[
		"a sub-agent's message",
		(text) => ({ ...base, kind: 'message', text, isStreaming: false, parentId: 'c1', depth: 1 }),
	],
	[
		"a sub-agent's thought",
		(text) => ({ ...base, kind: 'thought', text, isStreaming: false, parentId: 'c1', depth: 1 }),
	],
	['a thought', (text) => ({ ...base, kind: 'thought', text, isStreaming: false })],
	['a summary', (text) => ({ ...base, kind: 'compaction', compactionId: 'x', status: 'completed', summary: text })],
	['a prompt', (text) => ({ ...base, kind: 'user', text, blocks: [], sentAlong: 'and a word of ours' })],
];

test.each(kinds)('of %s that is long and open only what is looked at is laid out', (_, entryOf) => {
	const entry = entryOf(textOf(20_000));
	const looking = context(entry.id);
	const view = entryView(entry, looking);
	for (let line = 0; line < 60; line += 1) view.line(line);
	for (let line = 1; line <= 60; line += 1) view.line(view.height - line);
	expect(looking.cache?.long(entry.id).laidOut()).toBeLessThan(100_000);
});

test.each(kinds)('%s that is long is drawn as a short one is', (_, entryOf) => {
	const lines = (parts: number) => {
		const entry = entryOf(textOf(parts));
		return entryLines(entry, context(entry.id));
	};
	const [short, long] = [lines(30), lines(2000)];
	expect(long.slice(0, 150).map(seen)).toEqual(short.slice(0, 150).map(seen));
	// Numbers have other widths at the end, but the shape is the same.
	const shape = (all: typeof long) => all.slice(-4).map((line) => seen(line).map(({ style }) => style));
	expect(shape(long)).toEqual(shape(short));
});

/** Without the blanks, whose styles nobody sees but for their ground. */
const seen = (line: Line) => line.filter(({ text, style }) => text.trim() !== '' || style?.background !== undefined);
