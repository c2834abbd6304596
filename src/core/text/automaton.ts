/** Parts of a pattern; `One` tells whether a character fits. */
export type PatternNode<One> =
	| { readonly type: 'one'; readonly one: One }
	| { readonly type: 'at'; readonly place: Place }
	| { readonly type: 'sequence'; readonly parts: readonly PatternNode<One>[] }
	| { readonly type: 'either'; readonly parts: readonly PatternNode<One>[] }
	| { readonly type: 'repeat'; readonly part: PatternNode<One>; readonly least: number; readonly most: number | null };

type Place = 'start' | 'end' | 'edge' | 'inside';
type Fork = { readonly type: 'fork'; to: readonly number[] };

/** A step of a nondeterministic automaton that follows all paths at once, so that no pattern is slow. */
export type Step<One> =
	| Exclude<PatternNode<One>, { parts: unknown } | { part: unknown }>
	| Fork
	| { readonly type: 'done' };

/** The machine of a pattern, with counted repetitions written out; null with more steps than `most`. */
export function machineOf<One>(node: PatternNode<One>, most: number): readonly Step<One>[] | null {
	const steps: Step<One>[] = [];
	return emit(node, steps, most) ? [...steps, { type: 'done' }] : null;
}

function emit<One>(node: PatternNode<One>, steps: Step<One>[], most: number): boolean {
	if (steps.length > most) return false;
	switch (node.type) {
		case 'one':
		case 'at':
			steps.push(node);
			return true;
		case 'sequence':
			return node.parts.every((part) => emit(part, steps, most));
		case 'either': {
			const begin = fork(steps);
			const ends: Fork[] = [];
			for (const part of node.parts) {
				begin.to = [...begin.to, steps.length];
				if (!emit(part, steps, most)) return false;
				ends.push(fork(steps));
			}
			for (const end of ends) end.to = [steps.length];
			return true;
		}
		case 'repeat':
			return emitRepeat(node, steps, most);
	}
}

function fork<One>(steps: Step<One>[]): Fork {
	const made: Fork = { type: 'fork', to: [] };
	steps.push(made);
	return made;
}

function emitRepeat<One>(
	{ part, least, most: times }: Extract<PatternNode<One>, { type: 'repeat' }>,
	steps: Step<One>[],
	most: number,
): boolean {
	for (let count = 0; count < least; count += 1) {
		const before = steps.length;
		if (!emit(part, steps, most)) return false;
		// Repeating an empty match changes nothing: a huge count must not be expanded.
		if (steps.length === before) break;
	}
	if (times === null) {
		const again = fork(steps);
		const from = steps.length;
		if (!emit(part, steps, most)) return false;
		fork(steps).to = [from - 1];
		again.to = [from, steps.length];
		return true;
	}
	const skips: Fork[] = [];
	for (let count = least; count < times; count += 1) {
		const skip = fork(steps);
		skip.to = [steps.length];
		skips.push(skip);
		if (!emit(part, steps, most)) return false;
	}
	for (const skip of skips) skip.to = [...skip.to, steps.length];
	return true;
}

type Run<One> = {
	readonly fits: (one: One, character: string) => boolean;
	/** Whether a match may begin behind these characters. */
	readonly begins: (place: number) => boolean;
	/** Whether a match may end before this character, undefined at the end. */
	readonly ends: (place: number, character: string | undefined) => boolean;
};

const WORD = /^[A-Za-z0-9_]$/;

/** Follows all branches at once: each step is visited at most once a character. */
export function runMachine<One>(
	steps: readonly Step<One>[],
	text: readonly string[],
	{ fits, begins, ends }: Run<One>,
): boolean {
	const seen = new Int32Array(steps.length).fill(-1);
	let current: number[] = [];
	for (let place = 0; ; place += 1) {
		const character = text[place];
		const todo = begins(place) ? [...current, 0] : current;
		const waiting: number[] = [];
		const isEdge = isWord(text[place - 1]) !== isWord(character);
		for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
			if (seen[step] === place) continue;
			seen[step] = place;
			const what = steps[step] as Step<One>;
			if (what.type === 'done') {
				if (ends(place, character)) return true;
			} else if (what.type === 'one') waiting.push(step);
			else if (what.type === 'fork') todo.push(...what.to);
			else if (holds(what.place, place, text.length, isEdge)) todo.push(step + 1);
		}
		if (character === undefined || (waiting.length === 0 && !begins(place + 1))) return false;
		current = waiting.flatMap((step) =>
			fits((steps[step] as Extract<Step<One>, { type: 'one' }>).one, character) ? step + 1 : [],
		);
	}
}

function holds(what: Place, place: number, length: number, isEdge: boolean): boolean {
	if (what === 'start') return place === 0;
	if (what === 'end') return place === length;
	return (what === 'edge') === isEdge;
}

function isWord(character: string | undefined): boolean {
	return character !== undefined && WORD.test(character);
}
