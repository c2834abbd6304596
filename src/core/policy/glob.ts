/** A compiled glob: a program for a machine that tries all its ways at once, so no pattern is slow. */
export type Glob = {
	readonly code: readonly Instruction[];
	/** Stands in every text that it matches: most texts are told apart by that alone. */
	readonly required: string;
};

/** Matches nothing. */
export const NO_GLOB: Glob = { code: [], required: '' };

type Instruction =
	| { readonly type: 'one'; readonly fits: (character: string) => boolean }
	| { readonly type: 'split'; readonly next: readonly number[] }
	| { readonly type: 'end' };

const MAX_LENGTH = 1024;
const notSlash = (character: string) => character !== '/';
const anything = () => true;

/**
 * Compiles a path glob: `*` and `?` stay within a name, `**` crosses folders, `{a,b}` are
 * alternatives, `[a-z]` and `[!a-z]` classes, `\` takes the next character as it is. A string is
 * the reason why it is not one.
 */
export function compileGlob(pattern: string): Glob | string {
	if (pattern.length > MAX_LENGTH) return `a pattern of at most ${MAX_LENGTH} characters`;
	const compiler: Compiler = { text: Array.from(pattern), at: 0, code: [], depth: 0, runs: [''] };
	const problem = compileSequence(compiler, false);
	if (problem !== null) return problem;
	compiler.code.push({ type: 'end' });
	const required = compiler.runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
	return { code: compiler.code, required };
}

type Compiler = {
	readonly text: readonly string[];
	at: number;
	readonly code: Instruction[];
	depth: number;
	/** Characters that stand for themselves, one after the other, in no alternative. */
	readonly runs: string[];
};

/** Compiles up to the end, or inside braces up to `,` or `}`. Returns what was expected instead, or null. */
function compileSequence(compiler: Compiler, isInBraces: boolean): string | null {
	while (compiler.at < compiler.text.length) {
		const character = compiler.text[compiler.at] ?? '';
		if (isInBraces && (character === ',' || character === '}')) return null;
		const problem = compileOne(compiler, character);
		if (problem !== null) return problem;
	}
	return isInBraces ? 'a } that closes the {' : null;
}

function compileOne(compiler: Compiler, character: string): string | null {
	if ('*?[{'.includes(character)) compiler.runs.push('');
	switch (character) {
		case '*':
			compileStar(compiler);
			return null;
		case '?':
			return take(compiler, 1, notSlash);
		case '[':
			return compileClass(compiler);
		case '{':
			return compileBraces(compiler);
		case '\\': {
			const next = compiler.text[compiler.at + 1];
			return next === undefined ? 'a character behind the \\' : takeItself(compiler, 2, next);
		}
		default:
			return takeItself(compiler, 1, character);
	}
}

function takeItself(compiler: Compiler, length: number, character: string): null {
	if (compiler.depth === 0) compiler.runs.push(`${compiler.runs.pop() ?? ''}${character}`);
	return take(compiler, length, (one) => one === character);
}

function take(compiler: Compiler, length: number, fits: (character: string) => boolean): null {
	compiler.code.push({ type: 'one', fits });
	compiler.at += length;
	return null;
}

/** `**` between slashes (or at an end) stands for any folders, none included; elsewhere it is `*`. */
function compileStar(compiler: Compiler): void {
	const { text, at, code } = compiler;
	const isAtStart = at === 0 || '/{,'.includes(text[at - 1] ?? '');
	const next = text[at + 2];
	const isDouble = text[at + 1] === '*' && isAtStart && (next === undefined || '/},'.includes(next));
	compiler.at += text[at + 1] === '*' ? 2 : 1;
	if (isDouble && next === '/') {
		// `(any*/)?`
		compiler.at += 1;
		const start = code.length;
		code.push(
			{ type: 'split', next: [start + 1, start + 5] },
			{ type: 'split', next: [start + 2, start + 4] },
			{ type: 'one', fits: anything },
			{ type: 'split', next: [start + 1] },
			{ type: 'one', fits: (one) => one === '/' },
		);
		return;
	}
	const start = code.length;
	code.push({ type: 'split', next: [start + 1, start + 3] });
	code.push({ type: 'one', fits: isDouble ? anything : notSlash });
	code.push({ type: 'split', next: [start] });
}

function compileBraces(compiler: Compiler): string | null {
	if (compiler.depth >= 8) return 'braces nested at most 8 deep';
	compiler.depth += 1;
	const { code } = compiler;
	const fork = code.length;
	code.push({ type: 'split', next: [] });
	const starts: number[] = [];
	const exits: number[] = [];
	do {
		compiler.at += 1;
		starts.push(code.length);
		const problem = compileSequence(compiler, true);
		if (problem !== null) return problem;
		exits.push(code.length);
		code.push({ type: 'split', next: [] });
	} while (compiler.text[compiler.at] === ',');
	compiler.at += 1;
	compiler.depth -= 1;
	code[fork] = { type: 'split', next: starts };
	for (const exit of exits) code[exit] = { type: 'split', next: [code.length] };
	return null;
}

function compileClass(compiler: Compiler): string | null {
	const { text } = compiler;
	let at = compiler.at + 1;
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
	const isListed = (one: string) => ranges.some(([from, to]) => from <= one && one <= to);
	return take(compiler, at + 1 - compiler.at, (one) => one !== '/' && isListed(one) !== isNegated);
}

/** True when the glob matches the whole text. Takes at most pattern length × text length steps. */
export function matchesGlob(glob: Glob, text: string): boolean {
	return matches(glob, text, false);
}

/** True when the glob matches a path or a folder above it. Takes no more steps: a path may be made of slashes. */
export function matchesGlobOrAbove(glob: Glob, path: string): boolean {
	return matches(glob, path, true);
}

function matches({ code: glob, required }: Glob, text: string, isAboveEnough: boolean): boolean {
	if (!text.includes(required)) return false;
	let current = new Set<number>();
	follow(glob, 0, current);
	const hasEnded = (): boolean => [...current].some((index) => glob[index]?.type === 'end');
	let isFirst = true;
	for (const character of text) {
		if (isAboveEnough && character === '/' && !isFirst && hasEnded()) return true;
		isFirst = false;
		const next = new Set<number>();
		for (const index of current) {
			const instruction = glob[index];
			if (instruction?.type === 'one' && instruction.fits(character)) follow(glob, index + 1, next);
		}
		if (next.size === 0) return false;
		current = next;
	}
	return hasEnded();
}

/** Adds an instruction and everything that is reached from it without a character. */
function follow(glob: readonly Instruction[], start: number, into: Set<number>): void {
	const waiting = [start];
	for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
		if (into.has(index)) continue;
		into.add(index);
		const instruction = glob[index];
		if (instruction?.type === 'split') waiting.push(...instruction.next);
	}
}
