/** One archive entry as its headers describe it; unchecked. */
export type ArchiveEntry = {
	/** The path as the archive has it; separated by `/`. */
	readonly name: string;
	readonly isExecutable: boolean;
} & (
	| { readonly type: 'folder' }
	/** The content may be read once, before the next entry is asked for; unread content is skipped. */
	| { readonly type: 'file'; readonly content: () => AsyncIterable<Uint8Array> }
	| { readonly type: 'symlink'; readonly target: string }
	| { readonly type: 'hard-link'; readonly target: string }
);

/** Limits of one archive, counted while it is unpacked, whatever its headers say. */
export type UnpackLimits = { readonly bytes: number; readonly entries: number };

/** 2 GB and 100,000 entries: several times the largest agent known. */
export const UNPACK_LIMITS: UnpackLimits = { bytes: 2_000_000_000, entries: 100_000 };
