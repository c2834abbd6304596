import { lastFrom, lastOf } from '../../core/once.js';
import type { Entry, UserEntry } from '../../core/session/entries/entry.js';
import { depthOf, parentIndex, subtreeEnd } from '../../core/session/entries/entry-depth.js';
import {
	type EntryList,
	emptyEntries,
	entriesOf,
	entryAt,
	findCallIndex,
	LEAF,
} from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentOfCard } from '../../core/session/subagent-tree.js';
import { isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';
import { truncate } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { clipLine, joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { followEntries } from '../state/follow-places.js';
import type { OpenPanel } from '../state/panel-name.js';
import { type SubagentView, subagentViewIn } from '../state/subagent-view.js';
import type { UiState } from '../state/ui-state.js';
import { createRenderCache } from '../transcript/line-cache.js';
import { END } from '../transcript/position.js';
import { toolTitle } from '../transcript/tool/tool-title.js';
import { statusSign, statusWords, timeText, titleOf, tokensText, wholeOf } from './subagent-words.js';

/** Parts of the screen that are set aside while a sub-agent's transcript is open. */
type HiddenParts = Pick<
	UiState,
	'anchor' | 'backTo' | 'cursor' | 'folded' | 'search' | 'isTranscriptView' | 'subagentView' | 'panel'
>;

/**
 * The screen with the transcript of the sub-agent that this card stands for, from its end. Leaving it leads back to
 * where one was, with `panel` open there.
 */
export function openTranscript(context: ScreenContext, cardId: string, panel: OpenPanel | null): UiState {
	const { ui, session } = context;
	const { anchor, backTo, cursor, folded, search, isTranscriptView, subagentView = null } = ui;
	const hidden: HiddenParts = {
		...{ anchor, backTo, cursor, folded, search, isTranscriptView, subagentView },
		panel: panel === null ? { kind: 'none' } : { kind: 'loaded', panel },
	};
	return {
		...ui,
		...{ anchor: END, backTo: null, cursor: null, folded: new Set<string>(), search: null, selection: null },
		panel: { kind: 'none' },
		isTranscriptView: true,
		subagentView: makeView(cardId, hidden, session.entries),
	};
}

function makeView(cardId: string, hidden: HiddenParts, entriesBefore: SessionState['entries']): SubagentView {
	const below = createEntriesBelow();
	const cache = createRenderCache();
	// The same object while its text is the same: drawn lines are cached by it.
	const prompt = lastFrom<UserEntry | null>();
	const look = lastOf((whole: SessionState): SessionState | null => {
		const at = findCallIndex(whole, cardId);
		const card = entryAt(whole.entries, at);
		if (card === undefined) return null;
		const now = promptEntry(card);
		const first = prompt([now?.text], () => now);
		return inPlaceOf(whole, below(whole.entries, at, first));
	});

	const make = (isAllOpen: boolean): SubagentView => ({
		cardId,
		isAllOpen,
		cache,
		look,
		header: (context) => viewHeader(context, cardId),
		empty: (width) => [[], clipLine([styled('Nothing from this sub-agent yet.', { color: 'muted' })], width)],
		toggled: () => make(!isAllOpen),
		leave(ui, whole) {
			const outer = subagentViewIn(hidden);
			const now = outer === null ? whole : (outer.look(whole) ?? whole);
			const left: UiState = { ...ui, ...hidden, selection: null };
			return followEntries(left, entriesBefore, now.entries);
		},
	});
	return make(false);
}

/** The sub-agent's prompt, as the first entry of its transcript; null where nobody says. */
function promptEntry(card: Entry): UserEntry | null {
	const text = card.kind === 'tool' ? (card.call.result?.prompt ?? '') : '';
	return text === '' ? null : { kind: 'user', id: `${card.id} prompt`, at: card.at, text, blocks: [] };
}

/** Work of the sub-agent that a card stands for, from depth 0 on; null when the card is gone. */
export function entriesOfCard(whole: SessionState, cardId: string): EntryList | null {
	const at = findCallIndex(whole, cardId);
	const card = entryAt(whole.entries, at);
	return card === undefined ? null : createEntriesBelow()(whole.entries, at, promptEntry(card));
}

/** The session with other entries: what refers to places in its own is set for these. */
function inPlaceOf(whole: SessionState, entries: SessionState['entries']): SessionState {
	const { turn } = whole;
	return { ...whole, entries, firstOfAgent: 0, turn: turn === null ? null : { ...turn, firstEntry: 0 } };
}

/** Cells that a title keeps before the titles above it are left out. */
const LEAST_TITLE = 16;

/** Whose transcript it is, below whom, and how the sub-agent stands: one row. */
function viewHeader(context: ScreenContext, cardId: string): Line {
	const { columns } = context.ui;
	const session = wholeOf(context);
	const subagent = subagentOfCard(session, cardId);
	const right: Line = subagent === undefined ? [] : [...figures(subagent, context), plain(' ')];
	const shown = lineWidth(right) + LEAST_TITLE + 4 > columns ? right.slice(0, 1) : right;
	const room = Math.max(1, columns - lineWidth(shown) - 2);
	return joinLine([plain(' '), ...path(session, cardId, subagent, room)], shown, columns);
}

/** `main agent › the one above › its title`; where there is no room, the outer ones are left out. */
function path(session: SessionState, cardId: string, subagent: Subagent | undefined, room: number): readonly Span[] {
	const titles = titlesOf(session, cardId);
	const own = subagent === undefined ? (titles.at(-1) ?? '') : titleOf(subagent);
	const above = ['main agent', ...titles.slice(0, -1)];
	const last = styled(truncate(own, room), { bold: true, color: 'accent' });
	for (let from = 0; from < above.length; from += 1) {
		const before = `${from === 0 ? '' : '… › '}${above.slice(from).join(' › ')} › `;
		const line: readonly Span[] = [styled(before, { color: 'muted' }), last];
		if (lineWidth(line) <= room) return line;
	}
	const line: readonly Span[] = [styled('… › ', { color: 'muted' }), last];
	return lineWidth(line) <= room ? line : [last];
}

/** The titles of the cards above a card and its own, the outermost first. */
function titlesOf(session: SessionState, cardId: string): readonly string[] {
	const titles: string[] = [];
	for (let at = findCallIndex(session, cardId); at >= 0; at = parentIndex(session.entries, at)) {
		titles.unshift(titleIn(entryAt(session.entries, at), session.cwd));
	}
	return titles;
}

function titleIn(entry: Entry | undefined, cwd: string): string {
	return entry?.kind === 'tool' ? toolTitle(entry.call, cwd) : '';
}

function figures(subagent: Subagent, { now }: ScreenContext): Line {
	const { sign, color } = statusSign(subagent);
	const tokens = tokensText(subagent);
	const facts = [
		...(subagent.toolCalls === 0 ? [] : [counted(subagent.toolCalls, 'call')]),
		...(tokens === '' ? [] : [`${tokens} tok`]),
		timeText(subagent, now),
	].filter((fact) => fact !== '');
	return [
		styled(`${sign} ${statusWords(subagent)}`, { color: isAtWork(subagent) ? color : 'muted' }),
		...(facts.length === 0 ? [] : [styled(` · ${facts.join(' · ')}`, { color: 'muted' as const })]),
	];
}

/** Entries below a card, as a list of its own. */
type EntriesBelow = (list: EntryList, card: number, first: Entry | null) => EntryList;

/**
 * Takes what stands below the card at an index for a transcript of its own: its entries from depth 0 on, behind `first`.
 * What did not change since the last call stays the same object, entry or leaf, so that what is kept of it is good.
 */
export function createEntriesBelow(): EntriesBelow {
	const raised = weakLast<Entry, Entry>();
	const made = lastFrom<EntryList>();
	let last = emptyEntries;

	return (list, card, first) =>
		made([list.leaves, card, first], () => {
			const before = entryAt(list, card);
			const by = (before === undefined ? 0 : depthOf(before)) + 1;
			const below = entriesBetween(list, card + 1, subtreeEnd(list, card)).map((entry) =>
				raised(entry, [by], () => atDepth(entry, Math.max(0, depthOf(entry) - by))),
			);
			const { size, leaves } = entriesOf(first === null ? below : [first, ...below]);
			last = { size, leaves: leaves.map((leaf, at) => sameLeaf(last.leaves[at], leaf) ?? leaf) };
			return last;
		});
}

function entriesBetween({ leaves }: EntryList, start: number, end: number): readonly Entry[] {
	const from = Math.floor(start / LEAF);
	return leaves
		.slice(from, Math.ceil(end / LEAF))
		.flat()
		.slice(start - from * LEAF, end - from * LEAF);
}

/** The leaf kept, where the new one has the same entries. */
function sameLeaf(kept: readonly Entry[] | undefined, leaf: readonly Entry[]): readonly Entry[] | undefined {
	return kept?.length === leaf.length && kept.every((entry, at) => entry === leaf[at]) ? kept : undefined;
}

/** The entry at another depth; at the top it is nobody's, as what an agent itself says is. */
function atDepth(entry: Entry, depth: number): Entry {
	const { depth: _, ...rest } = entry as Entry & { readonly depth?: number };
	// The union's members stay themselves: only where they stand is another.
	if (depth > 0) return { ...rest, depth } as Entry;
	if (rest.kind === 'tool') {
		const { parentId: __, ...call } = rest.call;
		return { ...rest, call };
	}
	// A sub-agent's prompt is shown like the user's.
	if (rest.kind === 'message' && rest.isPrompt === true) {
		return { kind: 'user', id: rest.id, at: rest.at, text: rest.text, blocks: [] };
	}
	const { parentId: __, ...own } = rest as typeof rest & { readonly parentId?: string };
	return own as Entry;
}
