import { exitStatusText } from '../../exit-status-text.js';
import { exitOf, withOutcome } from '../../session/entries/call-outcome.js';
import type { Entry, ToolEntry, TurnEndEntry } from '../../session/entries/entry.js';
import { sanitizeText } from '../../text/sanitize.js';
import type { ToolCall } from '../../tool-call.js';

/** A tool call that the user, the mode or a rule decided about. */
export type Decision = {
	readonly decision: 'approved' | 'refused';
	readonly title: string;
	readonly because: string;
	/** The user said so themselves; else the mode or a rule did. */
	readonly isOfUser: boolean;
};

/** What was refused, and which plans were approved, in order. Texts are as the agent wrote them. */
export function decisionsIn(entries: readonly Entry[]): readonly Decision[] {
	return entries.flatMap((entry): readonly Decision[] => {
		if (entry.kind !== 'tool' || entry.call.verdict === undefined) return [];
		const { title, kind, verdict } = entry.call;
		const { because } = verdict;
		const isOfUser = /^you\b/.test(because);
		if (verdict.decision === 'denied') return [{ decision: 'refused', title, because, isOfUser }];
		return kind === 'switch_mode' ? [{ decision: 'approved', title, because, isOfUser }] : [];
	});
}

/** What the user answered to a question of the agent. Texts are as the agent and the user wrote them. */
export type GivenAnswer = {
	/** Where the transcript tells it. */
	readonly entry: Entry;
	/** Who asked, and what. */
	readonly question: string;
	/** What else was asked, and what was answered. */
	readonly lines: readonly string[];
};

/** Every answer, in order. */
export function answersIn(entries: readonly Entry[]): readonly GivenAnswer[] {
	return entries.flatMap((entry): readonly GivenAnswer[] => {
		if (entry.kind !== 'note' || entry.isAnswer !== true) return [];
		const lines = (entry.detail ?? '').split('\n').filter((each) => each.trim() !== '');
		return [{ entry, question: entry.title, lines }];
	});
}

/** Something that did not work. */
export type Setback = {
	/** What it was: a command, a tool, or `turn`. */
	readonly what: 'command' | 'tool' | 'turn';
	/** Its title, or the sentence of the failure. */
	readonly title: string;
	/** How it ended: an exit code or a signal; empty where nobody says. */
	readonly end: string;
	/** The last lines that it wrote, without control characters. */
	readonly output: string;
};

/** How much of the output is looked at. */
const TAIL = 4000;

/** What failed and did not work later on either, in order. */
export function setbacksIn(entries: readonly Entry[]): readonly Setback[] {
	const found = new Map<string, Setback>();
	for (const entry of entries) {
		if (entry.kind === 'tool') takeCall(found, entry);
		if (entry.kind === 'turn-end') takeTurn(found, entry);
	}
	return [...found.values()];
}

function takeCall(found: Map<string, Setback>, { call: told }: ToolEntry): void {
	const call = withOutcome(told);
	const key = `${call.kind} ${call.title}`;
	if (call.status === 'completed') found.delete(key);
	// What the client refused did not fail: it was never done.
	if (call.status !== 'failed' || call.verdict?.decision === 'denied') return;
	const exit = exitOf(call);
	found.delete(key);
	found.set(key, {
		what: call.kind === 'execute' ? 'command' : 'tool',
		title: call.title,
		end: exit === undefined ? '' : exitStatusText(exit),
		output: lastOutput(call),
	});
}

function lastOutput({ terminals, result, content }: ToolCall): string {
	const text = content.flatMap((item) =>
		item.type === 'content' && item.block.type === 'text' ? [item.block.text] : [],
	);
	const output = terminals.at(-1)?.output || result?.output || text.at(-1) || '';
	return sanitizeText(output.slice(-TAIL)).trim();
}

function takeTurn(found: Map<string, Setback>, entry: TurnEndEntry): void {
	const { failure, reason } = entry;
	const title = failure?.message ?? (isCutOff(reason) ? `a turn was ${WORDS[reason] ?? reason}` : '');
	// The one that ended last says most.
	found.delete(`turn ${title}`);
	if (title !== '') found.set(`turn ${title}`, { what: 'turn', title, end: '', output: '' });
}

const WORDS: Readonly<Partial<Record<TurnEndEntry['reason'], string>>> = {
	cancelled: 'stopped by the user',
	max_tokens: 'cut off by the limit of tokens',
	max_turn_requests: 'cut off by the limit of requests',
	refusal: 'refused by the agent',
	interrupted: 'interrupted',
};

function isCutOff(reason: TurnEndEntry['reason']): boolean {
	return WORDS[reason] !== undefined;
}
