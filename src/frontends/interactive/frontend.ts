import type { Instance } from 'ink';
import type { ReactElement } from 'react';
import type { TerminalReport } from '../../terminal/input/scan-reports.js';
import type { Key } from '../../terminal/key.js';
import type { TerminalModes } from '../../terminal/modes.js';
import type { ScreenProps, ScreenSource } from '../../ui/screen.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import type { BindingTable } from '../../view/keys/table.js';
import type { UiRequest } from '../../view/state/step.js';
import type { UiState } from '../../view/state/ui-state.js';

/** Work that has the terminal to itself until it settles. */
export type Lend = (work: () => Promise<void>) => Promise<void>;

/** What every form of the interface is given, besides the options of its start. */
export type FormHost = {
	readonly table: BindingTable;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly write: (data: string) => void;
	readonly modes: TerminalModes;
	/** Does what the screen wants of the world. */
	readonly perform: (request: UiRequest) => void;
};

/** What a form's picture is wired to. */
type FormInput = Pick<ScreenProps, 'onInput' | 'onPaste'> & {
	/** Called once with the way to hand the terminal over. */
	readonly onReady: (suspend: Lend) => void;
};

/** A form of the interface: how the session looks, and what its keys mean. Its life is `runForm`'s. */
export type Form = {
	readonly source: ScreenSource;
	key(key: Key): void;
	paste(text: string): void;
	report(report: Exclude<TerminalReport, { type: 'focus' }>): void;
	resize(columns: number, rows: number): void;
	/** Says a word that no entry holds, for long enough to be read where `isLong`; null takes it back. */
	tell(words: string | null, isLong?: boolean): void;
	/** Does something to the draft that no key did. */
	compose(action: ComposerAction): void;
	getUi(): UiState;
	/** Takes answers that somebody waits for out of what was read. */
	filter?(text: string): string;
	/** The picture for Ink, and how Ink is to show it. */
	element(input: FormInput): ReactElement;
	readonly look: { readonly alternateScreen: boolean; readonly incrementalRendering: boolean };
	/** Where Ink writes, when it is not to draw; the terminal unless given. */
	readonly inkOutput?: NodeJS.WriteStream;
	/** Ink runs. */
	opened?(instance: Instance): void;
	/** The terminal goes to another program, or is back. */
	away?(isAway: boolean): void;
	/** Lets the mouse go, or takes it. */
	mouse(isOn: boolean): void;
	/** Draws all of it anew. */
	redraw(lend: Lend): Promise<void>;
	/** The person left, or the process ends: nothing may be drawn any more. */
	stop(): void;
};
