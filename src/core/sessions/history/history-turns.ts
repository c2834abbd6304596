import type { AgentEvent } from '../../agent-event.js';
import type { Entry } from '../../session/entries/entry.js';

/** Compared parts of a turn: chunks, spaces and ids differ from one telling to the next. */
export type TurnFacts = {
	readonly prompt: string;
	/** Beginning of the agent's own words to the user, without spaces; and their whole length. */
	readonly answer: string;
	readonly answerLength: number;
	readonly calls: number;
};

export type OwnTurn = TurnFacts & {
	readonly id: string | null;
	readonly nextId: string | null;
	/** Ended by the agent itself: there is nothing more of it. */
	readonly isWhole: boolean;
};

export type ReportedTurn = TurnFacts & {
	readonly events: readonly AgentEvent[];
	/** Ids of messages and calls: the same ones mean the same turn. */
	readonly ids: readonly string[];
};

const MOST_COMPARED = 4000;

function squeeze(text: string): string {
	return text.slice(0, MOST_COMPARED * 2).replace(/\s+/g, '');
}

class Collected {
	prompt = '';
	answer = '';
	answerLength = 0;
	calls = 0;

	say(text: string): void {
		const squeezed = text.replace(/\s+/g, '');
		this.answerLength += squeezed.length;
		if (this.answer.length < MOST_COMPARED) this.answer = (this.answer + squeezed).slice(0, MOST_COMPARED);
	}

	get facts(): TurnFacts {
		const { prompt, answer, answerLength, calls } = this;
		return { prompt: prompt.slice(0, MOST_COMPARED), answer, answerLength, calls };
	}

	get isEmpty(): boolean {
		return this.prompt === '' && this.answerLength === 0 && this.calls === 0;
	}
}

/** Words that went into a running turn alone: agents tell them anywhere or not at all, so they begin no turn. */
export function steeredWords(entries: Iterable<Entry>): ReadonlySet<string> {
	const steered = new Set<string>();
	const prompts = new Set<string>();
	for (const entry of entries) {
		if (entry.kind === 'user') (entry.isSteered === true ? steered : prompts).add(squeeze(entry.text));
	}
	for (const prompt of prompts) steered.delete(prompt);
	return steered;
}

/** Turns of a transcript. Entries before the first prompt are one only where the agent said something there. */
export function ownTurns(entries: Iterable<Entry>, steered: ReadonlySet<string>): readonly OwnTurn[] {
	const turns: OwnTurn[] = [];
	let current = new Collected();
	let id: string | null = null;
	let isWhole = false;
	const close = (nextId: string | null): void => {
		if (id !== null || !current.isEmpty) turns.push({ ...current.facts, id, nextId, isWhole });
	};
	for (const entry of entries) {
		switch (entry.kind) {
			case 'user':
				if (id !== null && steered.has(squeeze(entry.text))) break;
				close(entry.id);
				current = new Collected();
				current.prompt = squeeze(entry.text);
				id = entry.id;
				isWhole = false;
				break;
			case 'message':
				if (entry.parentId === undefined) current.say(entry.text);
				break;
			case 'tool':
				if ((entry.depth ?? 0) === 0) current.calls += 1;
				break;
			case 'turn-end':
				isWhole = entry.reason === 'end_turn' || entry.reason === 'max_tokens' || entry.reason === 'refusal';
				break;
			case 'thought':
			case 'block':
			case 'user-command':
			case 'note':
			case 'compaction':
			case 'changes':
			case 'unknown':
		}
	}
	close(null);
	return turns;
}

type Piece = { readonly key: string; readonly messageId: string | undefined; readonly events: AgentEvent[] };

/** Turns of an agent's history. `isKnown` tells pieces of our prompts; `steered`: words of ours that began no turn. */
export function reportedTurns(
	events: readonly AgentEvent[],
	isKnown: (prompt: string) => boolean,
	steered: ReadonlySet<string>,
): readonly ReportedTurn[] {
	const turns: ReportedTurn[] = [];
	let pieces: Piece[] = [];
	let current: { facts: Collected; events: AgentEvent[]; ids: Set<string> } = fresh();
	const close = (): void => {
		if (current.events.length > 0)
			turns.push({ ...current.facts.facts, events: current.events, ids: [...current.ids] });
		current = fresh();
	};
	const beginPrompts = (): void => {
		for (const prompt of promptsOf(pieces, isKnown)) {
			if (steered.has(prompt.key)) continue;
			close();
			current.facts.prompt = prompt.key;
			current.events.push(...prompt.events);
			if (prompt.messageId !== undefined) current.ids.add(prompt.messageId);
		}
		pieces = [];
	};
	for (const event of events) {
		const piece = pieceOf(event);
		if (piece !== null) {
			pieces.push(piece);
			continue;
		}
		if (event.type === 'block' && event.role === 'user' && event.parentId === undefined && pieces.length > 0) {
			pieces.at(-1)?.events.push(event);
			continue;
		}
		if (pieces.length > 0) beginPrompts();
		current.events.push(event);
		if (event.type === 'tool') {
			if (!current.ids.has(event.patch.id) && event.patch.parentId === undefined) current.facts.calls += 1;
			current.ids.add(event.patch.id);
		}
		if (event.type === 'text' && event.role === 'agent' && event.parentId === undefined) {
			current.facts.say(event.text);
			if (event.messageId !== undefined) current.ids.add(event.messageId);
		}
	}
	if (pieces.length > 0) beginPrompts();
	close();
	return turns;
}

function fresh(): { facts: Collected; events: AgentEvent[]; ids: Set<string> } {
	return { facts: new Collected(), events: [], ids: new Set() };
}

function pieceOf(event: AgentEvent): Piece | null {
	if (event.type !== 'text' || event.role !== 'user' || event.parentId !== undefined) return null;
	return { key: squeeze(event.text), messageId: event.messageId, events: [event] };
}

/** Prompts of consecutive pieces: those of one id are one; those without are put together as far as they are known. */
function promptsOf(pieces: readonly Piece[], isKnown: (prompt: string) => boolean): readonly Piece[] {
	const joined: Piece[] = [];
	for (const piece of pieces) {
		const last = joined.at(-1);
		const isSame = last !== undefined && last.messageId !== undefined && last.messageId === piece.messageId;
		if (isSame) joined[joined.length - 1] = join([last, piece]);
		else joined.push(piece);
	}
	const prompts: Piece[] = [];
	let loose: Piece[] = [];
	for (let index = 0; index < joined.length; ) {
		const end = knownEnd(joined, index, isKnown);
		if (end === null) {
			const piece = joined[index] as Piece;
			index += 1;
			// A piece with another message id is another prompt.
			if (piece.messageId !== undefined) prompts.push(...flush(loose), piece);
			else loose.push(piece);
			if (piece.messageId !== undefined) loose = [];
			continue;
		}
		// Loose words before a known prompt were sent with it.
		const known = joined.slice(index, end);
		prompts.push({ ...join([...loose, ...known]), key: join(known).key });
		loose = [];
		index = end;
	}
	prompts.push(...flush(loose));
	return prompts;
}

function flush(loose: readonly Piece[]): readonly Piece[] {
	return loose.length === 0 ? [] : [join(loose)];
}

function join(pieces: readonly Piece[]): Piece {
	return {
		key: pieces.map(({ key }) => key).join(''),
		messageId: pieces.find(({ messageId }) => messageId !== undefined)?.messageId,
		events: pieces.flatMap(({ events }) => events),
	};
}

/** End of the longest known prompt that begins with this piece. Pieces with ids stand alone. */
function knownEnd(pieces: readonly Piece[], from: number, isKnown: (prompt: string) => boolean): number | null {
	let key = '';
	let found: number | null = null;
	for (let index = from; index < pieces.length && key.length < MOST_COMPARED; index += 1) {
		const piece = pieces[index] as Piece;
		if (index > from && piece.messageId !== undefined) break;
		key += piece.key;
		if (key !== '' && isKnown(key)) found = index + 1;
		if (piece.messageId !== undefined) break;
	}
	return found;
}
