import type { ImageBlock } from '../core/content.js';
import type { Target } from './target.js';

/** Spans of sanitised text without newline, tab or control character; `theme/paint` makes escape sequences of them. */
export type Line = readonly Span[];

export type Span = { readonly text: string; readonly style?: Style };

export type Style = {
	readonly color?: Role;
	/** From 0, a stronger tone of the colour, to 1, a calmer one; the colour itself where there are few colours. */
	readonly shade?: number;
	readonly background?: 'code' | 'added' | 'removed' | 'selection' | 'user' | 'bar';
	readonly bold?: boolean;
	readonly dim?: boolean;
	readonly italic?: boolean;
	readonly underline?: boolean;
	readonly strike?: boolean;
	readonly inverse?: boolean;
	/** An OSC 8 target; only those of a {@link LINK_SCHEME} are ever painted. */
	readonly link?: string;
	readonly rgb?: { readonly text?: ColorSpec; readonly background?: ColorSpec };
	readonly picture?: PictureRef;
	/** Action of a click on it; invisible. */
	readonly target?: Target;
};

export type Hex = `#${string}`;

/** `#rrggbb`, one of the terminal's 16 colours (0–15), or null: the terminal's own. */
export type ColorSpec = Hex | number | null;

export const LINK_SCHEME = /^(?:https?|mailto|file):/i;

export type PictureRef = {
	/** Its number in the terminal, from 1 to 2^24 - 1. */
	readonly id: number;
	readonly columns: number;
	readonly rows: number;
	readonly block: ImageBlock;
};

export type Role =
	| 'text'
	| 'muted'
	| 'accent'
	| 'success'
	| 'warning'
	| 'error'
	| 'info'
	| 'heading'
	| 'link'
	| 'code'
	| 'quote'
	| 'added'
	| 'removed'
	| 'user'
	| 'plan'
	| 'acceptEdits'
	| 'bypass'
	| 'syntax.keyword'
	| 'syntax.string'
	| 'syntax.number'
	| 'syntax.comment'
	| 'syntax.function'
	| 'syntax.type'
	| 'syntax.variable'
	| 'syntax.punctuation';

export function plain(text: string): Span {
	return { text };
}

export function styled(text: string, style: Style): Span {
	return { text, style };
}

export const muted = (text: string): Span => styled(text, { color: 'muted' });

export const faint = (text: string): Span => styled(text, { color: 'muted', dim: true });

export function spanOf(text: string, style: Style | undefined): Span {
	return style ? { text, style } : { text };
}

/** Appends text to spans; it joins the last one if the style is the same object. */
export function appendText(spans: Span[], text: string, style: Style | undefined): void {
	const last = spans.at(-1);
	if (last && last.style === style) spans[spans.length - 1] = spanOf(last.text + text, style);
	else spans.push(spanOf(text, style));
}
