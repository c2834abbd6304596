/** One thing in an archive, as its headers tell it: nothing of it was checked. */
export type ArchiveEntry = {
	/** Its path in the archive, as it is written there; `/` separates. */
	readonly name: string;
	readonly isExecutable: boolean;
} & (
	| { readonly type: 'folder' }
	/** The content may be read once, and only before the next entry is asked for. Unread content is passed over. */
	| { readonly type: 'file'; readonly content: () => AsyncIterable<Uint8Array> }
	/** `target` is relative to the link's folder. */
	| { readonly type: 'symlink'; readonly target: string }
	/** `target` is the name of an earlier entry. */
	| { readonly type: 'hard-link'; readonly target: string }
);
