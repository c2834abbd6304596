import { type Background, backgroundOf } from './reports.js';

/** What a terminal answers when it is asked. */
export type TerminalAnswer =
	/** OSC 11; null for a colour that makes no sense. */
	| { readonly type: 'background'; readonly background: Background | null }
	/** XTVERSION: its name, mostly with its version. */
	| { readonly type: 'name'; readonly name: string }
	/** The kitty graphics protocol: `OK`, or what is wrong. */
	| { readonly type: 'graphics'; readonly id: number; readonly message: string }
	/** A cell in pixels (XTWINOPS 16). */
	| { readonly type: 'cell'; readonly width: number; readonly height: number }
	/** DA2: what kind of terminal it says it is, and which version of that. */
	| { readonly type: 'device'; readonly kind: number; readonly version: number }
	/** DA1, which all terminals answer: behind another question it tells that no answer will come. */
	| { readonly type: 'attributes' };

/** What was read, with the answers taken out. */
export type AnswerScan = {
	/** What goes on to the reader. */
	readonly text: string;
	/** The start of what may be an answer, kept until the next chunk comes. */
	readonly held: string;
	readonly found: readonly TerminalAnswer[];
};

/** Asks for the kind of terminal; most answer, the others ignore it. */
export const DEVICE_QUERY = '\x1b[>c';

/** Asks for the colour of the background; terminals that do not know the question ignore it. */
export const BACKGROUND_QUERY = '\x1b]11;?\x1b\\';

const answer =
	/\x1b\]11;(?<color>[\x20-\x7e]{0,64})(?:\x07|\x1b\\)|\x1bP>\|(?<name>[\x20-\x7e]{0,128})(?:\x07|\x1b\\)|\x1b_G(?<graphics>[\x20-\x7e]{0,256})\x1b\\|\x1b\[6;(?<height>\d{1,5});(?<width>\d{1,5})t|\x1b\[>(?<device>\d{1,9}(?:;\d{0,9}){0,7})c|(?<attributes>\x1b\[\?[\d;]{0,64}c)/g;
const begunColor = /\x1b\](?:1(?:1(?:;[\x20-\x7e]{0,64}\x1b?)?)?)?$/;
const begun =
	/\x1b(?:\](?:1(?:1(?:;[\x20-\x7e]{0,64}\x1b?)?)?)?|P(?:>(?:\|[\x20-\x7e]{0,128}\x1b?)?)?|_(?:G[\x20-\x7e]{0,256}\x1b?)?|\[(?:6(?:;(?:\d{1,5}(?:;\d{0,5})?)?)?|[?>][\d;]{0,64})?)?$/;
const surelyBegun = /^\x1b(?:\]11;|P>\||_G|\[6;|\[[?>])/;

/**
 * Takes answers out of raw input. Total, and any chunking gives the same. A lone ESC at the end, or `ESC [`, is a
 * key far more often than the start of an answer: these are held only when an answer `isAwaited`.
 */
export function scanAnswers(held: string, chunk: string, isAwaited: boolean): AnswerScan {
	const input = held + chunk;
	if (!input.includes('\x1b')) return { text: input, held: '', found: [] };
	const found: TerminalAnswer[] = [];
	let text = '';
	let from = 0;
	for (const match of input.matchAll(answer)) {
		text += input.slice(from, match.index);
		from = match.index + match[0].length;
		found.push(answerOf(match.groups ?? {}));
	}
	text += input.slice(from);
	const start = (isAwaited ? begun : begunColor).exec(text)?.[0] ?? '';
	return { text: start === '' ? text : text.slice(0, -start.length), held: start, found };
}

/** Whether what is held can be nothing but an answer. */
export function isSurelyAnswer(held: string): boolean {
	return surelyBegun.test(held);
}

function answerOf(groups: Readonly<Record<string, string | undefined>>): TerminalAnswer {
	const { color, name, graphics, width, height, device } = groups;
	if (color !== undefined) return { type: 'background', background: backgroundOf(color) };
	if (name !== undefined) return { type: 'name', name };
	if (graphics !== undefined) {
		const end = graphics.indexOf(';');
		const id = /(?:^|,)i=(\d{1,10})(?:,|$)/.exec(end < 0 ? graphics : graphics.slice(0, end))?.[1];
		return { type: 'graphics', id: Number(id ?? 0), message: end < 0 ? '' : graphics.slice(end + 1) };
	}
	if (width !== undefined) return { type: 'cell', width: Number(width), height: Number(height) };
	if (device !== undefined) {
		const [kind = '', version = ''] = device.split(';');
		return { type: 'device', kind: Number(kind), version: Number(version) };
	}
	return { type: 'attributes' };
}
