/** What a terminal answers when it is asked for the colour of its background (OSC 11). */
export type BackgroundScan = {
	/** What goes on to the reader: the chunk without answers. */
	readonly text: string;
	/** The start of what may be an answer, kept until the next chunk comes. */
	readonly held: string;
	/** The answers found: `dark`, `light`, or null for one that makes no sense. */
	readonly found: readonly (Background | null)[];
};

/** What text stands on. */
export type Background = 'dark' | 'light';

/** Asks for the colour of the background; terminals that do not know the question ignore it. */
export const BACKGROUND_QUERY = '\x1b]11;?\x1b\\';

const answer = /\x1b\]11;([\x20-\x7e]{0,64})(?:\x07|\x1b\\)/g;
const begun = /\x1b\](?:1(?:1(?:;[\x20-\x7e]{0,64}\x1b?)?)?)?$/;

/**
 * Takes answers out of raw input. Total, and any chunking gives the same. A lone ESC at the end is a
 * key far more often than the start of an answer: it is held only when an answer `isAwaited`.
 */
export function scanBackground(held: string, chunk: string, isAwaited: boolean): BackgroundScan {
	const input = held + chunk;
	if (!input.includes('\x1b')) return { text: input, held: '', found: [] };
	const found: (Background | null)[] = [];
	const text = input.replace(answer, (_, color: string) => {
		found.push(backgroundOf(color));
		return '';
	});
	const start = begun.exec(text)?.[0] ?? (isAwaited && text.endsWith('\x1b') ? '\x1b' : '');
	return { text: start === '' ? text : text.slice(0, -start.length), held: start, found };
}

/** What is handed on of a start whose end never came: nothing of what can only be an answer. */
export function giveUpBackground(held: string): string {
	return held.startsWith('\x1b]11;') ? '' : held;
}

/** `rgb:ffff/ffff/ffff` with one to four digits a channel, `rgba:…`, or `#rrggbb`; else null. */
export function backgroundOf(color: string): Background | null {
	const parts = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?$/i.exec(color);
	const short = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
	const channels = (parts ?? short)?.slice(1, 4);
	if (channels === undefined) return null;
	const [red = 0, green = 0, blue = 0] = channels.map(
		(digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1),
	);
	return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}
