import type { Entry } from '../../../core/session/entries/entry.js';
import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import { opennessOf, type RenderContext } from '../context.js';
import { gutterOf, inGutter } from '../gutter.js';
import { fitted } from '../layout.js';
import type { LineKey } from '../line-cache.js';
import type { LongText } from '../text/long-text.js';
import { type TextView, viewOfLines } from '../text/text-view.js';
import { renderTool } from '../tool/card.js';
import { cardKey, isCardActive, subagentOfEntry } from '../tool/subagent-card.js';
import { renderUserCommand } from '../user-command.js';
import { renderChanges } from './changes.js';
import { longSummary, renderCompaction } from './compaction.js';
import { renderBlockEntry } from './content-block.js';
import { longMessage, renderMessage } from './message.js';
import { renderNote } from './note.js';
import { longThought, renderThought } from './thought.js';
import { renderTurnEnd } from './turn-end.js';
import { renderUnknown } from './unknown.js';
import { longPrompt, renderUser } from './user.js';

/** Cached lines of an entry, none wider than the context's width. */
export function entryLines(entry: Entry, context: RenderContext): readonly Line[] {
	return longView(entry, context)?.all() ?? shortLines(entry, context);
}

function shortLines(entry: Entry, context: RenderContext): readonly Line[] {
	const key = keyOf(entry, context);
	return context.cache.lines(entry, key, () => {
		const gutter = gutterOf(entry, context.width);
		const width = context.width - gutter.width;
		return inGutter(gutter, drawEntry(entry, { ...context, width }, { ...key, width }));
	});
}

/** View of an entry. Heights may change when lines are asked for: the cache reports that with `takeShifts`. */
export function entryView(entry: Entry, context: RenderContext): TextView {
	const long = longView(entry, context);
	if (long !== null) return long.view();
	return viewOfLines(shortLines(entry, context));
}

/** Layout of a long text; null for an entry that is laid out at once. */
function longView(entry: Entry, context: RenderContext): LongText | null {
	switch (entry.kind) {
		case 'message':
			return longMessage(entry, context, gutterOf(entry, context.width));
		case 'thought':
			return longThought(entry, context, gutterOf(entry, context.width));
		case 'compaction':
			return longSummary(entry, context);
		case 'user':
			return longPrompt(entry, context);
		case 'tool':
		case 'user-command':
		case 'block':
		case 'note':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return null;
	}
}

/** Whether time alone changes the lines: a spinner turns, a duration grows. */
function isTicking(entry: Entry, context: RenderContext): boolean {
	switch (entry.kind) {
		case 'tool':
			return isCardActive(entry, context);
		case 'user-command':
			return entry.command.status === 'running';
		case 'thought':
			return entry.isStreaming;
		case 'compaction':
			return entry.status === 'in_progress';
		case 'user':
		case 'message':
		case 'block':
		case 'note':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return false;
	}
}

function keyOf(entry: Entry, context: RenderContext): LineKey {
	return {
		width: context.width,
		cwd: context.cwd,
		openness: opennessOf(entry.id, context),
		highlighting: highlightVersion(),
		diffLayout: context.diffLayout ?? 'unified',
		isTimeBeside: context.isTimeBeside ?? false,
		pictures: picturesKey(context.pictures),
		subagent: subagentKey(entry, context),
		tick: isTicking(entry, context) ? `${context.spinner} ${Math.floor(context.now / 1000)}` : '',
	};
}

function subagentKey(entry: Entry, context: RenderContext): string {
	if (context.subagents === undefined || entry.kind !== 'tool') return '';
	return `${cardKey(subagentOfEntry(entry, context))} ${context.latestSteps}`;
}

function picturesKey(pictures: RenderContext['pictures']): string {
	if (pictures === null || pictures === undefined) return '';
	return `${pictures.source.version} ${pictures.rows}`;
}

function drawEntry(entry: Entry, context: RenderContext, key: LineKey): readonly Line[] {
	switch (entry.kind) {
		case 'user':
			return fitted(renderUser(entry, context), context.width);
		case 'message':
			return renderMessage(entry, context);
		case 'thought':
			return fitted(renderThought(entry, context), context.width);
		case 'block':
			return fitted(renderBlockEntry(entry, context), context.width);
		case 'tool':
			return renderTool(entry, context, key);
		case 'user-command':
			return renderUserCommand(entry, context, key);
		case 'note':
			return fitted(renderNote(entry, context), context.width);
		case 'compaction':
			return fitted(renderCompaction(entry, context), context.width);
		case 'changes':
			return fitted(renderChanges(entry, context), context.width);
		case 'unknown':
			return fitted(renderUnknown(entry, context), context.width);
		case 'turn-end':
			return fitted(renderTurnEnd(entry, context), context.width);
	}
}
