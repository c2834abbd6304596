import type { Result } from '../failure.js';
import type {
	ApplyReport,
	CopiedBytes,
	DiscardReport,
	ReviewedChange,
	ReviewedPart,
	ShadowChange,
	ShadowTexts,
} from './shadow-change.js';

/** `overlay` shows the user's edits at once, `copy` at the next prompt. */
export type ShadowKind = 'overlay' | 'copy';

/** Copy-on-write view of the workspace for one agent. Implemented in `services/`. */
export type ShadowPort = {
	/** Id in `acp-tui shadow`. */
	readonly id: string;
	readonly kind: ShadowKind;
	readonly notices: readonly string[];
	changes(): Promise<Result<readonly ShadowChange[]>>;
	/** Both sides of a path, for a diff. Fails when the view's side is no longer of this `version`. */
	texts(path: string, version?: string): Promise<Result<ShadowTexts>>;
	/** Brings changes into the workspace. What is not as it was reviewed is skipped; a crash leaves all or nothing. */
	apply(changes: readonly ReviewedChange[], onCopied?: (copied: CopiedBytes) => void): Promise<Result<ApplyReport>>;
	discard(paths: readonly string[]): Promise<Result<DiscardReport>>;
	/** Makes the view's file hold this text; refused where either side is not as it was reviewed. */
	discardPart(part: ReviewedPart): Promise<Result<DiscardReport>>;
	/** Call it before each prompt: from here on, edits of the user may conflict with those of the agent. */
	beginTurn(): Promise<void>;
	/** Saves the current differences, for `dropSince`; fails where that is too much. */
	setApart(): Promise<Result<void>>;
	/** Restores the view as it was at `setApart`, but for paths that are to stay. Null: all of it stays. */
	dropSince(stays: ((path: string) => boolean) | null): Promise<Result<DiscardReport>>;
	setSession(sessionId: string): Promise<void>;
	/** Makes the view show renames and deletions of the user in the workspace. */
	refresh(): Promise<Result<void>>;
};

/** A saved shadow, as printed by `acp-tui shadow list --json`. */
export type ShadowRow = ShadowOwner & {
	readonly id: string;
	/** ISO 8601. */
	readonly createdAt: string;
	/** Changed paths; null when unknown. */
	readonly files: number | null;
};

export type ShadowOwner = { readonly cwd: string; readonly agent: string; readonly sessionId: string | null };
