import type { SessionState } from '../../core/session/state.js';
import { type ChangeRow, changeRows } from '../../core/shadow/change-rows.js';
import type { ActionId } from '../keys/action-ids.js';
import type { PanelStep as StepOf } from '../panel/panel-step.js';

/** The review of changes: which is looked at, and what was said of it. */
export type ChangesPanelState = {
	/** The selected row, by its path; null: the first. */
	readonly selected: string | null;
	/** The first line of the diff that is in sight. */
	readonly scroll: number;
	/** A first key, and what the next one does. */
	readonly asking: Asked | null;
	/** Rows that stay where they are, by path. */
	readonly left: ReadonlySet<string>;
	/** It opened by itself at this time, and keys count only a little later; null: the user opened it. */
	readonly openedAt: number | null;
	/** A character that is carried out unless it turns out to be the first of a word; null: none. */
	readonly pending: PendingLetter | null;
	/** When something was applied or discarded last: a key that is held down does it once. */
	readonly actedAt: number;
	/** What a screen reader says, and how often something was said. */
	readonly said: { readonly id: number; readonly what: Spoken };
	/** Where there is no screen: a change was chosen. */
	readonly isChosen: boolean;
};

/** What was typed and what it means, the rows of the panel, and when it came (ms since the epoch). */
export type PendingLetter = {
	readonly text: string;
	readonly action: ActionId;
	readonly rows: number;
	readonly since: number;
};

/** What has to be confirmed by a second key. */
export type Asking = 'discard' | 'conflict' | 'protected';

/** A first key on a row, or on so many rows at once. `at`: when it came (ms since the epoch). */
type Asked = { readonly at: number } & (
	| { readonly what: Asking; readonly path: string }
	| { readonly what: 'all'; readonly count: number }
);

/** What is read out where there is no screen. */
type Spoken = { readonly type: 'list' | 'change' } | { readonly type: 'words'; readonly text: string };

export type PanelStep = StepOf<ChangesPanelState>;

const NONE: readonly ChangeRow[] = [];

/** What is to be reviewed. */
export function rowsOf({ shadow }: SessionState): readonly ChangeRow[] {
	return shadow === undefined ? NONE : changeRows(shadow.changes);
}

/** Where the selected row stands; 0 when it is gone. */
export function selectedIndex({ selected }: ChangesPanelState, rows: readonly ChangeRow[]): number {
	return Math.max(
		0,
		rows.findIndex(({ path }) => path === selected),
	);
}
