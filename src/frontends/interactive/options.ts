import type { App } from '../../app/app.js';
import type { AttachmentsPort, FileIndexPort } from '../../core/attachment-ports.js';
import type { Result } from '../../core/failure.js';
import type { ClockPort, IdPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { HandOverPort } from '../../core/sessions/hand-over-port.js';
import type { ShellPort } from '../../core/shell-port.js';
import type { Terminal } from '../../terminal/terminal.js';
import type { WantedSession } from '../../view/state/open-sessions.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';
import type { UiOptions } from '../../view/ui-options.js';
import type { KeptDrafts } from './draft-saver.js';
import type { DecodePicture } from './pictures/picture-store.js';

/** A session as the interface needs it: its app, and what depends on its folder. */
export type InteractiveSession = {
	readonly app: App;
	readonly clipboard: { copy(text: string): Promise<Result<unknown>> };
	readonly editor: {
		editText(
			text: string,
			options: { readonly command: readonly string[]; readonly dir: string },
		): Promise<Result<string>>;
		openFile(
			path: string,
			options: { readonly command: readonly string[]; readonly line?: number },
		): Promise<Result<void>>;
	};
	/** Shows pictures, sounds, films and PDFs outside of the terminal. */
	readonly fileViewer: {
		show(bytes: Buffer): Promise<Result<{ readonly path: string; readonly isOpened: boolean }>>;
	};
	/** Where a browser can be opened, and what opens an address (http or https) in it; false when nothing took it. */
	readonly browser: { readonly place: 'here' | 'remote' | 'none'; open(url: string): Promise<boolean> };
	/** Writes transcripts and files of agents to new files; returns the path. */
	readonly exports: {
		write(
			target: { readonly file: string | null; readonly name: string },
			content: string | Uint8Array,
		): Promise<Result<string>>;
	};
	readonly history: { load(): Promise<readonly string[]>; add(text: string): Promise<void> };
	/** What was being written when a run ended. */
	readonly drafts: { load(): Promise<KeptDrafts>; save(drafts: KeptDrafts): void };
	/** Keys and size of the commands that the user runs. */
	readonly shell: Pick<ShellPort, 'write' | 'resize'>;
	/** Finds what is mentioned, and reads it. */
	readonly fileIndex: FileIndexPort;
	readonly attachments: AttachmentsPort;
	/** A mentioned file with more bytes goes as a link. */
	readonly mentions: { readonly embedBytes: number };
	/** Ends the session and what it started; the interface goes on with another. Absent: whoever started the interface does. */
	readonly close?: () => Promise<void>;
};

/** What the interface needs of the one who starts it: the session that it begins with, and what all sessions share. */
export type InteractiveOptions = InteractiveSession & {
	readonly terminal: Terminal;
	/** Sent at once; empty for none. */
	readonly prompt: string;
	/** The list of sessions is opened at once, with this search; null: it is not. */
	readonly sessionSearch: string | null;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly ui: Omit<UiOptions, 'screen'>;
	/** The user's own themes. */
	readonly themes: ReadonlyMap<string, ThemeDefinition>;
	/** The user's key bindings, by action id. */
	readonly keys: Readonly<Record<string, readonly string[]>>;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	/** Makes PNGs of other formats, beside the interface. */
	readonly decodePicture: DecodePicture;
	/** Opens another session beside those that are open. Fails with a sentence; absent: there is one session. */
	readonly openSession?: (wanted: WantedSession, from: SessionState) => Promise<Result<InteractiveSession>>;
	/** What handing a session over to another agent needs, loaded when it is wanted; absent: there is one session. */
	readonly handOver?: () => Promise<HandOverPort>;
	/** Aborts when the process was told to end; `reason` is the exit code. */
	readonly stopped: AbortSignal;
	/** Takes what gives the terminal back at once, on whatever way out; null when it is back. */
	onRestore(restore: (() => void) | null): void;
	/** A folder for the editor's file. */
	readonly temporaryFolder: string;
};
