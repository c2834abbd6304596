import type { Line } from '../../line.js';

export type Part = { readonly first: number; readonly lines: readonly Line[] };

export type TextView = {
	/** Exact as far as lines are laid out. */
	readonly height: number;
	readonly isGuessedFrom: (line: number) => boolean;
	/** Lays out the part that the line belongs to. */
	readonly line: (index: number) => Line;
	/** The part that is laid out together with this line. */
	readonly around: (index: number) => Part;
	/** All parts; those before the part `from` are not laid out and come without lines. */
	readonly parts: (from?: number) => Iterable<Part>;
	/** All parts without laying out any: after a change of width as they were drawn before. */
	readonly drawnParts: () => Iterable<Part>;
	/** Whether every part was drawn, if only for another width. */
	readonly isReady: () => boolean;
	/** Lays out about `characters` more; false when something is left. */
	readonly drawSome: (characters: number) => boolean;
};

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
