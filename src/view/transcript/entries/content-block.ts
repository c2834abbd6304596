import { isForAssistantOnly } from '../../../core/content.js';
import type { BlockEntry, UnknownEntry } from '../../../core/session/entries/entry.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { highlightCode, languageOfPath } from '../../code/highlight.js';
import { faint, type Line, muted, styled } from '../../line.js';
import { pictureLines } from '../../pictures/picture-lines.js';
import { clipLine, wrapLine } from '../../spans.js';
import { isOpen, opennessOf, type RenderContext } from '../context.js';
import { dimmed, firstLines, hang, hiddenLine, indented } from '../layout.js';
import { omitted } from '../transcript-messages.js';
import { agentOnlyLines } from './agent-only.js';
import { blockSummary, fileKeys, oneLine } from './block-summary.js';

const OPEN_LINES = 1000;
const MOST_UNKNOWN_LINES = 200;

export function renderBlockEntry(entry: BlockEntry, context: RenderContext): Line[] {
	const { block } = entry;
	const { width } = context;
	const openness = opennessOf(entry.id, context);
	const isOpened = isOpen(entry.id, context);
	if (isForAssistantOnly(block)) {
		return agentOnlyLines([block], { width, most: isOpened ? OPEN_LINES : 0, canOpen: openness !== 'all' });
	}
	const head = blockSummary(block, width, fileKeys(block, context.areAllOpen));
	const picture = openness === 'folded' ? [] : pictureLines(block, width, context.pictures);
	const lines = [...picture, ...(entry.role === 'thought' ? dimmed([head]) : [head])];
	if (!isOpened) return lines;
	const text = block.type === 'resource' ? (block.text ?? '') : block.type === 'unknown' ? block.json : '';
	if (text === '') return lines;
	const language = block.type === 'resource' ? languageOfPath(block.uri) : '';
	const code = highlightCode(sanitizeText(text), language);
	const shown = code.slice(0, OPEN_LINES);
	return [
		...lines,
		...indented(2, width, (room) => [
			...shown.flatMap((line) => wrapLine(line, room, { hard: true })),
			...(code.length > shown.length ? [hiddenLine(omitted.lines(code.length - shown.length), room, false)] : []),
		]),
	];
}

export function renderUnknown(entry: UnknownEntry, context: RenderContext): Line[] {
	const { width } = context;
	const head: Line = [
		styled('? ', { color: 'muted', bold: true }),
		muted(oneLine(entry.label)),
		...(entry.count > 1 ? [muted(` ×${entry.count}`)] : []),
	];
	if (!isOpen(entry.id, context)) {
		const json = oneLine(entry.json);
		return [clipLine(json === '' ? head : [...head, faint(` · ${json}`)], width)];
	}
	const body = hang([{ text: '  ' }], width, (room) => {
		const shown = firstLines(sanitizeText(entry.json), room, MOST_UNKNOWN_LINES, { color: 'muted' });
		return shown.hidden > 0 ? [...shown.lines, hiddenLine(omitted.lines(shown.hidden), room, false)] : shown.lines;
	});
	return [clipLine(head, width), ...(entry.json.trim() === '' ? [] : body)];
}
