import type { McpEntry } from '../mcp/server.js';

export type Setting = {
	/** With dots: `ui.theme`. */
	readonly key: string;
	readonly group: string;
	readonly about: string;
	/** Way to change it; `words` may be numbers, and JSON of lists. */
	readonly kind: 'flag' | 'choice' | 'words';
	readonly choices: readonly string[];
	/** The value in force; empty where nothing is set. */
	readonly value: string;
	/** Where that comes from: `default`, `your config`, `--mode plan`. */
	readonly source: string;
	/** The value in each file, as it would be typed; null for none. */
	readonly written: { readonly user: string | null; readonly project: string | null };
	/** Counts at once; else from the next start on. */
	readonly isLive: boolean;
};

/** A file of the project that waits for the user's trust. */
export type WaitingFile = {
	readonly file: string;
	/** In words that follow "would". */
	readonly effects: string;
	/** The text that waits, and what trust means. */
	readonly content: string;
	readonly warning: string;
	/** SHA-256 of all that the trust is for. */
	readonly hash: string;
};

export type SettingsList = {
	readonly settings: readonly Setting[];
	readonly waiting: readonly WaitingFile[];
	readonly files: { readonly user: string; readonly project: string };
};

export type SettingsRequest =
	| { readonly type: 'list' }
	/** Null takes the value out. */
	| { readonly type: 'set'; readonly key: string; readonly typed: string | null; readonly isProject: boolean }
	| ({ readonly type: 'trust' } & Pick<WaitingFile, 'file' | 'hash'>);

/** Settings as they were looked up last, and what became of the last change. */
export type SettingsState = {
	readonly list: SettingsList | null;
	/** Sentences about what waits for trust. */
	readonly untrusted: readonly string[];
	readonly outcome: { readonly id: number; readonly words: string; readonly isFailure: boolean } | null;
};

/** The settings were looked up, or servers of the project were trusted: the agent gets them at its next start. Not logged. */
export type SettingsEvent =
	| ({ readonly type: 'settings-known' } & SettingsState)
	| { readonly type: 'mcp-trusted'; readonly mcpServers: readonly McpEntry[] };
