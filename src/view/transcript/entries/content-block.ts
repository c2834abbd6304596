import { isForAssistantOnly } from '../../../core/content.js';
import type { BlockEntry } from '../../../core/session/entries/entry.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { highlightCode, languageOfPath } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import { pictureLines } from '../../pictures/picture-lines.js';
import { wrapLine } from '../../spans.js';
import { opennessOf, type RenderContext } from '../context.js';
import { dimmed, hiddenLine, indented } from '../layout.js';
import { omitted } from '../messages.js';
import { agentOnlyLines } from './agent-only.js';
import { blockSummary, fileKeys } from './block-summary.js';

const OPEN_LINES = 1000;

/**
 * One line for a block of the agent, below the picture itself where it can be shown; an opened text resource shows its
 * text.
 */
export function renderBlockEntry(entry: BlockEntry, context: RenderContext): Line[] {
	const { block } = entry;
	const { width } = context;
	const openness = opennessOf(entry.id, context);
	const isOpened = openness === 'open' || openness === 'all';
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
