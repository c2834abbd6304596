import type { Result } from '../failure.js';

/** Range as typed: `turn`, `session`, a commit or branch (against the working tree), `A..B` or `A...B` as in git. */
export type ReviewRange = string;

/** Status of a file, as git writes it, and in words. */
export const SIGNS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;
export const STATUS = { added: 'new', modified: 'modified', deleted: 'deleted', renamed: 'renamed' } as const;

export type ReviewStatus = keyof typeof SIGNS;

export type ReviewedFile = {
	/** Relative to the top of the review, with `/`. A name that is no UTF-8 stands in quotes, escaped as git does. */
	readonly path: string;
	readonly oldPath?: string;
	readonly status: ReviewStatus;
	/** Lines; null while they are not counted, and where there are none (`isBinary`). */
	readonly added: number | null;
	readonly removed: number | null;
	readonly isBinary?: true;
	/** A commit of another repository, or a link: shown, and never taken apart into hunks. */
	readonly isWhole?: true;
	/** Changes with either side: a mark or a key that is on its way was not meant for the new one. */
	readonly version: string;
	readonly isViewed: boolean;
	/** Absent where the range is not the working tree against HEAD. */
	readonly staged?: 'none' | 'part' | 'all';
};

/** Whether a path stands in quotes, as its name is no text: nothing but git's own bytes leads to the file. */
export function isQuoted(path: string): boolean {
	return /^".*"$/s.test(path);
}

/** Both sides of a file in this version. A side is null where there is no file, or no text. */
export type ReviewTexts = {
	readonly path: string;
	readonly version: string;
	readonly oldText: string | null;
	readonly newText: string | null;
	/** Content of the index, where the range is the working tree against HEAD. */
	readonly indexText?: string | null;
	/** Why both are unknown. */
	readonly failure?: string;
	/** Bytes left out of texts that are too long to keep; only the whole file can be staged or taken back then. */
	readonly leftOut?: number;
	/** The line of the file that both texts begin with; absent: the first. */
	readonly firstLine?: number;
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
	/** The excerpt is not in the file any more. */
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
	/** Files beyond the most that are listed. */
	readonly more?: number;
	readonly notes: readonly ReviewNote[];
	/** Actions that a hunk or a file of this range allows. */
	readonly can: { readonly stage: boolean; readonly takeBack: boolean };
};

/** Requests of the review panel; all but `list` and `show` report a list and, where they failed, why. */
export type ReviewRequest =
	| { readonly do: 'list'; readonly range: ReviewRange }
	| ({ readonly do: 'show' } & Pick<ReviewedFile, 'path' | 'version'>)
	| ({ readonly do: 'view'; readonly isViewed: boolean } & Pick<ReviewedFile, 'path' | 'version'>)
	/** `patch`: hunks for `git apply` without file names; null: the whole file. `unstage` applies it in reverse. */
	| ({ readonly do: 'stage' | 'unstage'; readonly patch: string | null } & Pick<ReviewedFile, 'path' | 'version'>)
	/** Writes `text` if the file is as shown, and tells the agent. Null: takes all of it back. `part`: what stays. */
	| ({ readonly do: 'take-back'; readonly text: string | null; readonly part?: RemainingHunks } & StagedChange &
			Pick<ReviewedFile, 'path' | 'version'>)
	/** Keeps a note; one with the id of another takes its place. */
	| { readonly do: 'note'; readonly note: ReviewNote }
	| { readonly do: 'drop-note'; readonly id: string };

/** Patch to take out of the index. Null: the index has edits of its own, which stay. Absent: unknown. */
export type StagedChange = { readonly staged?: string | null | undefined };

/**
 * The rest of a file after some hunks or lines: their number, and a patch from the shown text to the written one.
 */
export type RemainingHunks = {
	readonly taken: number;
	readonly total: number;
	readonly difference: string;
	readonly of?: 'lines';
};

export type ReviewState = {
	/** Null while it is looked for, and where that failed. */
	readonly list: ReviewList | null;
	/** The file that was shown last. */
	readonly texts: ReviewTexts | null;
	/** Outcome of the last request, in a sentence. */
	readonly outcome: { readonly id: number; readonly words: string; readonly isFailure: boolean } | null;
};

export type ReviewEvent =
	| { readonly type: 'review'; readonly request: ReviewRequest }
	/** Not logged. */
	| ({ readonly type: 'review-known' } & ReviewState);

export type ReviewEffect = { readonly type: 'review'; readonly request: ReviewRequest };

/** Working tree, index and commits. Runs no program that a repository names; fails with `usage`, or `changed` meanwhile. */
export type ReviewPort = {
	/** Without counts, marks and notes. */
	list(range: ReviewRange): Promise<Result<ReviewList>>;
	/** The list that was looked up last with the lines of its files counted, as far as they can be. */
	count(list: ReviewList): Promise<ReviewList>;
	texts(list: ReviewList, file: ReviewedFile): Promise<Result<ReviewTexts>>;
	/** Settles when texts can be shown without delay. */
	prepare?(texts: ReviewTexts): Promise<void>;
	/** The text of a side of any file, as it is now; null where there is none, undefined where it is not known. */
	textOf(list: ReviewList, path: string, side: ReviewNote['side']): Promise<string | null | undefined>;
	/** Names the content of both sides: the same for the same bytes, written whenever. */
	contentOf(list: ReviewList, file: ReviewedFile): Promise<string>;
	stage(list: ReviewList, file: ReviewedFile, how: 'stage' | 'unstage', patch: string | null): Promise<Result<void>>;
	/** Takes the change out of the index, too. Where it stays there, the result says why. */
	takeBack(
		list: ReviewList,
		file: ReviewedFile,
		text: string | null,
		staged?: StagedChange['staged'],
	): Promise<Result<string | null>>;
	countLines(oldText: string, newText: string): Promise<{ readonly added: number; readonly removed: number }>;
};

/** A note as it is kept: with the lines around its own, to tell its place from others that look the same. */
export type StoredNote = Omit<ReviewNote, 'isGone'> & {
	readonly before: readonly string[];
	readonly after: readonly string[];
};

/** Versions of both sides of a file when it was marked as viewed. */
export type ViewedContent = { readonly path: string; readonly content: string };

export type ReviewMarks = { readonly viewed: readonly ViewedContent[]; readonly notes: readonly StoredNote[] };

/** Marks and notes of reviews, by the folder that they are of. Implemented in `services/`. */
export type ReviewMarksPort = {
	load(top: string): Promise<ReviewMarks>;
	setViewed(top: string, viewed: ViewedContent, isViewed: boolean): Promise<Result<void>>;
	saveNote(top: string, note: StoredNote): Promise<Result<void>>;
	dropNote(top: string, id: string): Promise<Result<void>>;
};
