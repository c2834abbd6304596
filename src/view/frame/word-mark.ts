import { type Line, type Span, type Style, styled } from '../line.js';

export const MARK_WIDTH = 28;

const LETTERS = [
	['▄▀▀▄', '█▄▄█', '█  █'],
	['▄▀▀▀', '█   ', '▀▄▄▄'],
	['█▀▀▄', '█▄▄▀', '█   '],
	['  ', '▀▀', '  '],
	['▀█▀', ' █ ', ' █ '],
	['█  █', '█  █', '▀▄▄▀'],
	['█', '█', '█'],
] as const;

const SHADES: readonly Style[] = LETTERS.map((_, index) => ({ color: 'accent', shade: index / (LETTERS.length - 1) }));

export const WORD_MARK: readonly Line[] = [0, 1, 2].map((row) =>
	LETTERS.flatMap((letter, index): Span[] => {
		const gap = index === LETTERS.length - 1 ? '' : ' ';
		return [styled(`${letter[row]}${gap}`, SHADES[index] ?? {})];
	}),
);
