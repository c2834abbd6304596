import type { TurnFacts } from './history-turns.js';

export type Pair = { readonly own: number; readonly reported: number };

/** Cells of the comparison table; longer conversations are compared turn by turn, forward. */
const MOST_CELLS = 4_000_000;
/** Length from which an answer alone identifies a turn (characters). */
const IDENTIFYING = 24;

/** Matching turns, in order: as many as possible, those first that agree in prompt and answer. */
export function align(own: readonly TurnFacts[], reported: readonly TurnFacts[]): readonly Pair[] {
	let first = 0;
	const most = Math.min(own.length, reported.length);
	while (first < most && isSure(own[first], reported[first])) first += 1;
	let last = 0;
	while (last < most - first && isSure(own.at(-1 - last), reported.at(-1 - last))) last += 1;
	const ownRest = own.slice(first, own.length - last);
	const reportedRest = reported.slice(first, reported.length - last);
	const between =
		ownRest.length * reportedRest.length > MOST_CELLS ? forward(ownRest, reportedRest) : best(ownRest, reportedRest);
	const pairs: Pair[] = [];
	for (let index = 0; index < first; index += 1) pairs.push({ own: index, reported: index });
	for (const pair of between) pairs.push({ own: pair.own + first, reported: pair.reported + first });
	for (let index = last; index > 0; index -= 1)
		pairs.push({ own: own.length - index, reported: reported.length - index });
	return pairs;
}

/** Prompt and answer are the same. */
const SURE = 4;

function isSure(own: TurnFacts | undefined, reported: TurnFacts | undefined): boolean {
	return own !== undefined && reported !== undefined && likeness(own, reported) === SURE;
}

function likeness(own: TurnFacts, reported: TurnFacts): number {
	const answers = answerLikeness(own, reported);
	if (own.prompt === reported.prompt) {
		// A turn before any prompt is matched by its answer alone.
		if (own.prompt === '') return answers === 2 && own.answerLength > 0 ? SURE : 0;
		return answers === 2 ? SURE : answers === 1 ? 3 : 1;
	}
	if (own.prompt !== '' && reported.prompt !== '' && isPart(own.prompt, reported.prompt) && answers > 0) return 2;
	return answers === 2 && own.answerLength >= IDENTIFYING ? 2 : 0;
}

/** 2: the same; 1: one may be the beginning of the other; 0: different. */
function answerLikeness(own: TurnFacts, reported: TurnFacts): number {
	const length = Math.min(own.answer.length, reported.answer.length);
	if (own.answer.slice(0, length) !== reported.answer.slice(0, length)) return 0;
	return own.answerLength === reported.answerLength ? 2 : 1;
}

/** Whether one prompt begins or ends with the other: words of this program went before it. */
function isPart(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	return long.endsWith(short) || (short.length >= IDENTIFYING && long.startsWith(short));
}

function best(own: readonly TurnFacts[], reported: readonly TurnFacts[]): readonly Pair[] {
	const width = reported.length + 1;
	const sums = new Int32Array((own.length + 1) * width);
	const at = (i: number, j: number): number => sums[i * width + j] as number;
	for (let i = own.length - 1; i >= 0; i -= 1) {
		for (let j = reported.length - 1; j >= 0; j -= 1) {
			const like = likeness(own[i] as TurnFacts, reported[j] as TurnFacts);
			const paired = like === 0 ? 0 : like + at(i + 1, j + 1);
			sums[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
		}
	}
	const pairs: Pair[] = [];
	let i = 0;
	let j = 0;
	while (i < own.length && j < reported.length) {
		const like = likeness(own[i] as TurnFacts, reported[j] as TurnFacts);
		if (like > 0 && at(i, j) === like + at(i + 1, j + 1)) {
			pairs.push({ own: i, reported: j });
			i += 1;
			j += 1;
		} else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
		else j += 1;
	}
	return pairs;
}

function forward(own: readonly TurnFacts[], reported: readonly TurnFacts[]): readonly Pair[] {
	const places = new Map<string, number[]>();
	for (const [index, { prompt }] of own.entries()) {
		const known = places.get(prompt);
		if (known === undefined) places.set(prompt, [index]);
		else known.push(index);
	}
	const pairs: Pair[] = [];
	let next = 0;
	for (const [index, turn] of reported.entries()) {
		const found = places
			.get(turn.prompt)
			?.find((place) => place >= next && likeness(own[place] as TurnFacts, turn) >= SURE - 1);
		if (found === undefined) continue;
		pairs.push({ own: found, reported: index });
		next = found + 1;
	}
	return pairs;
}
