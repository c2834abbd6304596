/** Why a change is not shown as one of the file that it names, or what else has to be said of it. */
export type ChangeDoubt =
	/** The agent says that old and new text are the same, and the file holds another. */
	| 'changes-nothing'
	/** It replaces a text that the file does not hold. */
	| 'not-in-file'
	/** It replaces one of several places, and nobody says which. */
	| 'several-places'
	/** Where in the file it goes is not said in a form that is known. */
	| 'place-unknown'
	/** The lines that a patch expects are not in the file. */
	| 'patch-does-not-fit'
	/** The file was not looked at: it is outside, too large, or no text. */
	| 'not-looked-at'
	/** The input makes another change of the file than the one that is shown. */
	| 'not-as-shown'
	| 'deletes-file';

/** What would become of a file, as far as a request says it. */
export type PlannedChange = {
	/** As the agent wrote it; a relative one of a patch from the workspace on. Empty where none is named. */
	readonly path: string;
	/** Null where there is no file, and where the new text cannot be put in its place. */
	readonly oldText: string | null;
	readonly newText: string;
	readonly doubt?: ChangeDoubt;
	/** Both texts are all that the file holds, before and after. */
	readonly isWhole?: true;
	/** The file gets this name. */
	readonly movedTo?: string;
};
