import type { App } from '../../app/app.js';
import type { TerminalEvent } from '../../terminal/events.js';
import type { Key } from '../../terminal/key.js';
import type { SuspendedWork, Terminal } from '../../terminal/terminal.js';
import type { ViewInput } from '../../view/advance.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import type { Keymap } from '../../view/keys/keymap.js';
import type { OpenSessionRow } from '../../view/state/open-sessions.js';
import type { UiRequest } from '../../view/state/step.js';
import type { UiState } from '../../view/state/ui-state.js';
import type { InteractiveSession } from './options.js';
import type { ScreenSource } from './painted.js';

/** Gives work the whole terminal until it settles. */
export type Suspend = (work: SuspendedWork) => Promise<void>;

/** What every front end is given, besides the options of its start. */
export type FrontendHost = {
	readonly table: Keymap;
	readonly terminal: Terminal;
	/** Does what the screen requests of the world. */
	readonly perform: (request: UiRequest) => void;
};

type EventOf<T extends TerminalEvent['type']> = Extract<TerminalEvent, { type: T }>;

/** A front end on a terminal: how the session looks, and what its keys mean. Its life is `runFrontend`'s. */
export type Frontend = {
	readonly source: ScreenSource;
	key(key: Key): void;
	paste(text: string): void;
	/** What the mouse did. */
	pointer?(event: EventOf<'mouse'>['event']): void;
	/** What the terminal answered to a query. */
	answer?(report: EventOf<'report'>['report']): void;
	resize(columns: number, rows: number): void;
	/**
	 * Says a word that no entry holds, for long enough to be read where `isLong`; null takes it back. What is about a
	 * session that is not in front is said when it comes there.
	 */
	tell(words: string | null, isLong?: boolean, app?: App): void;
	/** Does something to the draft that no key did: of the session in front, unless another is named. */
	compose(action: ComposerAction, app?: App): void;
	/** Opens a panel: without `open` its code is loaded first. */
	panel(input: Omit<Extract<ViewInput, { type: 'panel' }>, 'type'>): void;
	/** The state of the session in front, unless another is named. */
	getUi(app?: App): UiState;
	/** Brings a session to the front; `rows` are the open sessions then. `heading` says which, where the lines of the one before stay in sight. */
	show(session: InteractiveSession, heading: string, rows: readonly OpenSessionRow[]): void;
	/** The sessions that are open beside each other; `isListed` opens the list of them. */
	setSessions(rows: readonly OpenSessionRow[], isListed: boolean): void;
	/** The session is closed, and never comes to the front again. */
	forget(app: App): void;
	/** The terminal is open. */
	opened(): void;
	/** The terminal goes to another program, or is back. */
	suspended?(isSuspended: boolean): void;
	/** Lets the mouse go, or takes it. */
	mouse?(isOn: boolean): void;
	/** Draws all of it anew. */
	redraw?(): void;
	/** The user left, or the process ends: nothing may be drawn any more. Returns the lines that stay. */
	stop(): readonly string[];
};
