import { isForAssistantOnly } from '../../../core/content.js';
import { isComplete } from '../../../core/session/entries/call-outcome.js';
import type { BlockEntry, CompactionEntry, Entry, UnknownEntry } from '../../../core/session/entries/entry.js';
import { wholeText } from '../../../core/text/growing-text.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { highlightCode, highlightVersion, languageOfPath } from '../../code/highlight.js';
import { formatDuration } from '../../duration.js';
import { faint, type Line, muted, type Role, styled } from '../../line.js';
import { behindMargin } from '../../markdown/blocks.js';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import { pictureLines } from '../../pictures/picture-lines.js';
import { clipLine, wrapLine } from '../../spans.js';
import { gutterOf, inGutter } from '../gutter.js';
import { inColumn, isOpen, opennessOf, type RenderContext, spinnerFrame } from '../render-context.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
import { type TextView, viewOfLines } from '../text/text-view.js';
import { renderTool, renderUserCommand } from '../tool/card-lines.js';
import { cardKey, isCardActive, subagentOfEntry } from '../tool/subagent-card.js';
import { dimmed, firstLines, fitted, hang, hiddenLine, indented } from '../transcript-layout.js';
import { COMPACTION, omitted } from '../transcript-messages.js';
import { agentOnlyLines } from './agent-only.js';
import { blockSummary, fileKeys, oneLine } from './block-summary.js';
import { renderChanges } from './changes-entry.js';
import { longMessage, longThought, renderMessage, renderThought } from './message-entry.js';
import { renderNote, renderNotice } from './note-entry.js';
import { renderTurnEnd } from './turn-end-entry.js';
import { longPrompt, renderUser } from './user-entry.js';

export function entryLines(entry: Entry, context: RenderContext): readonly Line[] {
	return longView(entry, context)?.all() ?? shortLines(entry, context);
}

function shortLines(entry: Entry, context: RenderContext): readonly Line[] {
	const bodyKey = bodyKeyOf(entry, context);
	return context.cache.lines(entry, `${tickOf(entry, context)} ${bodyKey}`, () => {
		const gutter = gutterOf(entry, context.width);
		return inGutter(gutter, drawEntry(entry, { ...context, ...behindMargin(context, gutter.width) }, bodyKey));
	});
}

/** View of an entry. Heights may change when lines are asked for: the cache reports that with `takeShifts`. */
export function entryView(entry: Entry, context: RenderContext): TextView {
	return longView(entry, context)?.view() ?? viewOfLines(shortLines(entry, context));
}

function longView(entry: Entry, context: RenderContext): LongText | null {
	switch (entry.kind) {
		case 'message':
			return longMessage(entry, context, gutterOf(entry, context.width));
		case 'thought':
			return longThought(entry, context, gutterOf(entry, context.width));
		case 'compaction':
			return longSummary(entry, inColumn(context));
		case 'user':
			return longPrompt(entry, inColumn(context));
		default:
			return null;
	}
}

function tickOf(entry: Entry, context: RenderContext): string {
	const isTimed = entry.kind === 'user-command' || entry.kind === 'thought' || entry.kind === 'compaction';
	const isTicking = entry.kind === 'tool' ? isCardActive(entry, context) : isTimed && !isComplete(entry);
	return isTicking ? `${context.spinner} ${Math.floor(context.now / 1000)}` : '';
}

function bodyKeyOf(entry: Entry, context: RenderContext): string {
	const { width, column, cwd, diffLayout = 'unified', isTimeClose = false, pictures } = context;
	const highlighting = highlightVersion();
	const shown = pictures === null || pictures === undefined ? '' : `${pictures.source.version} ${pictures.rows}`;
	const layout = `${width} ${column} ${opennessOf(entry.id, context)} ${highlighting} ${diffLayout} ${isTimeClose}`;
	const isCard = context.subagents !== undefined && entry.kind === 'tool';
	const subagent = isCard ? `${cardKey(subagentOfEntry(entry, context))} ${context.latestSteps}` : '';
	return `${layout} [${shown}] [${subagent}] ${cwd}`;
}

function drawEntry(entry: Entry, context: RenderContext, bodyKey: string): readonly Line[] {
	switch (entry.kind) {
		case 'user':
			return fitted(renderUser(entry, inColumn(context)), context.width);
		case 'message':
			return renderMessage(entry, context);
		case 'thought':
			return fitted(renderThought(entry, context), context.width);
		case 'block':
			return fitted(renderBlockEntry(entry, inColumn(context)), context.width);
		case 'tool':
			return renderTool(entry, context, bodyKey);
		case 'user-command':
			return renderUserCommand(entry, context, bodyKey);
		case 'note':
			return fitted(renderNote(entry, inColumn(context)), context.width);
		case 'compaction':
			return fitted(renderCompaction(entry, inColumn(context)), context.width);
		case 'changes':
			return fitted(renderChanges(entry, context), context.width);
		case 'unknown':
			return fitted(renderUnknown(entry, inColumn(context)), context.width);
		case 'turn-end':
			return fitted(renderTurnEnd(entry, inColumn(context)), context.width);
	}
}

function renderCompaction(entry: CompactionEntry, context: RenderContext): Line[] {
	const lines = headLines(entry, context);
	if (!isOpen(entry.id, context) || entry.summary.trim() === '') return lines;
	return [
		...lines,
		...dimmed(hang([{ text: '  ' }], context.width, (room) => renderMarkdown(entry.summary, { width: room }))),
	];
}

function longSummary(entry: CompactionEntry, context: RenderContext): LongText | null {
	if (entry.summary.length <= LONG_TEXT || !isOpen(entry.id, context)) return null;
	const { width } = context;
	const head = fitted(headLines(entry, context), width);
	const isStreaming = entry.status === 'in_progress';
	const summary = wholeText(`${entry.id} ${entry.summaryVersion ?? 0}`, entry.summary);
	return context.cache
		.long(entry.id)
		.take(summary, { width, marker: [{ text: '  ' }], isStreaming, isDim: true, head });
}

/** A spinner stands for the sign of a compaction in progress. */
const FACES: Readonly<Record<CompactionEntry['status'], { readonly sign: string; readonly color: Role }>> = {
	in_progress: { sign: '', color: 'accent' },
	completed: { sign: '◇', color: 'muted' },
	failed: { sign: '✗', color: 'error' },
	cancelled: { sign: '■', color: 'muted' },
	unknown: { sign: '◇', color: 'muted' },
};

function headLines(entry: CompactionEntry, context: RenderContext): Line[] {
	const { status } = entry;
	const isRunning = status === 'in_progress';
	const elapsed = isRunning ? context.now - entry.at : 0;
	const time = elapsed >= 1000 ? ` ${formatDuration(elapsed)}` : '';
	const hasSummary = (status === 'completed' || status === 'unknown') && entry.summary.trim() !== '';
	const title = `${COMPACTION[status]}${time}${hasSummary ? ` (summary: ctrl+o)` : ''}`;
	const { sign, color } = FACES[status];
	const marker: Line = [styled(`${isRunning ? spinnerFrame(context.spinner) : sign} `, { color })];
	return renderNotice({ marker, title, color: 'muted', detail: entry.error }, entry.id, context);
}

const OPEN_LINES = 1000;
const MOST_UNKNOWN_LINES = 200;

function renderBlockEntry(entry: BlockEntry, context: RenderContext): Line[] {
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
			...shown.flatMap((line) => wrapLine(line, room, { hard: 'words' })),
			...(code.length > shown.length ? [hiddenLine(omitted.lines(code.length - shown.length), room, false)] : []),
		]),
	];
}

function renderUnknown(entry: UnknownEntry, context: RenderContext): Line[] {
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
