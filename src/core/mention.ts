export type Mention = {
	/** UTF-16 offsets in the text, the `@` included. */
	readonly start: number;
	readonly end: number;
	/** As written, without quotes and line numbers. */
	readonly path: string;
	readonly isQuoted: boolean;
	/** From 1, both included; null for the whole file. */
	readonly lines: { readonly from: number; readonly to: number } | null;
};

export type OpenMention = {
	readonly query: string;
	readonly isQuoted: boolean;
	readonly start: number;
	readonly end: number;
};

const MOST_MENTIONS = 100;
const LONGEST = 1024;

const before = /[\s([{<"'`,;]/;
const endsName = /[\s"'`,;]/;
const lineNumbers = /:(\d{1,9})(?:-(\d{1,9}))?$/;

/** Mentions of a text, in order; an `@` inside a word (an address) is none. Linear in the text. */
export function mentionsIn(text: string): readonly Mention[] {
	const found: Mention[] = [];
	for (let at = text.indexOf('@'); at !== -1 && found.length < MOST_MENTIONS; at = text.indexOf('@', at + 1)) {
		if (!startsWord(text, at)) continue;
		const mention = text[at + 1] === '"' ? quotedAt(text, at) : bareAt(text, at);
		if (mention === null) continue;
		found.push(mention);
		at = mention.end - 1;
	}
	return found;
}

export function openMention(text: string, cursor: number): OpenMention | null {
	if (!/^(?:$|[\s)\]}>"'`.,;:!?])/.test(text.slice(cursor, cursor + 1))) return null;
	// A keystroke must not read a megabyte.
	for (let at = cursor - 1; at >= Math.max(0, cursor - LONGEST); at -= 1) {
		if (text[at] === '@' && startsWord(text, at)) {
			const isQuoted = text[at + 1] === '"' && cursor > at + 1;
			const typed = text.slice(at + (isQuoted ? 2 : 1), cursor);
			if (isQuoted && !/^(?:[^"\\\n]|\\[^\n])*$/.test(typed)) return null;
			if (isQuoted || !endsName.test(typed)) return openAt(text, at, typed, cursor, isQuoted);
		}
	}
	return null;
}

/** Mention of a path: bare where that parses back to the same path, else in quotes. */
export function writeMention(path: string): string {
	const bare = `@${path}`;
	const [mention, ...more] = mentionsIn(`${bare} `);
	const isSame = mention?.path === path && mention.lines === null && mention.end === bare.length && more.length === 0;
	// A file may have the name of a change of git.
	return isSame && changesOf(mention) === null ? bare : `@"${path.replace(/["\\]/g, '\\$&')}"`;
}

export function changesOf(mention: Mention): 'diff' | 'staged' | null {
	if (mention.isQuoted || mention.lines !== null) return null;
	return mention.path === 'diff' || mention.path === 'staged' ? mention.path : null;
}

function openAt(text: string, at: number, typed: string, cursor: number, isQuoted: boolean): OpenMention | null {
	if (!isQuoted) return /:[\d-]*$/.test(typed) ? null : { query: typed, isQuoted, start: at, end: cursor };
	const end = text[cursor] === '"' ? cursor + 1 : cursor;
	return { query: typed.replace(/\\(.)/g, '$1'), isQuoted, start: at, end };
}

function startsWord(text: string, at: number): boolean {
	return at === 0 || before.test(text.charAt(at - 1));
}

function quotedAt(text: string, at: number): Mention | null {
	const written = /^@"((?:[^"\\\n]|\\[^\n])+)"(:\d{1,9}(?:-\d{1,9})?(?!\w))?/.exec(text.slice(at, at + LONGEST * 2));
	if (written === null) return null;
	const [whole, name = '', numbers = ''] = written;
	const path = name.replace(/\\(.)/g, '$1');
	return { start: at, end: at + whole.length, path, isQuoted: true, lines: linesOf(numbers) };
}

function bareAt(text: string, at: number): Mention | null {
	let end = at + 1;
	while (end < text.length && end - at <= LONGEST && !endsName.test(text.charAt(end))) end += 1;
	const word = withoutPunctuation(text.slice(at + 1, end));
	if (word === '' || end - at > LONGEST) return null;
	const numbers = lineNumbers.exec(word)?.[0] ?? '';
	const path = word.slice(0, word.length - numbers.length);
	const lines = linesOf(numbers);
	if (path === '') return null;
	return { start: at, end: at + 1 + word.length, path, isQuoted: false, lines };
}

/** A sentence's punctuation after a name is not part of it; matching brackets are. */
function withoutPunctuation(word: string): string {
	let kept = word;
	for (;;) {
		if (/^(?:.*\/)?\.{1,2}$/.test(kept)) return kept;
		const last = kept.slice(-1);
		const open = { ')': '(', ']': '[', '}': '{', '>': '<' }[last];
		const isLoose = open !== undefined && count(kept, last) > count(kept, open);
		if (!isLoose && !/[.:!?]/.test(last)) return kept;
		kept = kept.slice(0, -1);
		if (kept === '') return '';
	}
}

function count(text: string, character: string): number {
	return text.split(character).length - 1;
}

function linesOf(numbers: string): Mention['lines'] {
	const match = lineNumbers.exec(numbers);
	if (match === null) return null;
	const first = Math.max(1, Number(match[1]));
	const last = Math.max(1, Number(match[2] ?? match[1]));
	return { from: Math.min(first, last), to: Math.max(first, last) };
}
