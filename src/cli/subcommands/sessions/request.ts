export type SessionsPlace = {
	readonly cwd: string | null;
	readonly agent: string | null;
	readonly agentCommand: string | null;
};

export type SessionsListRequest = SessionsPlace & {
	readonly isAll: boolean;
	readonly isJson: boolean;
};

export type SessionsSearchRequest = SessionsListRequest & { readonly text: string };

export type SessionsShowRequest = { readonly id: string; readonly isJson: boolean };

export type SessionsRenameRequest = { readonly id: string; readonly title: string };

export type SessionsExportRequest = {
	readonly id: string;
	/** Null: to standard output. */
	readonly file: string | null;
	readonly isJson: boolean;
};

export const DELETE_PLACES = ['here', 'agent', 'both'] as const;

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
