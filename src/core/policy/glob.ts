import { machineOf, type PatternNode, runMachine, type Step } from '../text/automaton.js';

type Fits = (character: string) => boolean;
type Node = PatternNode<Fits>;

export type Glob = {
	readonly steps: readonly Step<Fits>[];
	/** Stands in every text that it matches: that alone rules most texts out. */
	readonly required: string;
};

export const NO_GLOB: Glob = { steps: [], required: '' };

const MAX_LENGTH = 1024;
const MOST_LEVELS = 8;

const inName: Node = { type: 'one', one: (character) => character !== '/' };
const anything: Node = { type: 'one', one: () => true };

function itself(character: string): Node {
	return { type: 'one', one: (one) => one === character };
}

function anyNumberOf(part: Node): Node {
	return { type: 'repeat', part, least: 0, most: null };
}

/** `(any*\/)?` */
const folders: Node = {
	type: 'repeat',
	part: { type: 'sequence', parts: [anyNumberOf(anything), itself('/')] },
	least: 0,
	most: 1,
};

/**
 * Compiles a path glob: `*` and `?` stay within a name, `**` crosses folders, `{a,b}` are
 * alternatives, `[a-z]` and `[!a-z]` classes, `\` takes the next character as it is. A string is
 * the reason why it is not one.
 */
export function compileGlob(pattern: string): Glob | string {
	if (pattern.length > MAX_LENGTH) return `a pattern of at most ${MAX_LENGTH} characters`;
	const parser: Parser = { text: Array.from(pattern), at: 0, depth: 0, runs: [''] };
	const node = parseSequence(parser, false);
	if (typeof node === 'string') return node;
	const required = parser.runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
	return { steps: machineOf(node, Number.POSITIVE_INFINITY) ?? [], required };
}

type Parser = {
	readonly text: readonly string[];
	at: number;
	depth: number;
	/** Characters that stand for themselves, one after the other, in no alternative. */
	readonly runs: string[];
};

/** Parses up to the end, or inside braces up to `,` or `}`. A string is what was expected instead. */
function parseSequence(parser: Parser, isInBraces: boolean): Node | string {
	const parts: Node[] = [];
	while (parser.at < parser.text.length) {
		const character = parser.text[parser.at] ?? '';
		if (isInBraces && (character === ',' || character === '}')) return { type: 'sequence', parts };
		const part = parseOne(parser, character);
		if (typeof part === 'string') return part;
		parts.push(part);
	}
	return isInBraces ? 'a } that closes the {' : { type: 'sequence', parts };
}

function parseOne(parser: Parser, character: string): Node | string {
	if ('*?[{'.includes(character)) parser.runs.push('');
	if (character === '*') return parseStar(parser);
	if (character === '[') return parseClass(parser);
	if (character === '{') return parseBraces(parser);
	parser.at += 1;
	if (character === '?') return inName;
	let meant: string | undefined = character;
	if (character === '\\') {
		meant = parser.text[parser.at];
		parser.at += 1;
	}
	if (meant === undefined) return 'a character behind the \\';
	if (parser.depth === 0) parser.runs.push(`${parser.runs.pop() ?? ''}${meant}`);
	return itself(meant);
}

/** `**` between slashes (or at an end) stands for any folders, none included; elsewhere it is `*`. */
function parseStar(parser: Parser): Node {
	const { text, at } = parser;
	const isAtStart = at === 0 || '/{,'.includes(text[at - 1] ?? '');
	const next = text[at + 2];
	const isDouble = text[at + 1] === '*' && isAtStart && (next === undefined || '/},'.includes(next));
	const isOfFolders = isDouble && next === '/';
	parser.at += isOfFolders ? 3 : text[at + 1] === '*' ? 2 : 1;
	return isOfFolders ? folders : anyNumberOf(isDouble ? anything : inName);
}

function parseBraces(parser: Parser): Node | string {
	if (parser.depth >= MOST_LEVELS) return `braces nested at most ${MOST_LEVELS} deep`;
	parser.depth += 1;
	const parts: Node[] = [];
	do {
		parser.at += 1;
		const part = parseSequence(parser, true);
		if (typeof part === 'string') return part;
		parts.push(part);
	} while (parser.text[parser.at] === ',');
	parser.at += 1;
	parser.depth -= 1;
	return { type: 'either', parts };
}

function parseClass(parser: Parser): Node | string {
	const { text } = parser;
	let at = parser.at + 1;
	const isNegated = text[at] === '!' || text[at] === '^';
	if (isNegated) at += 1;
	const ranges: (readonly [string, string])[] = [];
	const first = at;
	while (text[at] !== ']' || at === first) {
		const from = text[at];
		if (from === undefined) return 'a ] that closes the [';
		const to = text[at + 1] === '-' && text[at + 2] !== ']' ? text[at + 2] : undefined;
		ranges.push([from, to ?? from]);
		at += to === undefined ? 1 : 3;
	}
	parser.at = at + 1;
	const isListed = (one: string) => ranges.some(([from, to]) => from <= one && one <= to);
	return { type: 'one', one: (one) => one !== '/' && isListed(one) !== isNegated };
}

/** True when the glob matches the whole text. Takes at most pattern length × text length steps. */
export function matchesGlob(glob: Glob, text: string): boolean {
	return matches(glob, text, false);
}

/** True when the glob matches a path or a folder above it. Takes no more steps: a path may be made of slashes. */
export function matchesGlobOrAbove(glob: Glob, path: string): boolean {
	return matches(glob, path, true);
}

function matches({ steps, required }: Glob, text: string, isAboveEnough: boolean): boolean {
	if (steps.length === 0 || !text.includes(required)) return false;
	return runMachine(steps, Array.from(text), {
		fits: (fits, character) => fits(character),
		begins: (place) => place === 0,
		ends: (place, character) => character === undefined || (isAboveEnough && character === '/' && place > 0),
	});
}
