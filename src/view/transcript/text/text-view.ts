import type { Line } from '../../line.js';

/** Some lines of an entry, and the index of the first one. */
export type Part = { readonly first: number; readonly lines: readonly Line[] };

/** An entry's lines, of which those of a long text are laid out where somebody looks. */
export type TextView = {
	/** As far as it is known. */
	readonly height: number;
	/** Whether some lines from here on are only guessed. */
	readonly isGuessedFrom: (line: number) => boolean;
	/** A line; draws what it belongs to. */
	readonly line: (index: number) => Line;
	/** The lines that are laid out together with this one. */
	readonly around: (index: number) => Part;
	/** All of them, part by part; those before `from`, counted in parts, are not laid out and come without lines. */
	readonly parts: (from?: number) => Iterable<Part>;
	/** The same without drawing anything: where the width is another now, as it was drawn before. */
	readonly drawnParts: () => Iterable<Part>;
	/** Whether everything was drawn, if only for another width. */
	readonly isReady: () => boolean;
	/** Lays out about so many characters more of what was never drawn; false when something is left. */
	readonly drawSome: (characters: number) => boolean;
};

/** Lines that are all laid out. */
export function viewOfLines(lines: readonly Line[]): TextView {
	const whole: Part = { first: 0, lines };
	return {
		height: lines.length,
		isGuessedFrom: () => false,
		line: (index) => lines[index] ?? [],
		around: () => whole,
		parts: () => [whole],
		drawnParts: () => [whole],
		isReady: () => true,
		drawSome: () => true,
	};
}
