import type { AgentEvent } from '../../agent-event.js';
import type { Entry } from '../../session/entries/entry.js';
import { align } from './align-history.js';
import { type OwnTurn, ownTurns, type ReportedTurn, reportedTurns, steeredWords } from './history-turns.js';

/** Part of the agent's history that our transcript lacks: before the entry with this id, or at the end. */
type Addition = { readonly before: string | null; readonly events: readonly AgentEvent[] };

export type Reconciled = {
	/** `nothing`: empty. `other`: no common turn. `known`: we have all of it. `more`: the additions are missing here. */
	readonly relation: 'nothing' | 'known' | 'more' | 'other';
	readonly additions: readonly Addition[];
};

/** Adds the turns that only the agent's history has to our transcript, which holds more of the common ones. */
export function reconcile(entries: Iterable<Entry>, reported: readonly AgentEvent[]): Reconciled {
	const all = [...entries];
	const steered = steeredWords(all);
	const own = ownTurns(all, steered);
	const prompts = new Set(own.map(({ prompt }) => prompt));
	const turns = once(
		reportedTurns(reported, (prompt) => prompts.has(prompt) || steered.has(prompt), steered),
		own.length,
	);
	if (turns.length === 0) return { relation: 'nothing', additions: [] };
	const pairs = align(own, turns);
	const ownOf = new Map(pairs.map((pair) => [pair.reported, pair.own]));
	const additions: Addition[] = [];
	const before = anchors(own, ownOf, turns.length);
	for (const [index, turn] of turns.entries()) {
		const found = ownOf.get(index);
		const more = found === undefined ? newOf(own, turn) : missingOf(own[found] as OwnTurn, turn);
		if (more.length > 0) additions.push({ before: before[index] ?? null, events: more });
	}
	const hasPrompts = own.some(({ prompt }) => prompt !== '') && turns.some(({ prompt }) => prompt !== '');
	const relation = pairs.length === 0 && hasPrompts ? 'other' : additions.length === 0 ? 'known' : 'more';
	return { relation, additions };
}

/** Entry before which each reported turn goes: the one that begins the next common turn. */
function anchors(
	own: readonly OwnTurn[],
	ownOf: ReadonlyMap<number, number>,
	count: number,
): readonly (string | null)[] {
	const places: (string | null)[] = new Array(count).fill(null);
	let next: string | null = null;
	for (let index = count - 1; index >= 0; index -= 1) {
		const found = ownOf.get(index);
		const turn = found === undefined ? undefined : own[found];
		places[index] = turn === undefined ? next : turn.nextId;
		if (turn !== undefined) next = turn.id;
	}
	return places;
}

/** A turn that we do not have; events before any prompt may be the end of a turn that we have. */
function newOf(own: readonly OwnTurn[], reported: ReportedTurn): readonly AgentEvent[] {
	if (reported.prompt !== '' || own.length === 0) return reported.events;
	return own.some(({ answer }) => answer.includes(reported.answer)) ? [] : reported.events;
}

/** Events of a turn that we lack: only of one that was cut off here. */
function missingOf(own: OwnTurn, reported: ReportedTurn): readonly AgentEvent[] {
	if (own.isWhole || reported.answerLength < own.answerLength || reported.calls < own.calls) return [];
	if (reported.answerLength === own.answerLength && reported.calls === own.calls) return [];
	const compared = Math.min(own.answer.length, reported.answer.length);
	if (own.answer.slice(0, compared) !== reported.answer.slice(0, compared)) return [];
	let said = own.answerLength;
	const known = new Set<string>();
	const isOurs = (id: string): boolean => {
		if (!known.has(id) && known.size < own.calls) known.add(id);
		return known.has(id);
	};
	return reported.events.flatMap((event): readonly AgentEvent[] => {
		switch (event.type) {
			case 'text': {
				if (event.role !== 'agent' || event.parentId !== undefined) return [];
				const { rest, left } = textAfter(event.text, said);
				said = left;
				return rest === '' ? [] : [{ ...event, text: rest }];
			}
			case 'tool':
				return event.patch.parentId === undefined && isOurs(event.patch.id) ? [] : [event];
			default:
				return [];
		}
	});
}

/** The text behind `count` characters that are no spaces, and how many of them are left to skip. */
function textAfter(text: string, count: number): { readonly rest: string; readonly left: number } {
	let left = count;
	for (let index = 0; index < text.length; index += 1) {
		if (left === 0) return { rest: text.slice(index), left };
		if (!/\s/.test(text.charAt(index))) left -= 1;
	}
	return { rest: '', left };
}

/** Drops a repetition of the same turns, known by ids, else by the whole row. */
function once(turns: readonly ReportedTurn[], ownCount: number): readonly ReportedTurn[] {
	for (let period = 1; period < turns.length; period += 1) {
		const again = turns[period] as ReportedTurn;
		const first = turns[0] as ReportedTurn;
		if (!isSame(first, again)) continue;
		const hasSameIds = again.ids.some((id) => first.ids.includes(id));
		const isRow = period > 1 || ownCount === period;
		if ((hasSameIds || isRow) && turns.every((turn, index) => index < period || isSame(turn, turns[index - period]))) {
			return turns.slice(0, period);
		}
	}
	return turns;
}

function isSame(one: ReportedTurn, other: ReportedTurn | undefined): boolean {
	return (
		one.prompt === other?.prompt &&
		one.answerLength === other.answerLength &&
		one.answer === other.answer &&
		one.calls === other.calls
	);
}
