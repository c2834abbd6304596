import { isComplete } from '../../../core/session/entries/call-outcome.js';
import type { Entry } from '../../../core/session/entries/entry.js';
import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import { behindMargin } from '../../markdown/blocks.js';
import { inColumn, opennessOf, type RenderContext } from '../context.js';
import { gutterOf, inGutter } from '../gutter.js';
import { fitted } from '../layout.js';
import type { LongText } from '../text/long-text.js';
import { type TextView, viewOfLines } from '../text/text-view.js';
import { renderTool, renderUserCommand } from '../tool/card.js';
import { cardKey, isCardActive, subagentOfEntry } from '../tool/subagent-card.js';
import { renderChanges } from './changes.js';
import { longSummary, renderCompaction } from './compaction.js';
import { renderBlockEntry, renderUnknown } from './content-block.js';
import { longMessage, longThought, renderMessage, renderThought } from './message.js';
import { renderNote } from './note.js';
import { renderTurnEnd } from './turn-end.js';
import { longPrompt, renderUser } from './user.js';

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
	const { width, column, cwd, diffLayout = 'unified', isTimeBeside = false, pictures } = context;
	const highlighting = highlightVersion();
	const shown = pictures === null || pictures === undefined ? '' : `${pictures.source.version} ${pictures.rows}`;
	const layout = `${width} ${column} ${opennessOf(entry.id, context)} ${highlighting} ${diffLayout} ${isTimeBeside}`;
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
