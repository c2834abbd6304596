import { afterEach, expect, test, vi } from 'vitest';
import { wholeText } from '../../../src/core/text/growing-text.js';
import { onLanguageLoaded } from '../../../src/view/code/highlight.js';
import { drawDiagramsWith } from '../../../src/view/diagrams/diagrams.js';
import type { Line } from '../../../src/view/line.js';
import { originOf } from '../../../src/view/line-origin.js';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { createStreamingMarkdown } from '../../../src/view/markdown/streaming.js';
import { lineText } from '../../../src/view/spans.js';

const FENCE = '```mermaid\ngraph LR\n A --> B\n```\n';
const DRAWING = ['┌───┐', '│ A ├►', '└───┘'];
const DRAWN = ['╭╴mermaid · source: ctrl+o', ...DRAWING.map((row) => `│ ${row}`)];
const SOURCE = ['╭╴mermaid', '│ graph LR', '│  A --> B'];

afterEach(() => drawDiagramsWith(null));

/** Without the rule before the language. */
const rowText = (line: Line): string => lineText(line).replace(/^╭─+╴/, '╭╴');

const textOf = (source: string, width = 40, isDrawn = true): string[] =>
	renderMarkdown(source, { width, isDrawn }).map(rowText);

/** Answer of a thread to each source. */
async function drawnWith(source: string, drawings: readonly (readonly string[])[] | null) {
	const draw = vi.fn(() => Promise.resolve(drawings));
	drawDiagramsWith(draw);
	textOf(source);
	await Promise.resolve();
	await Promise.resolve();
	return draw;
}

test('A closed fence is its source until it is drawn, once.', async () => {
	const changed = vi.fn();
	const stop = onLanguageLoaded(changed);
	const draw = vi.fn(() => Promise.resolve([DRAWING]));
	drawDiagramsWith(draw);
	expect(textOf(FENCE)).toEqual(SOURCE);
	await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
	expect(textOf(FENCE)).toEqual(DRAWN);
	expect(draw).toHaveBeenCalledExactlyOnceWith('graph LR\n A --> B');
	stop();
});

test('The source stays where nobody wants drawings, where none is wide enough, and after a failure.', async () => {
	await drawnWith(FENCE, [DRAWING]);
	expect(textOf(FENCE, 40, false)).toEqual(SOURCE);
	expect(textOf(FENCE, 6)).not.toContain('│ ┌───┐');
	const draw = await drawnWith(FENCE, null);
	expect(textOf(FENCE)).toEqual(SOURCE);
	expect(draw).toHaveBeenCalledOnce();
});

test('A narrower drawing is taken where the first one is too wide.', async () => {
	await drawnWith(FENCE, [['─'.repeat(50)], ['narrow']]);
	expect(textOf(FENCE, 60)).toContain(`│ ${'─'.repeat(50)}`);
	expect(textOf(FENCE, 30)).toContain('│ narrow');
});

test('No row wider than the room is drawn, in lists and quotes too.', async () => {
	const source = `- a\n  ${FENCE.replaceAll('\n', '\n  ')}\n> ${FENCE.trimEnd().replaceAll('\n', '\n> ')}\n`;
	await drawnWith(source, [DRAWING]);
	const lines = textOf(source, 12);
	expect(lines.filter((line) => line.includes('A ├►')).length).toBe(2);
});

test('A stream draws the fence as soon as it is closed.', async () => {
	await drawnWith(FENCE, [DRAWING]);
	const stream = createStreamingMarkdown();
	const room = { width: 40, isDrawn: true };
	expect(stream.render(wholeText('', FENCE.slice(0, -5)), room).map(rowText)).toEqual(SOURCE);
	expect(stream.render(wholeText('', FENCE), room).map(rowText)).toEqual(DRAWN);
	expect(stream.render(wholeText('', FENCE), { width: 40 }).map(rowText)).toEqual(SOURCE);
	expect(
		stream
			.render(wholeText('', `${FENCE}\nmore words\n\nand more`), room)
			.map(rowText)
			.slice(0, 4),
	).toEqual(DRAWN);
});

test('What is copied of a drawing is the source.', async () => {
	await drawnWith(FENCE, [DRAWING]);
	const [, ...rows] = renderMarkdown(FENCE, { width: 40, isDrawn: true });
	expect(rows.map((row) => originOf(row).whole)).toEqual(['graph LR', ' A --> B', null]);
});

test('However many an agent sends, drawing them ends.', async () => {
	const fences = (count: number): string =>
		Array.from({ length: count }, (_, index) => `\`\`\`mermaid\ngraph LR\n a${index}\n\`\`\`\n`).join('\n');
	expect((await drawnWith(fences(600), [DRAWING])).mock.calls.length).toBe(500);
	const draw = await drawnWith(fences(60), null);
	textOf(fences(300));
	expect(draw.mock.calls.length).toBe(60);
});
