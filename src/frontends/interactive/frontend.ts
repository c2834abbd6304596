import type { App } from '../../app/app.js';
import type { Key } from '../../terminal/key.js';
import type { SuspendedWork, Terminal, TerminalEvent, TerminalFrame } from '../../terminal/terminal.js';
import type { ViewInput } from '../../view/advance.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import type { Keymap } from '../../view/keys/keymap.js';
import type { OpenSessionRow } from '../../view/state/open-sessions.js';
import type { UiState } from '../../view/state/ui-state.js';
import type { UiRequest } from '../../view/state/ui-step.js';
import type { InteractiveSession, LiveSettings } from './interactive-options.js';

/** Gives work the whole terminal until it settles. */
export type Suspend = (work: SuspendedWork) => Promise<void>;

export type FrontendHost = {
	readonly table: Keymap;
	readonly terminal: Terminal;
	readonly perform: (request: UiRequest) => void;
};

type EventOf<T extends TerminalEvent['type']> = Extract<TerminalEvent, { type: T }>;

/** A front end on a terminal: look of the session, and meaning of its keys. Run by `runFrontend`. */
export type Frontend = {
	readonly source: Pick<ScreenSource<unknown>, 'subscribe'>;
	/** `isFollowed`: the next key comes at once, and draws what this one does too. */
	key(key: Key, isFollowed?: boolean): void;
	paste(text: string): void;
	pointer?(event: EventOf<'mouse'>['event']): void;
	answer?(report: EventOf<'report'>['report']): void;
	resize(columns: number, rows: number): void;
	/** Shows a message, longer where `isLong`; null removes it. One of another session waits until that is in front. */
	notify(words: string | null, isLong?: boolean, app?: App): void;
	/** Changes the draft of the front session, or of `app`. */
	compose(action: ComposerAction, app?: App): void;
	/** Opens a panel; without `open` its code is loaded first. */
	panel(input: Omit<Extract<ViewInput, { type: 'panel' }>, 'type'>): void;
	/** State of the front session, or of `app`. */
	getUi(app?: App): UiState;
	/** Brings a session to the front. `heading` names it where lines of the previous one stay in sight. */
	show(session: InteractiveSession, heading: string, rows: readonly OpenSessionRow[]): void;
	setSessions(rows: readonly OpenSessionRow[], isListed: boolean): void;
	/** The session is closed, and never comes to the front again. */
	forget(app: App): void;
	opened(): void;
	/** An empty conversation shows the first screen, where the terminal is high enough. */
	readonly hasFirstScreen?: true;
	/** Settings have changed; `table`: the keys. */
	configure(settings: LiveSettings, table: Keymap): void;
	suspended?(isSuspended: boolean): void;
	mouse?(isOn: boolean): void;
	redraw?(): void;
	/** Ends all drawing. Returns the lines that stay. */
	stop(): readonly string[];
};

/** Painted rows, none wider than the screen, and the cursor cell (from 0). */
export type Painted = Pick<TerminalFrame, 'rows' | 'cursor'>;

export type ScreenSource<S> = { subscribe(listener: () => void): () => void; getSnapshot(): S };
