import { type PatternNode, parsePattern } from './pattern-syntax.js';

/** Compiled regular expression; matching takes time linear in its size times that of the text. */
export type Pattern = {
	/** Whether it matches somewhere in the text; null where that would take too long. */
	matches(text: string): boolean | null;
	workFor(text: string): number;
};

const MOST_SOURCE = 1000;
/** Steps of the compiled form, with counted repetitions written out. */
const MOST_STEPS = 3000;
/** Steps times characters: some hundredths of a second. */
export const MOST_WORK = 1_000_000;

type Step =
	| { readonly type: 'one'; readonly atom: number }
	| { readonly type: 'fork'; to: readonly number[] }
	| { readonly type: 'at'; readonly place: 'start' | 'end' | 'edge' | 'inside' }
	| { readonly type: 'done' };

const known = new Map<string, Pattern | null>();

/**
 * Compiles a pattern as JSON Schema means it (ECMA-262, anchored nowhere). Null for one that is invalid or too large,
 * or that looks around or back, which takes more than one pass. The engine's own matcher is exponential for some
 * patterns; it only matches single characters here.
 */
export function compilePattern(source: string): Pattern | null {
	const before = known.get(source);
	if (before !== undefined) return before;
	const made = source.length > MOST_SOURCE ? null : compile(source);
	if (known.size >= 500) known.clear();
	known.set(source, made);
	return made;
}

function compile(source: string): Pattern | null {
	const flags = isPattern(source, 'u') ? 'u' : isPattern(source, '') ? '' : null;
	if (flags === null) return null;
	const node = parsePattern(source, flags === 'u');
	if (node === null) return null;
	const atoms: string[] = [];
	const steps: Step[] = [];
	if (!emit(node, steps, atoms)) return null;
	steps.push({ type: 'done' });
	const tests = atoms.map((atom) => new RegExp(`^(?:${atom})$`, flags));
	// A form is drawn, and so checked, much more often than anybody types in it.
	let last: { readonly text: string; readonly answer: boolean | null } | null = null;
	const workFor = (text: string): number => steps.length * text.length;
	return {
		workFor,
		matches(text) {
			if (last?.text === text) return last.answer;
			const answer = workFor(text) > MOST_WORK ? null : run(steps, tests, flags === 'u' ? [...text] : text.split(''));
			last = { text, answer };
			return answer;
		},
	};
}

function isPattern(source: string, flags: string): boolean {
	try {
		new RegExp(source, flags);
		return true;
	} catch {
		return false;
	}
}

function emit(node: PatternNode, steps: Step[], atoms: string[]): boolean {
	if (steps.length > MOST_STEPS) return false;
	switch (node.type) {
		case 'one': {
			const place = atoms.indexOf(node.source);
			steps.push({ type: 'one', atom: place < 0 ? atoms.push(node.source) - 1 : place });
			return true;
		}
		case 'at':
			steps.push(node);
			return true;
		case 'sequence':
			return node.parts.every((part) => emit(part, steps, atoms));
		case 'either':
			return emitEither(node.parts, steps, atoms);
		case 'repeat':
			return emitRepeat(node, steps, atoms);
	}
}

type Fork = Extract<Step, { type: 'fork' }>;

function fork(steps: Step[]): Fork {
	const made: Fork = { type: 'fork', to: [] };
	steps.push(made);
	return made;
}

function emitEither(parts: readonly PatternNode[], steps: Step[], atoms: string[]): boolean {
	const begin = fork(steps);
	const ends: Fork[] = [];
	for (const part of parts) {
		begin.to = [...begin.to, steps.length];
		if (!emit(part, steps, atoms)) return false;
		ends.push(fork(steps));
	}
	for (const end of ends) end.to = [steps.length];
	return true;
}

function emitRepeat(
	{ part, least, most }: Extract<PatternNode, { type: 'repeat' }>,
	steps: Step[],
	atoms: string[],
): boolean {
	for (let count = 0; count < least; count += 1) {
		const before = steps.length;
		if (!emit(part, steps, atoms)) return false;
		// What takes no step is the same however often it stands there: a count of any size must not be gone through.
		if (steps.length === before) break;
	}
	if (most === null) {
		const again = fork(steps);
		const from = steps.length;
		if (!emit(part, steps, atoms)) return false;
		const back = fork(steps);
		back.to = [from - 1];
		again.to = [from, steps.length];
		return true;
	}
	const skips: Fork[] = [];
	for (let count = least; count < most; count += 1) {
		const skip = fork(steps);
		skip.to = [steps.length];
		skips.push(skip);
		if (!emit(part, steps, atoms)) return false;
	}
	for (const skip of skips) skip.to = [...skip.to, steps.length];
	return true;
}

const WORD = /^[A-Za-z0-9_]$/;

/** Follows all branches at once: each step is visited at most once a character. */
function run(steps: readonly Step[], tests: readonly RegExp[], text: readonly string[]): boolean {
	const seen = new Int32Array(steps.length).fill(-1);
	let current: number[] = [];
	for (let place = 0; ; place += 1) {
		const character = text[place];
		const waiting: number[] = [];
		const todo = [...current, 0];
		const isEdge = isWord(text[place - 1]) !== isWord(character);
		for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
			if (seen[step] === place) continue;
			seen[step] = place;
			const what = steps[step] as Step;
			if (what.type === 'done') return true;
			if (what.type === 'one') waiting.push(step);
			else if (what.type === 'fork') todo.push(...what.to);
			else if (holds(what.place, place, text.length, isEdge)) todo.push(step + 1);
		}
		if (character === undefined) return false;
		const answers: (boolean | undefined)[] = [];
		current = waiting.flatMap((step) => {
			const { atom } = steps[step] as Extract<Step, { type: 'one' }>;
			answers[atom] ??= tests[atom]?.test(character) === true;
			return answers[atom] ? step + 1 : [];
		});
	}
}

function holds(what: 'start' | 'end' | 'edge' | 'inside', place: number, length: number, isEdge: boolean): boolean {
	if (what === 'start') return place === 0;
	if (what === 'end') return place === length;
	return (what === 'edge') === isEdge;
}

function isWord(character: string | undefined): boolean {
	return character !== undefined && WORD.test(character);
}
