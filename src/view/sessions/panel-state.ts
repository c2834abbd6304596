import type { SessionListState } from '../../core/sessions/session-list.js';
import type { PanelStep as StepOf } from '../panel/panel-step.js';
import type { RenderCache } from '../transcript/line-cache.js';
import type { Anchor } from '../transcript/position.js';
import type { ShownSessions } from './find-sessions.js';

/** The panel of sessions: what is searched for, what is selected, and what is asked of the one that is selected. */
export type SessionsPanelState = {
	readonly search: string;
	/** The place of the selected session among those shown, from 0. */
	readonly selected: number;
	readonly shown: ShownSessions;
	/** What was shown was found in this list, by this search. */
	readonly basis: { readonly list: SessionListState | null; readonly search: string };
	readonly page: SessionsPage;
	/** Lines of the preview below its last one that is in sight. */
	readonly previewScroll: number;
	/** The session whose preview was asked for last, by its key. */
	readonly previewed: string | null;
	/** How many sessions the agent's list had when its next page was asked for. */
	readonly askedAt: number;
	/** What a screen reader says, and how often something was said. */
	readonly said: { readonly id: number; readonly what: Spoken };
	/** How many rows were read out. */
	readonly readTo: number;
	/** The outcome that was told last. */
	readonly told: number;
	/** The id of the session that was named to begin with; empty once another key came, or it was asked about. */
	readonly asksFor: string;
};

/** What is open in the panel. */
export type SessionsPage =
	| { readonly type: 'list' }
	/** It is being read. */
	| {
			readonly type: 'read';
			readonly key: string;
			readonly title: string;
			readonly anchor: Anchor;
			readonly cache: RenderCache;
	  }
	/** Another title is being written. */
	| { readonly type: 'rename'; readonly key: string; readonly text: string }
	/** Something is asked about a session. */
	| {
			readonly type: 'choose';
			readonly key: string;
			readonly title: string;
			readonly rows: readonly ChoiceRow[];
			readonly selected: number;
	  };

/** A row of what is asked about a session. */
export type ChoiceRow = { readonly label: string; readonly detail: string; readonly does: SessionAction };

/** What can be done with a session. */
export type SessionAction =
	| {
			readonly type:
				| 'resume'
				| 'fork'
				| 'read'
				| 'rename'
				| 'export'
				| 'ask-delete'
				| 'back'
				| 'beside'
				| 'fork-beside'
				| 'copy';
	  }
	| { readonly type: 'delete'; readonly at: 'here' | 'agent' | 'both' };

/** What is read out where there is no screen. */
type Spoken =
	| { readonly type: 'looking' | 'page' | 'reading' }
	/** Rows from this place on, from 0. */
	| { readonly type: 'rows'; readonly from: number }
	| { readonly type: 'words'; readonly text: string };

export type PanelStep = StepOf<SessionsPanelState>;
