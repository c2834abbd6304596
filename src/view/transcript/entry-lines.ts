import type { Entry } from '../../core/session/entry.js';
import { depthOf, parentIdOf } from '../../core/session/entry-depth.js';
import { isFamilyActive } from '../../core/session/family.js';
import { highlightVersion } from '../code/highlight.js';
import { type Line, type Span, styled } from '../line.js';
import { behind } from '../line-origin.js';
import { renderBlockEntry } from './block-entry.js';
import { createRenderCache, type LineKey, type RenderCache } from './cache.js';
import { renderChanges } from './changes.js';
import { renderCompaction } from './compaction.js';
import { opennessOf, type RenderContext } from './context.js';
import { fitted } from './layout.js';
import type { LongText, Part } from './long-text.js';
import { longMessage, renderMessage } from './message.js';
import { renderNote } from './note.js';
import { longThought, renderThought } from './thought.js';
import { renderTool } from './tool/card.js';
import { renderTurnEnd } from './turn-end.js';
import { renderUnknown } from './unknown.js';
import { renderUser } from './user.js';

const shared = createRenderCache();

/** An entry's lines, none wider than the context's width; empty when the entry draws nothing. Cached. */
export function entryLines(entry: Entry, context: RenderContext): readonly Line[] {
	const cache = context.cache ?? shared;
	const key = keyOf(entry, context);
	const gutter = gutterOf(entry, context.width);
	if (gutter === 0) return cache.lines(entry, key, () => drawEntry(entry, context, cache, key));
	return cache.lines(entry, key, () => {
		const width = context.width - gutter;
		const lines = drawEntry(entry, { ...context, width }, cache, { ...key, width });
		const blank: Span = { text: ' '.repeat(gutter) };
		const mark: Line = [styled(`${' '.repeat(gutter - 2)}└ `, { color: 'muted' })];
		return lines.map((line, row) => {
			if (row === 0) return behind(mark, gutter, line);
			return line.length === 0 ? line : behind([blank], gutter, line);
		});
	});
}

/** Cells that a level moves its entries to the right, and the least that a line keeps for itself. */
const STEP = 2;
const LEAST_ROOM = 16;

/** How far in a sub-agent's entry stands: by its level, as far as the width allows. */
function gutterOf(entry: Entry, width: number): number {
	const depth = depthOf(entry);
	// Whose parent nobody knows stands at the top, and still is no word of the agent's own.
	const level = depth === 0 && parentIdOf(entry) !== undefined ? 1 : depth;
	if (level === 0) return 0;
	const most = Math.min(Math.floor(width / 4), width - LEAST_ROOM);
	return most < STEP ? 0 : Math.min(STEP + level * STEP, most);
}

/** An entry's lines, of which those of a long text are laid out where somebody looks. */
export type EntryView = {
	/** As far as it is known. */
	readonly height: number;
	/** Whether some lines from here on are only guessed. */
	readonly isGuessedFrom: (line: number) => boolean;
	readonly line: (index: number) => Line;
	/** The lines that are laid out together with this one. */
	readonly around: (index: number) => Part;
	/** All of them, part by part. */
	readonly parts: () => Iterable<Part>;
	/** Whether everything was drawn, if only for another width. */
	readonly isReady: () => boolean;
	/** Lays out about so many characters more; false when something is left. */
	readonly drawSome: (characters: number) => boolean;
};

/** An entry as it is drawn. Heights may change when lines are asked for: the cache tells with `takeShifts`. */
export function entryView(entry: Entry, context: RenderContext): EntryView {
	const long = longView(entry, context);
	if (long !== null) return { ...long, height: long.height() };
	const lines = entryLines(entry, context);
	const whole: Part = { first: 0, lines };
	return {
		height: lines.length,
		isGuessedFrom: () => false,
		line: (index) => lines[index] ?? [],
		around: () => whole,
		parts: () => [whole],
		isReady: () => true,
		drawSome: () => true,
	};
}

function longView(entry: Entry, context: RenderContext): LongText | null {
	if (entry.kind === 'message') return longMessage(entry, context, context.cache ?? shared);
	return entry.kind === 'thought' ? longThought(entry, context, context.cache ?? shared) : null;
}

/** Whether time alone changes how the entry looks: a spinner turns, a duration grows. */
export function isTicking(entry: Entry): boolean {
	switch (entry.kind) {
		case 'tool':
			return isFamilyActive(entry);
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
		pictures: picturesKey(context.pictures),
		tick: isTicking(entry) ? `${context.spinner} ${Math.floor(context.now / 1000)}` : '',
	};
}

function picturesKey(pictures: RenderContext['pictures']): string {
	if (pictures === null || pictures === undefined) return '';
	return `${pictures.source.version} ${pictures.rows}`;
}

function drawEntry(entry: Entry, context: RenderContext, cache: RenderCache, key: LineKey): readonly Line[] {
	switch (entry.kind) {
		case 'user':
			return fitted(renderUser(entry, context), context.width);
		case 'message':
			return renderMessage(entry, context, cache);
		case 'thought':
			return fitted(renderThought(entry, context, cache), context.width);
		case 'block':
			return fitted(renderBlockEntry(entry, context), context.width);
		case 'tool':
			return renderTool(entry, context, cache, key);
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
