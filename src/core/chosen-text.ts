/** A file's text with only a part of a change, as the user took it. */
export type ChosenText = {
	/** As the request names it. */
	readonly path: string;
	/** The texts that were asked about: the file before, null where there was none, and all of it changed. */
	readonly oldText: string | null;
	readonly newText: string;
	/** The text that the file is to hold; null: no file. */
	readonly text: string | null;
	/** Hunks that were taken, those with words of the user's own among them, of so many. */
	readonly taken: number;
	readonly total: number;
	/** From the agent's text to that of the file, as a patch without names of files. */
	readonly difference: string;
};

/** Ways to take a part of the change of an agent that writes files by itself. */
export const PARTIAL_WAYS = ['ask', 'reject', 'takeBack'] as const;

export type PartialWay = (typeof PARTIAL_WAYS)[number];
