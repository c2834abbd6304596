/** Where the sessions are: which folder, and the agent whose own list is asked for. */
export type SessionsPlace = {
	readonly cwd: string | null;
	readonly agent: string | null;
	readonly agentCommand: string | null;
};

/** `acp-tui sessions [list]` and `sessions search TEXT`. */
export type SessionsListRequest = SessionsPlace & {
	/** Those of all folders. */
	readonly isAll: boolean;
	readonly isJson: boolean;
};

/** `acp-tui sessions search TEXT`. */
export type SessionsSearchRequest = SessionsListRequest & { readonly text: string };

/** `acp-tui sessions show ID`. */
export type SessionsShowRequest = { readonly id: string; readonly isJson: boolean };

/** `acp-tui sessions rename ID TITLE`. */
export type SessionsRenameRequest = { readonly id: string; readonly title: string };

/** `acp-tui sessions export ID [FILE]`. */
export type SessionsExportRequest = {
	readonly id: string;
	/** Null: to standard output. */
	readonly file: string | null;
	readonly isJson: boolean;
};

/** Where a session is deleted. */
export const DELETE_PLACES = ['here', 'agent', 'both'] as const;

/** `acp-tui sessions delete ID`. */
export type SessionsDeleteRequest = SessionsPlace & {
	readonly id: string;
	readonly at: (typeof DELETE_PLACES)[number];
	readonly isAgreed: boolean;
};

/** `acp-tui sessions prune`; null: what the config says. */
export type SessionsPruneRequest = {
	readonly cwd: string | null;
	/** Milliseconds. */
	readonly olderThan: number | null;
	readonly maxBytes: number | null;
	readonly isDryRun: boolean;
	readonly isJson: boolean;
};
