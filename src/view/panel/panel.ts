import type { FileHit } from '../../core/attachment-ports.js';
import type { Key } from '../../terminal/key.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { Line } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import type { UiStep } from '../state/ui-step.js';
import type { Anchor } from '../transcript/position.js';
import type { DocumentParts, DocumentPlace } from './document.js';
import type { PanelPane, PanelText, PanelWriting } from './panel-texts.js';

/**
 * A kind of panel: what it shows, as data. Drawing, moving, filtering, numbers, the footer, clicks and what is read out
 * are the engine's (`openPanel`).
 */
export type PanelKind<State = null> = {
	readonly name: string;
	/** Where its own keys hold, before those of every list; of several the first comes first. */
	readonly keys?: KeyContext | readonly KeyContext[];
	/** A key of its own that does what esc does. */
	readonly closedBy?: ActionId;
	/** Keys that scroll the preview, the pane, or what is read of a row, by a line. */
	readonly scrolledBy?: { readonly up: ActionId; readonly down: ActionId };
	/** Keys that move as the arrows do. */
	readonly walkedBy?: { readonly up: ActionId; readonly down: ActionId };
	/**
	 * Takes the place of the draft; absent: above it, and words that mean nothing to the panel go into the draft. A page
	 * takes the place of the panel that it lies over.
	 */
	readonly coversDraft?: true;
	/** Takes all rows that there are. */
	readonly isTall?: true;
	/** Takes the place of the side panel, too. */
	readonly isWide?: true;
	/** In linear mode words go to the conversation while it is open. */
	readonly isNonmodal?: true;
	/** Lines for a screen reader, after which the panel closes. */
	readonly spokenOnce?: (context: ScreenContext) => readonly string[];
	/** Returns null when nothing is left, and the panel closes. Pure. `own`: state of this kind, null where it has none. */
	panel(context: ScreenContext, own: State, place: PanelPlace): Panel<State> | null;
	/** The screen after it closed by itself, as nothing is left; absent: as it is then. */
	readonly ended?: (context: ScreenContext) => UiState;
	/** Takes every key that is pressed on the screen, in place of what it is bound to. */
	takes?(context: ScreenContext, own: State, key: Key): PanelResult<State>;
	/** Its own state when the user returns to it from what it opened; absent: as it was. */
	readonly again?: (own: State) => State;
	/** Requests and changes wanted after the session or the panel has changed; null: none. */
	follow?(context: ScreenContext, own: State, place: PanelPlace): PanelResult<State> | null;
	/** Files of the workspace that belong into it. */
	readonly files?: {
		/** The query to look for, by what is typed; null: none. */
		readonly wanted: (typed: string) => string | null;
		readonly found: (own: State, hits: readonly FileHit[]) => State;
	};
};

/** Where the user stands in a panel. */
export type PanelPlace = {
	/** The row that the user moved to, by its id; null: none yet. */
	readonly selected: string | null;
	/** Text in the line of the panel. */
	readonly typed: string;
	/** In ms since the epoch. */
	readonly openedAt: number;
	/** In linear mode: the selected row was chosen, and what to do with it is asked. */
	readonly isChosen: boolean;
	/** Where the window into a pane ends. */
	readonly anchor: Anchor;
	/** A text in place of rows was on the screen to its end. */
	readonly isReadWhole: boolean;
	/** Of a panel with documents: the keys that move are for the document of the selected row, and not for the rows. */
	readonly isInText: boolean;
	/** Where the cursor stands in the documents of rows, by their ids; a row that lacks has its cursor where it begins. */
	readonly places: ReadonlyMap<string, DocumentPlace>;
	/** Where a selection begins that ends at the cursor: the row, and the part by its name. */
	readonly mark: { readonly row: string; readonly part: string } | null;
};

/** A panel as data. Texts are sanitised when they are drawn; lines are drawn as they are. */
export type Panel<State = unknown, Row extends PanelRow = PanelRow> = {
	readonly title: string;
	/** Muted words behind the title. */
	readonly titleNote?: string;
	/** Hint at the keys, in the title. */
	readonly keyWords?: string;
	/** The title as a line; `place` of the selected row, from 1, where not all rows are in sight. */
	readonly titled?: (place: number | null, width: number) => Line;
	/** Line in the lower edge. */
	readonly foot?: (width: number) => Line;
	readonly rows: readonly Row[];
	/** The draft has the keys: no row is marked. */
	readonly isUnfocused?: boolean;
	/** Text in place of rows; absent: nothing. */
	readonly empty?: string;
	/** Its rows are still looked for: its keys are not for the draft. */
	readonly isLoading?: boolean;
	/** The row that is selected before the user moves; absent: the current one, else the first. */
	readonly first?: string;
	/** To be read before a row is chosen: above the rows. */
	readonly text?: PanelText;
	/** The line that finds rows, or takes words. */
	readonly line?: PanelLine<State>;
	/** Effects of keys besides moving and choosing. */
	readonly actions?: (row: Row | undefined) => PanelActions<State>;
	/** Detail of the selected row, besides its text: exactly `rows` lines below a rule. */
	readonly detail?: (row: Row, width: number, rows: number) => readonly Line[];
	/** Text of the selected row, below a rule: it scrolls, and takes the rows that a short list leaves. */
	readonly reading?: PanelReading<Row>;
	/** The lines of a row in a panel with a preview, in place of its label: the second where rows have two. */
	readonly rowLines?: (row: Row, width: number, isSelected: boolean) => readonly [Line, Line];
	/** Cells of the list beside a preview: its rows have one line, and stand under the headings of their groups. */
	readonly listWidth?: number;
	/** Preview of the selected row, beside the list or below it. */
	readonly preview?: (row: Row, width: number) => PanelPreview;
	/** The last row of a panel with a preview. */
	readonly status?: (width: number) => Line;
	/** A text of several lines below the rows: a line that takes several edits it there. */
	readonly writing?: PanelWriting;
	/** A long text in place of rows. */
	readonly pane?: PanelPane;
	/** A text of each row with a cursor in it, beside the rows or below them; in their place where there is little room. */
	readonly document?: PanelDocument<Row>;
	/** Words at the right of the title, where it has room for them. */
	readonly corner?: Line;
	/** Carried out by esc; absent: esc closes the panel, a page leads back. The context has the panel closed. */
	readonly back?: (context: ScreenContext) => UiStep;
	/** The word for that in the footer; absent: back for a page, else close. */
	readonly backWords?: string;
	/** The screen without the panel, after nothing was chosen. */
	readonly left?: (ui: UiState) => UiStep;
	/** When time alone changes it (ms since the epoch). */
	readonly wakeAt?: number | null;
	/** Words that are read out, where they are not title and rows. */
	readonly spoken?: {
		/** All that is read out, in place of title and rows. */
		readonly lines?: () => readonly string[];
		readonly title?: string;
		readonly how?: string;
		/** Rows that are read out at once, 20 when absent; the word “more” reads on. */
		readonly atOnce?: number;
		readonly left?: (rows: number) => string;
		/** The words of a row; absent: its own. */
		readonly row?: (row: Row) => string;
		/** A row that was chosen; absent: what can be done with it, by numbers. */
		readonly chosen?: (row: Row) => readonly string[];
		/** Said when it was closed. */
		readonly closed?: string;
		/** Sentences after the rows. */
		readonly notes?: readonly string[];
	};
	/** The name of the theme that the screen is painted in while it is open. */
	readonly theme?: (row: Row | undefined) => string | undefined;
};

/** A row of a panel: what it is called, and what enter, its number or a second click does. */
export type PanelRow = {
	/** The selection stays with it when other rows come and go. */
	readonly id: string;
	readonly label: string;
	/** Signs before the label. */
	readonly signs?: Line;
	/** Words behind the label, in a column of their own. */
	readonly detail?: string;
	/** Figures at the edge of a row that is so many cells wide. */
	readonly edge?: (width: number) => Line;
	/** Text below the list while the row is selected, besides its detail. */
	readonly more?: string;
	/** Its label is cut in the middle: names of one folder differ at their end. */
	readonly isCutInMiddle?: true;
	/** Dealt with already. */
	readonly isMuted?: boolean;
	/** Changes when the row stands for something else: a key that is on its way was not meant for that. */
	readonly version?: string;
	/** Its label is to be read whole before it is chosen: below the list, where its row cuts it. */
	readonly isReadWhole?: true;
	/** Whether it is in force; absent: rows have no mark. */
	readonly isCurrent?: boolean;
	/** Rows below it are within it: when the selected row goes away, the selection does not come to it. */
	readonly isFolder?: true;
	/** Rows that follow each other stand under one heading. */
	readonly group?: string;
	/** Its words where they are read out; absent: label and detail. */
	readonly spoken?: string;
	/** Why it cannot be chosen; null or absent: it can. */
	readonly why?: string | null;
	/** Carries out what it stands for. The panel is closed in the context: behind a page is what it lies over. */
	readonly choose?: Choose;
};

/** Carries something out on a screen from which the panel is gone. */
export type Choose = (context: ScreenContext) => UiStep;

export type DrawnPanel = {
	readonly lines: readonly Line[];
	/** The cell of the cursor, from 0; absent or null hides it. */
	readonly cursor?: { readonly x: number; readonly y: number } | null;
};

/** The head of a preview, and lines below it of which the end is in sight. */
export type PanelPreview = { readonly head: readonly Line[]; readonly lines: readonly Line[] };

/** Text of a row: `head` stays in sight, `lines` scroll, `count` is how many there are as far as that is known. */
type PanelReading<Row extends PanelRow = PanelRow> = {
	readonly head: (row: Row, width: number) => readonly Line[];
	readonly lines: (row: Row, width: number) => readonly Line[];
	readonly count: (row: Row) => number;
};

type PanelDocument<Row extends PanelRow = PanelRow> = {
	/** The line above it, which stays in sight: its name in so many cells, and what is known of it at the right. */
	readonly name: (row: Row, width: number) => { readonly words: Line; readonly facts: Line };
	readonly parts: (row: Row, width: number) => DocumentParts;
	/** Number of lines there are, as far as that is known. */
	readonly count: (row: Row) => number;
	/** Cells that it needs: with fewer beside the rows it stands below them. */
	readonly least?: number;
};

/** A line of text of a panel. */
export type PanelLine<State = unknown> = {
	/** Characters that there is room for; what is longer is cut. */
	readonly most: number;
	/** Keeps what belongs into the line; absent: the first line, sanitised. */
	readonly clean?: (typed: string) => string;
	/** Words before the line, and in it while it is empty. Without a label it is not drawn: the title shows the text. */
	readonly label?: string;
	readonly hint?: string;
	/** Filters the rows by the words of their labels and details; absent: the panel makes the rows for the text itself. */
	readonly finds?: true;
	/** Takes the text as a value for enter; it finds no rows. */
	readonly isValue?: true;
	/** Closed by esc whatever was typed; elsewhere esc takes the text out first. */
	readonly isClosedTyped?: true;
	/** Takes several lines, with the keys of the draft: it is drawn as `writing`. */
	readonly isOfSeveralLines?: true;
	/** Text in the line, where `set` keeps it elsewhere. */
	readonly text?: string;
	/** In linear mode it is typed on a line of its own, never in the draft: what its row shows in so many cells. */
	readonly apart?: (width: number) => string;
	/** Result of another text, besides the text itself. */
	readonly set?: (text: string) => PanelResult<State>;
	/** Message for a screen reader where `words` find nothing. */
	readonly none?: (words: string) => string;
};

/** Actions; in the place of one that there is not now stands false. */
export type PanelActions<State = unknown> = readonly (PanelAction<State> | false)[];

export type PanelAction<State = unknown> = {
	/** The key, by its row in the table of actions; null: it is only a choice that is read out. */
	readonly id: ActionId | null;
	/** In the footer; absent: nothing. */
	readonly words?: string;
	/** Label of the choice in linear mode; absent: it is not offered there. */
	readonly spoken?: string;
	/** Entered in linear mode, this does it; empty: enter alone does, unless the conversation asks something. */
	readonly word?: string;
	/** Why it cannot be done now; null or absent: it can. */
	readonly why?: string | null;
	/** The same key has to be pressed again: what it will do, on lines of so many cells. */
	readonly confirm?: string | ((width: number) => string);
	/** Wording for linear mode; absent: the same. */
	readonly confirmSpoken?: string;
	/** Covers all rows: when one comes or goes, confirmation is asked again. */
	readonly isOfAll?: true;
	/** A key that is held down does it once, and not to what has just become something else. */
	readonly isGuarded?: true;
	/** Enter, a number and a second click do it, too. */
	readonly isEnter?: true;
	/** The panel is closed before: a page leads back. */
	readonly closes?: true;
	readonly run: (context: ScreenContext) => PanelResult<State>;
	/** Lines for a screen reader, in place of `run`. */
	readonly read?: (context: ScreenContext) => readonly string[];
};

/** Result of an action or a change in a panel; absent fields keep what is there. */
export type PanelResult<State = unknown> = {
	readonly own?: State;
	/** The row that is selected then, by its id. */
	readonly selected?: string;
	/** The part of its document at which the cursor is then, near the top; whether the keys are for that, and where a selection begins. */
	readonly part?: string;
	readonly isInText?: boolean;
	readonly mark?: string | null;
	readonly ui?: UiState;
	readonly requests?: UiStep['requests'];
	readonly closes?: true;
	/** In the status line, and read out. */
	readonly words?: string;
	/** Read out alone: lines, or the list or the chosen row again. */
	readonly reads?: 'list' | 'chosen' | readonly string[];
};

/** Erases the rows' own type: only the functions of this panel get them. */
export function panelOf<State, Row extends PanelRow>(panel: Panel<State, Row>): Panel<State> {
	// The engine gives back no other rows than it was given.
	return panel as unknown as Panel<State>;
}
