import type { CommitMarks } from '../../core/commit/commit.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import type { PlanStepChoices } from '../../core/session/questions/plan-choice.js';
import type { HunkChoice } from '../code/hunk-choice.js';
import { reduceComposer } from '../composer/composer.js';
import { type ComposerState, createComposer } from '../composer/composer-state.js';
import type { Draft } from '../composer/draft.js';
import type { Vim } from '../composer/editor.js';
import type { ActionId } from '../keys/action-ids.js';
import type { Line } from '../line.js';
import { type Anchor, END, type Position } from '../transcript/position.js';
import type { SearchScan } from '../transcript/search/transcript-search.js';
import { type AppearanceOptions, defaultAppearance } from './appearance-options.js';
import type { Cell, Click, MouseSelection } from './mouse-state.js';
import type { OpenSessionRow } from './open-sessions.js';
import type { OpenPanel, PanelName } from './panel-name.js';
import type { SignInUi } from './sign-in-ui.js';

/** State of what the user looks at and is about to do; nothing of it belongs to the session. */
export type UiState = {
	/** Cells beside the side panel: of the whole screen where there is none. */
	readonly columns: number;
	/** Cells of the side panel; 0 or absent: there is none. */
	readonly sideColumns?: number;
	/** The user hid the side panel. */
	readonly isSideHidden?: boolean;
	readonly rows: number;
	readonly composer: ComposerState;
	/** The line of text that has the focus, with vim's keys; absent: none, or they are not wanted. */
	readonly lineDraft?: ComposerState;
	readonly anchor: Anchor;
	/** Number of entries when the end was in sight last, of a transcript (`subagentView`); absent: never. */
	readonly seen?: { readonly cardId: string | undefined; readonly count: number };
	/** Entries that the user opened or folded, by id. */
	readonly open: ReadonlyMap<string, boolean>;
	/** The transcript view: every card open, the composer aside. */
	readonly isTranscriptView: boolean;
	/** The transcript of a sub-agent in the place of the conversation, in the transcript view; null or absent: none. */
	readonly subagentView?: OpenSubagentView | null;
	/** Where the user stood when they opened the transcript view; null outside of it. */
	readonly backTo: Anchor | null;
	readonly isPlanFolded: boolean;
	readonly panel: Panel;
	/** The question of the session that opened a list by itself: it does so once. */
	readonly openedAsked?: string;
	readonly question: QuestionUi | null;
	/** The sign-in that is shown; null while none is. */
	readonly signIn: SignInUi | null;
	/** When the last key came (ms since the epoch), for the rule that a prompt never takes keys meant for the draft. */
	readonly lastKeyAt: number;
	/** The first of two keys in a row, when it was pressed (ms since the epoch). */
	readonly chord?: { readonly first: string; readonly since: number };
	/** When the first of the keys came that followed each other without a pause up to the last (ms since the epoch). */
	readonly keysSince: number;
	/** A digit on the first screen that opens a session there unless more is typed soon: its place from 0, and when it came. */
	readonly firstKey?: { readonly place: number; readonly since: number } | null;
	/** The key that answered a question last, by its id, and when it was pressed. */
	readonly lastAnswer: { readonly id: string; readonly at: number } | null;
	/** The same of the key that led from a panel back to the question below it. */
	readonly lastReturn?: { readonly id: string; readonly at: number };
	/** The same as `lastKeyAt` and `keysSince`, of ctrl+c alone. */
	readonly interrupts: { readonly lastKeyAt: number; readonly keysSince: number };
	/** Until when a second ctrl+c leaves. */
	readonly leaveUntil: number;
	/** Until when a second esc clears the draft. */
	readonly clearUntil: number;
	/** Until when a second esc on an empty draft goes back to an earlier prompt. */
	readonly rewindUntil: number;
	/** The prompt that was gone back to, until it is in the draft; null or absent: none. */
	readonly rewound?: { readonly prompt: UserEntry; readonly hasBegun: boolean } | null;
	/** A notice in the status line, and until when (ms since the epoch); `isOfKey`: the next key in a panel ends it. */
	readonly toast: { readonly text: string; readonly until: number; readonly isOfKey?: true } | null;
	readonly isMouseOn: boolean;
	readonly appearance: AppearanceOptions;
	/** Output of the user's command for the status line; absent: none yet. */
	readonly statusOutput?: Line;
	/** Selection by mouse in the transcript, shown until something replaces it. */
	readonly selection: MouseSelection | null;
	readonly click: Click | null;
	/** The cell that the pointer is over while something is open that it can press; null or absent: unknown. */
	readonly pointer?: Cell | null;
	/** The entry that keys of the transcript view act on, by its index. */
	readonly cursor: number | null;
	/** Entries that the user folded in the transcript view, by id. */
	readonly folded: ReadonlySet<string>;
	readonly search: TranscriptSearch | null;
	/** The draft is the first prompt for another agent; absent: it is not. */
	readonly handOver?: HandOverDraft;
	/** The sessions that are open beside each other; empty while it was never more than one. */
	readonly sessions: readonly OpenSessionRow[];
	/** Reviews of changes that were opened or passed over, and whether one opens by itself; absent: none yet. */
	readonly review?: { readonly seen: number; readonly isUnasked: boolean };
	/** Choices for a commit that is not made yet; absent: none. */
	readonly commit?: CommitDraft;
	/** The forms of agents and what was done in them; absent before the first. */
	readonly forms?: OpenForms;
};

/** Choices for a commit, after so many that were made: changes taken in or left out, by id, and their message (null: none). */
export type CommitDraft = { readonly made: number; readonly marks: CommitMarks; readonly message: string | null };

/** Forms of agents, as a state keeps them; `formsIn` says what they do. */
export type OpenForms = {
	/** Else their code is being loaded. */
	readonly isLoaded: boolean;
	/** The form that does not block the turn and that the user opened, by its question's id. */
	readonly opened: string | null;
	/** Words that the finder of files is to search for; null or absent: nothing. */
	readonly query?: string | null;
	/** Says that what is typed now may be a secret: it is kept nowhere. */
	readonly isSecret?: boolean;
	/** Vim's keys of the field that has the focus; null: it has none, absent: no field has it. */
	readonly vim?: Vim | null | undefined;
};

/** A hand-over that is written: the name of the agent, harmless, and the composer as it was before. */
export type HandOverDraft = { readonly agent: string; readonly before: ComposerState };

export type Panel =
	| { readonly kind: 'none' }
	/** Its code is being loaded; `typed` is for it, and `over` the panel over which it then lies. */
	| { readonly kind: 'loading'; readonly name: PanelName; readonly typed: string; readonly over?: OpenPanel }
	| { readonly kind: 'loaded'; readonly panel: OpenPanel };

export type QuestionUi = {
	readonly questionId: string;
	/** When it came to the front, or what it asks about changed last. */
	readonly visibleAt: number;
	/** Time of the last change to what the question is about (ms since the epoch); null: it is as it came. */
	readonly changedAt: number | null;
	/** When what clicks could answer moved on the screen last (ms since the epoch); absent: it stands where it came. */
	readonly placedAt?: number;
	/** A panel has covered it since it came. */
	readonly isUnseen?: boolean;
	/** The row that the user moved to, or null: nothing is preselected. */
	readonly selected: number | null;
	/** All of it is shown, with scrolling. */
	readonly isOpen: boolean;
	/** The question was shown whole once. */
	readonly wasOpen: boolean;
	/** From when on esc rejects (ms since the epoch), where it was pressed for something else just before. */
	readonly rejectsFrom?: number;
	readonly scroll: number;
	/** Number of lines of the opened question that were on the screen, from its first on. */
	readonly readTo: number;
	/** The second step of «always allow»: which of the offered rules it shows; null in the prompt itself. */
	readonly always: number | null;
	/** Decisions on the parts of the change that is asked about; absent: it is allowed whole or not at all. */
	readonly hunks?: HunkChoice;
	/** Decisions on the steps of the plan that is reviewed; absent: none. */
	readonly plan?: PlanStepChoices;
	/** The plan as the user edited it; absent: they did not. */
	readonly edited?: string;
	/** The draft is the feedback on a plan; `selected` is the answer that words below a plan go with. */
	readonly isFeedback: boolean;
	/** The draft was begun before the question could be seen: enter queues it, and it rejects nothing. */
	readonly isDraftOlder: boolean;
	/** The draft as far as it holds nothing but answer keys that came before the question took keys; else empty. */
	readonly earlyKeys: string;
	/** A character that answers unless it turns out to be the first of a word. */
	readonly pendingKey: PendingKey | null;
};

/** A character that was typed on an empty draft and means something to the question. */
export type PendingKey = {
	readonly text: string;
	readonly action: ActionId;
	/** The row that it chooses, from 0; null for none. */
	readonly row: number | null;
	/** When it came (ms since the epoch). */
	readonly since: number;
	/** Set where the key was carried out already: whether the question was open before it. */
	readonly isOpenBefore: boolean | null;
};

/** The row that is marked: what a key is about to choose, or what the user moved to. */
export function markedRow(view: QuestionUi): number | null {
	return view.pendingKey?.row ?? view.selected;
}

/** The name of the theme to paint in: in the list of themes the row that was moved to, else the one in force. */
export function shownTheme({ panel, appearance }: UiState): string {
	return (panel.kind === 'loaded' ? panel.panel.theme : undefined) ?? appearance.theme;
}

/** Vim's keys where the user types now; null where there are none. */
export function vimInFocus({ panel, search, isTranscriptView, lineDraft, forms, composer }: UiState): Vim | null {
	if (lineDraft !== undefined) return lineDraft.vim;
	if (panel.kind !== 'none' || search !== null || isTranscriptView) return null;
	if (forms?.vim !== undefined) return forms.vim;
	return composer.search === null ? composer.vim : null;
}

/** Shape of the cursor by the mode of vim's keys; null: the user's own. */
export function cursorShape(ui: UiState): 'block' | 'bar' | null {
	const mode = vimInFocus(ui)?.mode;
	if (mode === undefined) return null;
	return mode === 'insert' ? 'bar' : 'block';
}

/** The screen with a draft that was sent away in the composer again. */
export function withDraftBack(ui: UiState, draft: Draft | undefined): UiState {
	if (draft === undefined) return ui;
	return { ...ui, composer: reduceComposer(ui.composer, { type: 'give-back', draft }) };
}

/** True when nothing is typed and nothing is searched for. */
export function isDraftEmpty(ui: UiState): boolean {
	return ui.composer.draft.text === '' && ui.composer.search === null;
}

export function initialUi(
	columns: number,
	rows: number,
	isMouseOn: boolean,
	appearance: AppearanceOptions = defaultAppearance,
): UiState {
	return {
		columns,
		rows,
		composer: createComposer(),
		anchor: END,
		open: new Map(),
		isTranscriptView: false,
		backTo: null,
		isPlanFolded: false,
		panel: { kind: 'none' },
		question: null,
		signIn: null,
		lastKeyAt: 0,
		keysSince: 0,
		lastAnswer: null,
		interrupts: { lastKeyAt: 0, keysSince: 0 },
		leaveUntil: 0,
		clearUntil: 0,
		rewindUntil: 0,
		toast: null,
		isMouseOn,
		appearance,
		selection: null,
		click: null,
		cursor: null,
		folded: new Set(),
		search: null,
		sessions: [],
	};
}

/**
 * The screen of a session that comes to the front in the place of `before`. What belongs to the terminal is taken over;
 * keys answer a question only once it has been seen anew.
 */
export function broughtToFront(ui: UiState, before: UiState, now: number): UiState {
	const { columns, sideColumns = 0, isSideHidden = false, rows, isMouseOn, appearance, sessions } = before;
	const { forms, ...left } = ui;
	return {
		...left,
		// Code that was asked for meanwhile came to another screen.
		...(forms?.isLoaded === true ? { forms } : {}),
		...{ columns, sideColumns, isSideHidden, rows, isMouseOn, appearance, sessions },
		panel: ui.panel.kind === 'loaded' && ui.panel.panel.name === 'open-sessions' ? { kind: 'none' } : ui.panel,
		question: ui.question === null ? null : { ...ui.question, visibleAt: now, pendingKey: null },
		signIn: ui.signIn === null ? null : { ...ui.signIn, visibleAt: now, focusedAt: now },
		lastKeyAt: now,
		...{ lastAnswer: null, leaveUntil: 0, clearUntil: 0, rewindUntil: 0, toast: null, selection: null, click: null },
		pointer: null,
	};
}

/** The transcript of a sub-agent that is open, as a state keeps it; `subagentViewIn` says what it does. */
export type OpenSubagentView = {
	/** The tool call that stands for the sub-agent in the transcript. */
	readonly cardId: string;
};

export type TranscriptSearch = {
	readonly text: string;
	/** Keys are the query's. */
	readonly isTyping: boolean;
	/** Where the user stood when it began: it goes on from there, and giving up leads back. */
	readonly from: { readonly anchor: Anchor; readonly top: Position };
	/** Null while nothing is typed. */
	readonly scan: SearchScan | null;
	/** The match at hand: its entry, and which of the entry's matches it is. */
	readonly current: { readonly entry: number; readonly match: number } | null;
	/** Direction to go in as soon as enough was looked through. */
	readonly wanted: -1 | 0 | 1;
};
