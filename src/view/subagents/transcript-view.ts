import type { Entry, UserEntry } from '../../core/session/entries/entry.js';
import { type EntryList, entryAt, findCallIndex } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { styled } from '../line.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { followEntries } from '../state/follow-entries.js';
import type { OpenPanel } from '../state/panel-name.js';
import { type SubagentView, subagentViewIn } from '../state/subagent-view.js';
import type { UiState } from '../state/ui-state.js';
import { createRenderCache } from '../transcript/line-cache.js';
import { END } from '../transcript/position.js';
import { createEntriesBelow } from './entries-below.js';
import { viewHeader } from './header.js';
import * as messages from './subagents-messages.js';

/** What of the screen is set aside while a sub-agent's transcript is open. */
type Aside = Pick<
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
	const aside: Aside = {
		...{ anchor, backTo, cursor, folded, search, isTranscriptView, subagentView },
		panel: panel === null ? { kind: 'none' } : { kind: 'loaded', panel },
	};
	return {
		...ui,
		...{ anchor: END, backTo: null, cursor: null, folded: new Set<string>(), search: null, selection: null },
		panel: { kind: 'none' },
		isTranscriptView: true,
		subagentView: makeView(cardId, aside, session.entries),
	};
}

function makeView(cardId: string, aside: Aside, entriesBefore: SessionState['entries']): SubagentView {
	const below = createEntriesBelow();
	const cache = createRenderCache();
	let last: { readonly whole: SessionState; readonly session: SessionState | null } | null = null;
	let prompt: Entry | null = null;

	/** The same object as long as it says the same: its lines are kept by it. */
	function promptOf(card: Entry): Entry | null {
		const now = promptEntry(card);
		if (now === null || prompt?.kind !== 'user' || prompt.text !== now.text) prompt = now;
		return prompt;
	}

	function look(whole: SessionState): SessionState | null {
		if (last?.whole === whole) return last.session;
		const at = findCallIndex(whole, cardId);
		const card = entryAt(whole.entries, at);
		const session = card === undefined ? null : inPlaceOf(whole, below(whole.entries, at, promptOf(card)));
		last = { whole, session };
		return session;
	}

	const make = (isAllOpen: boolean): SubagentView => ({
		cardId,
		isAllOpen,
		cache,
		look,
		header: (context) => viewHeader(context, cardId),
		empty: (width) => [[], clipLine([styled(messages.NOTHING_YET, { color: 'muted' })], width)],
		toggled: () => make(!isAllOpen),
		leave(ui, whole) {
			const outer = subagentViewIn(aside);
			const now = outer === null ? whole : (outer.look(whole) ?? whole);
			const left: UiState = { ...ui, ...aside, selection: null };
			return followEntries(left, entriesBefore, now.entries);
		},
	});
	return make(false);
}

/** What the sub-agent was told to do, as the first entry of its transcript; null where nobody says. */
function promptEntry(card: Entry): UserEntry | null {
	const text = card.kind === 'tool' ? (card.call.result?.prompt ?? '') : '';
	return text === '' ? null : { kind: 'user', id: `${card.id} prompt`, at: card.at, text, blocks: [] };
}

/** What the sub-agent that a card stands for did, from depth 0 on; null when the card is gone. */
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
