export type ChangeDoubt =
	| 'changes-nothing'
	| 'not-in-file'
	| 'several-places'
	/** The place in the file is not given in a known form. */
	| 'place-unknown'
	| 'patch-does-not-fit'
	/** The file was not read: it is outside, too large, or no text. */
	| 'not-looked-at'
	/** The input makes another change of the file than the one that is shown. */
	| 'not-as-shown'
	| 'deletes-file';

export type PlannedChange = {
	/** As the agent wrote it; a relative one of a patch from the workspace on. Empty for none. */
	readonly path: string;
	/** Null where there is no file, and where the new text cannot be put in its place. */
	readonly oldText: string | null;
	readonly newText: string;
	readonly doubt?: ChangeDoubt;
	readonly isWhole?: true;
	readonly movedTo?: string;
};
