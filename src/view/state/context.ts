import type { Lookups } from '../../core/session/lookups.js';
import type { Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import type { Keymap } from '../keys/keymap.js';
import type { PictureSource } from '../pictures/picture-lines.js';
import type { RenderCache } from '../transcript/line-cache.js';
import type { UiState } from './ui-state.js';

export type ScreenContext = {
	readonly session: SessionState;
	readonly lookups: Lookups;
	/** All of the session, where `session` holds the entries of a sub-agent alone; else absent. */
	readonly whole?: SessionState;
	readonly ui: UiState;
	readonly table: Keymap;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The user's home, so that the directory can be shown as `~/…`; empty when unknown. */
	readonly home: string;
	/** Version of this program; absent: not said. */
	readonly version?: string;
	/** Where a browser can be opened: `remote` over SSH, `none` without a display; absent: here. */
	readonly browser?: 'here' | 'remote' | 'none';
	/** Everything is read out whole: no screen is too small for it. */
	readonly isReadOut?: true;
	/** Where pictures can be shown; absent where the terminal shows none. */
	readonly pictures?: PictureSource | null;
	/** Questions that do not block the turn and wait beside it, none of those of `session`. */
	readonly nonblocking?: readonly Question[];
	/** Lines that were drawn before, and the measures of long texts that places in them refer to. */
	readonly cache: RenderCache;
};
