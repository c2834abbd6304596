import type { Result } from '../failure.js';

/**
 * What a review compares, as it is typed: `turn` (the last turn that changed files), `session`, a commit or branch (the
 * working tree against it; untracked files are added ones), `A..B` or `A...B` as git reads them.
 */
export type ReviewRange = string;

export type ReviewStatus = 'added' | 'modified' | 'deleted' | 'renamed';

export type ReviewedFile = {
	/** Relative to the top of what is reviewed, with `/`; as git names it, whatever is in it. */
	readonly path: string;
	readonly oldPath?: string;
	readonly status: ReviewStatus;
	/** Lines; null while they are not counted, and where there are none (`isBinary`). */
	readonly added: number | null;
	readonly removed: number | null;
	readonly isBinary?: true;
	/** A commit of another repository, or a link: shown, and never taken apart into hunks. */
	readonly isWhole?: true;
	/** Another one as soon as either side is another: a mark or a key that is on its way was not for that. */
	readonly version: string;
	readonly isViewed: boolean;
	/** Absent where the range is not the working tree against HEAD. */
	readonly staged?: 'none' | 'part' | 'all';
};

/** Both sides of a file in this version. A side is null where there is no file, or no text. */
export type ReviewTexts = {
	readonly path: string;
	readonly version: string;
	readonly oldText: string | null;
	readonly newText: string | null;
	/** What the index holds, where the range is the working tree against HEAD. */
	readonly indexText?: string | null;
	/** Why both are unknown. */
	readonly failure?: string;
	/** The texts are too long to be kept: they begin with the first changes, and so many bytes are left out. */
	readonly leftOut?: number;
};

export type ReviewNote = {
	readonly id: string;
	readonly path: string;
	/** From 1, in the text that the side holds now. */
	readonly line: number;
	/** The last one, where the note is about several. */
	readonly lastLine?: number;
	readonly side: 'old' | 'new';
	readonly text: string;
	/** The lines that it was written on. */
	readonly excerpt: string;
	/** Its lines are no longer there. */
	readonly isGone?: true;
};

export type ReviewList = {
	readonly range: ReviewRange;
	/** In words: `working tree against HEAD`. */
	readonly title: string;
	/** Absolute folder that paths are relative to. */
	readonly top: string;
	/** In order of their paths. */
	readonly files: readonly ReviewedFile[];
	readonly notes: readonly ReviewNote[];
	/** What can be done with a hunk or a file of this range. */
	readonly can: { readonly stage: boolean; readonly takeBack: boolean };
};

/** What the screen of a review asks for; all but `list` and `show` report a list and, where they failed, why. */
export type ReviewRequest =
	| { readonly do: 'list'; readonly range: ReviewRange }
	| ({ readonly do: 'show' } & Pick<ReviewedFile, 'path' | 'version'>)
	| ({ readonly do: 'view'; readonly isViewed: boolean } & Pick<ReviewedFile, 'path' | 'version'>)
	/** `patch`: hunks as `git apply` takes them, without names of files; null: all of the file. */
	| ({ readonly do: 'stage' | 'unstage'; readonly patch: string | null } & Pick<ReviewedFile, 'path' | 'version'>)
	/** Writes `text` (null: no file) where the file still is as it was shown, and tells the agent. */
	| ({ readonly do: 'take-back'; readonly text: string | null } & Pick<ReviewedFile, 'path' | 'version'>)
	/** Keeps a note; one with the id of another takes its place. `lines` are those of the side, for the excerpt. */
	| { readonly do: 'note'; readonly note: ReviewNote }
	| { readonly do: 'drop-note'; readonly id: string };

/** A review as it was looked up last. */
export type ReviewState = {
	/** Null while it is looked for, and where that failed. */
	readonly list: ReviewList | null;
	/** The file that was shown last. */
	readonly texts: ReviewTexts | null;
	/** What became of the last request, in a sentence. */
	readonly outcome: { readonly id: number; readonly words: string; readonly isFailure: boolean } | null;
};

export type ReviewEvent =
	| { readonly type: 'review'; readonly request: ReviewRequest }
	/** Not logged. */
	| ({ readonly type: 'review-known' } & ReviewState);

export type ReviewEffect = { readonly type: 'review'; readonly request: ReviewRequest };

/**
 * Working tree, index and commits of a repository, and the marks and notes of a workspace. Runs no program that a
 * repository names. Implemented in `services/`. Fails with `usage` where there is no repository or no such range.
 */
export type ReviewPort = {
	list(range: ReviewRange): Promise<Result<ReviewList>>;
	texts(list: ReviewList, file: ReviewedFile): Promise<Result<ReviewTexts>>;
	setViewed(list: ReviewList, file: ReviewedFile, isViewed: boolean): Promise<Result<void>>;
	stage(list: ReviewList, file: ReviewedFile, how: 'stage' | 'unstage', patch: string | null): Promise<Result<void>>;
	/** Fails with `changed` where the file is not as it was shown. */
	takeBack(list: ReviewList, file: ReviewedFile, text: string | null): Promise<Result<void>>;
	keepNote(list: ReviewList, note: ReviewNote): Promise<Result<void>>;
	dropNote(list: ReviewList, id: string): Promise<Result<void>>;
};
