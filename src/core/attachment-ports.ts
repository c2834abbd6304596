import type { ImageBlock } from './content.js';
import type { Result } from './failure.js';
import type { PathFact } from './policy/policy-types.js';

export type FileHit = {
	/** From the workspace, with `/`; a folder ends with one. It may hold any character: it is shown sanitised. */
	readonly path: string;
	/** `changes`: `diff` or `staged` of git, not a file. */
	readonly kind: 'file' | 'folder' | 'changes';
	readonly isRecent: boolean;
};

/** Finds files and folders of the workspace. Nothing is listed before the first call; no method throws. */
export type FileIndexPort = {
	/** The best matches among what is listed so far, those of `recent` first. Stops when `signal` aborts. */
	search(
		query: string,
		options: { readonly limit: number; readonly recent: readonly string[]; readonly signal: AbortSignal },
	): Promise<readonly FileHit[]>;
	list(): Promise<readonly string[]>;
	refresh(): void;
	subscribe(onChange: () => void): () => void;
	close(): void;
};

export type Attachment = {
	readonly path: string;
	/** For showing: relative to the workspace where it is inside, a folder with `/` last. */
	readonly name: string;
	readonly uri: string;
	readonly kind: 'file' | 'folder';
	/** In bytes; 0 for a folder. */
	readonly size: number;
	readonly mimeType?: string;
	/** For rules about it. */
	readonly fact: PathFact;
};

export type ChangedFile = {
	/** Paths for rules, both of a renamed file; null where they are not certain. */
	readonly paths: readonly PathFact[] | null;
	/** The paths as they are shown, from the repository's top. */
	readonly name: string;
	readonly text: string;
};

export type AttachmentsPort = {
	/** Looks at a path. Fails with `outside-workspace`, `not-found`, `not-a-file`, `no-permission`, `invalid`. */
	inspect(path: string): Promise<Result<Attachment>>;
	/** Reads lines of a text file that was inspected, by its path there; fails as {@link FilesPort.read} does. */
	readText(path: string, options?: { readonly line?: number; readonly limit?: number }): Promise<Result<string>>;
	/** Reads a picture that the user named, wherever it lies. Fails like `look`, with `too-large`, and with `invalid`. */
	readImage(path: string): Promise<Result<ImageBlock>>;
	/** The picture in the clipboard, or null when there is none; fails with `could-not-start` without a tool for it. */
	clipboardImage(): Promise<Result<ImageBlock | null>>;
	/** The diff to the index, or of the index to the last commit; cut where it is too long to be looked at. */
	changes(
		which: 'diff' | 'staged',
	): Promise<Result<{ readonly files: readonly ChangedFile[]; readonly isCut: boolean }>>;
};
