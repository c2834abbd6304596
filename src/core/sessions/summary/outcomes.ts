import { exitStatusText } from '../../exit-status-text.js';
import { exitOf, withOutcome } from '../../session/entries/call-outcome.js';
import type { Entry, ToolEntry, TurnEndEntry } from '../../session/entries/entry.js';
import { sanitizeText } from '../../text/sanitize.js';
import { isOfUser, type ToolCall, textsOfContent } from '../../tool-call.js';

export type Decision = {
	readonly decision: 'approved' | 'refused';
	readonly title: string;
	readonly because: string;
	readonly isOfUser: boolean;
};

export function decisionsIn(entries: readonly Entry[]): readonly Decision[] {
	return entries.flatMap((entry): readonly Decision[] => {
		if (entry.kind !== 'tool' || entry.call.verdict === undefined) return [];
		const { title, kind, verdict } = entry.call;
		const decided = { title, because: verdict.because, isOfUser: isOfUser(verdict) };
		if (verdict.decision === 'denied') return [{ decision: 'refused', ...decided }];
		return kind === 'switch_mode' ? [{ decision: 'approved', ...decided }] : [];
	});
}

export type GivenAnswer = { readonly entry: Entry; readonly question: string; readonly lines: readonly string[] };

export function answersIn(entries: readonly Entry[]): readonly GivenAnswer[] {
	return entries.flatMap((entry): readonly GivenAnswer[] => {
		if (entry.kind !== 'note' || entry.isAnswer !== true) return [];
		const lines = (entry.detail ?? '').split('\n').filter((each) => each.trim() !== '');
		return [{ entry, question: entry.title, lines }];
	});
}

export type Setback = {
	readonly what: 'command' | 'tool' | 'turn';
	readonly title: string;
	/** Exit code or signal; empty when unknown. */
	readonly end: string;
	readonly output: string;
};

/** Characters of an output that are searched. */
const TAIL = 4000;

/** Failures that did not succeed later on either, in order. */
export function setbacksIn(entries: readonly Entry[]): readonly Setback[] {
	const found = new Map<string, Setback>();
	for (const entry of entries) {
		if (entry.kind === 'tool') takeCall(found, entry);
		if (entry.kind === 'turn-end') takeTurn(found, entry);
	}
	return [...found.values()];
}

function takeCall(found: Map<string, Setback>, { call: reported }: ToolEntry): void {
	const call = withOutcome(reported);
	const key = `${call.kind} ${call.title}`;
	if (call.status === 'completed') found.delete(key);
	// A call that the client refused did not fail: it was never done.
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
	const text = textsOfContent(content);
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
