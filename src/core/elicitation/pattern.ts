import { machineOf, runMachine } from '../text/automaton.js';
import { parsePattern } from './pattern-syntax.js';

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

const known = new Map<string, Pattern | null>();

/** Compiles a pattern of JSON Schema; null: invalid, large, or with lookaround. The engine's is exponential. */
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
	const steps = machineOf(node, MOST_STEPS);
	if (steps === null) return null;
	const tests = new Map<string, RegExp>();
	for (const step of steps) if (step.type === 'one') tests.set(step.one, new RegExp(`^(?:${step.one})$`, flags));
	const isThere = (): boolean => true;
	// A form is drawn, and so checked, much more often than anybody types in it.
	let last: { readonly text: string; readonly answer: boolean | null } | null = null;
	const workFor = (text: string): number => steps.length * text.length;
	return {
		workFor,
		matches(text) {
			if (last?.text === text) return last.answer;
			const characters = flags === 'u' ? [...text] : text.split('');
			const fits = memoized((source, character) => tests.get(source)?.test(character) === true);
			const answer =
				workFor(text) > MOST_WORK ? null : runMachine(steps, characters, { fits, begins: isThere, ends: isThere });
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

/** Many steps ask the same of a character. */
function memoized(fits: (source: string, character: string) => boolean): typeof fits {
	const known = new Map<string, boolean>();
	let of = '';
	return (source, character) => {
		if (of !== character) known.clear();
		of = character;
		const answer = known.get(source) ?? fits(source, character);
		known.set(source, answer);
		return answer;
	};
}
