import type { App } from '../../app/app.js';
import type { AttachmentsPort, FileIndexPort } from '../../core/attachment-ports.js';
import type { BrowserPort, EditorPort, ExportsPort, FileViewerPort } from '../../core/desktop-ports.js';
import type { Result } from '../../core/failure.js';
import type { McpEntry } from '../../core/mcp/server.js';
import type { ClockPort, IdPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { HandOverPort } from '../../core/sessions/hand-over-port.js';
import type { SettingsList, SettingsRequest } from '../../core/settings/setting.js';
import type { ShellPort } from '../../core/shell-port.js';
import type { Terminal } from '../../terminal/terminal.js';
import type { DrawDiagram } from '../../view/diagrams/diagrams.js';
import type { WantedSession } from '../../view/state/open-sessions.js';
import type { ThemeDefinition } from '../../view/theme/themes.js';
import type { Editor, UiOptions } from '../../view/ui-options.js';
import type { StoredDrafts } from './draft-saver.js';
import type { DecodePicture } from './pictures/picture-store.js';
import type { DecodePixels } from './pictures/text-pictures.js';
import type { PlaySound } from './sounds.js';
import type { RunStatusCommand } from './status-command.js';

export type InteractiveSession = {
	readonly app: App;
	readonly clipboard: { copy(text: string): Promise<Result<unknown>>; read(): Promise<Result<string>> };
	readonly editor: EditorPort;
	readonly fileViewer: FileViewerPort;
	readonly browser: BrowserPort;
	readonly exports: ExportsPort;
	readonly history: { load(): Promise<readonly string[]>; add(text: string): Promise<void> };
	readonly drafts: { load(): Promise<StoredDrafts>; save(drafts: StoredDrafts): void };
	readonly shell: Pick<ShellPort, 'write' | 'resize'>;
	readonly fileIndex: FileIndexPort;
	readonly attachments: AttachmentsPort;
	/** A mentioned file with more bytes is sent as a link. */
	readonly mentions: { readonly embedBytes: number };
	/** Makes a file for a new command of the user's; gives its path. */
	readonly newCommand: (name: string) => Promise<Result<string>>;
	/** Ends the session and what it started, while the interface goes on. Absent: the starter of the interface does. */
	readonly close?: () => Promise<void>;
};

/** Settings that count at once. */
export type LiveSettings = Pick<InteractiveOptions, 'themes' | 'keys' | 'ui'>;

export type SettingsPort = {
	look(session: SessionState): Promise<Result<SettingsList & { readonly live: LiveSettings }>>;
	/** Gives what is to be known of the change, in words. */
	change(change: Extract<SettingsRequest, { type: 'set' }>, session: SessionState): Promise<Result<string>>;
	/** The same, with the MCP servers as they are then. */
	trust(
		wanted: Extract<SettingsRequest, { type: 'trust' }>,
		session: SessionState,
	): Promise<Result<{ readonly words: string; readonly mcpServers: readonly McpEntry[] }>>;
};

/** The first session, and what all sessions share. */
export type InteractiveOptions = InteractiveSession & {
	readonly terminal: Terminal;
	readonly prompt: string;
	/** Opens the list of sessions at once with this search; null: it is not opened. */
	readonly sessionSearch: string | null;
	/** Opens the review of this range at once, and starts no agent: closing it leaves. A warning names a prompt, which is not sent. */
	readonly review?: { readonly range: string; readonly onPrompt: (text: string) => void };
	readonly home: string;
	/** Of this program. */
	readonly version?: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly ui: Omit<UiOptions, 'screen'>;
	readonly themes: ReadonlyMap<string, ThemeDefinition>;
	readonly settings: SettingsPort;
	/** Notified when other settings count. */
	readonly configured?: (settings: LiveSettings) => void;
	/** Keeps the theme for later runs; gives the file that says so. */
	readonly saveTheme: (name: string) => Promise<Result<string>>;
	/** The newest section of the changelog, as a note. */
	readonly releaseNotes: () => Promise<{ readonly title: string; readonly detail: string }>;
	/** Keeps the keys of text fields for later runs; gives the file that says so. */
	readonly saveEditor: (editor: Editor) => Promise<Result<string>>;
	readonly keys: Readonly<Record<string, readonly string[]>>;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	/** Converts pictures of other formats to PNG outside of this thread. */
	readonly decodePicture: DecodePicture;
	readonly decodePixels: DecodePixels;
	readonly drawDiagram: DrawDiagram;
	readonly playSound: PlaySound;
	readonly runStatusCommand: RunStatusCommand;
	/** Opens another session beside those that are open. Absent: there is one session. */
	readonly openSession?: (wanted: WantedSession, from: SessionState) => Promise<Result<InteractiveSession>>;
	/** Loads the hand-over to another agent; absent: there is one session. */
	readonly handOver?: () => Promise<HandOverPort>;
	/** Aborts when the process is to end; `reason` is the exit code. */
	readonly stopped: AbortSignal;
	/** Takes the function that restores the terminal on any way out; null when it is restored. */
	onRestore(restore: (() => void) | null): void;
	readonly temporaryFolder: string;
};
