import type { Result } from '../failure.js';
import type { ApplyReport, CopiedBytes, DiscardReport, ReviewedChange, ShadowChange, ShadowTexts } from './change.js';

/** How a view is made: `overlay` shows at once what the person edits, `copy` at the next prompt. */
export type ShadowKind = 'overlay' | 'copy';

/** A copy-on-write view of the workspace that one agent works in. Implemented in `services/`. */
export type ShadowPort = {
	/** Names it in `acp-tui shadow`. */
	readonly id: string;
	readonly kind: ShadowKind;
	/** What the user should know of this view: one sentence each. */
	readonly notices: readonly string[];
	/** What the agent changed and nobody applied or discarded, by path. */
	changes(): Promise<Result<readonly ShadowChange[]>>;
	/** Both sides of a path, for a diff. With a `version` those that it stands for: it fails when the view's is another by now. */
	texts(path: string, version?: string): Promise<Result<ShadowTexts>>;
	/** Brings changes into the workspace. What is not as it was reviewed is skipped; a crash leaves all or nothing. */
	apply(changes: readonly ReviewedChange[], onCopied?: (copied: CopiedBytes) => void): Promise<Result<ApplyReport>>;
	/** Drops changes: the view shows the workspace's files again. */
	discard(paths: readonly string[]): Promise<Result<DiscardReport>>;
	/** To be called before each prompt: from here on, what the person edits may conflict with what the agent edits. */
	beginTurn(): Promise<void>;
	/** Keeps what differs now apart, for `dropSince`; fails where that is too much. */
	setApart(): Promise<Result<void>>;
	/** Ends that: makes the view what it was then, but for paths that are to stay. Null: all of it stays. */
	dropSince(stays: ((path: string) => boolean) | null): Promise<Result<DiscardReport>>;
	/** The session that works in it by now; those before are remembered. */
	setSession(sessionId: string): Promise<void>;
	/** Makes the view show what the person renamed or deleted in the workspace. */
	refresh(): Promise<Result<void>>;
	/** Lets go of it. Changes that are left stay for `acp-tui shadow`; an empty one is removed. */
	close(): Promise<void>;
};

/** A shadow as it is kept, and what `acp-tui shadow list --json` prints. */
export type ShadowRow = {
	readonly id: string;
	readonly agent: string;
	readonly sessionId: string | null;
	readonly cwd: string;
	/** ISO 8601. */
	readonly createdAt: string;
	/** How many paths differ; null when that cannot be told. */
	readonly files: number | null;
};

/** Shadows as they are opened, taken up again and listed. Implemented in `services/`. */
export type ShadowsPort<Shadow extends ShadowPort = ShadowPort> = {
	/** Makes one for a session, or takes one up that was left (`resume`, its id). */
	open(of: ShadowOwner & { readonly resume?: string }): Promise<Result<Shadow>>;
	/** What is kept of this workspace and held by no program that runs. Finishes what a crash left half done. */
	list(cwd: string): Promise<readonly ShadowRow[]>;
	/** The ids of all that a session has worked in, the newest first, whoever holds them. */
	ofSession(cwd: string, sessionId: string): Promise<readonly string[]>;
};

/** What a shadow belongs to. */
export type ShadowOwner = {
	/** The workspace, its links resolved. */
	readonly cwd: string;
	readonly agent: string;
	readonly sessionId: string | null;
};
