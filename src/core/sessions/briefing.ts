import type { Entry, TurnEndEntry } from '../session/entries/entry.js';
import { eachEntry } from '../session/entries/entry-list.js';
import type { SessionState } from '../session/state.js';
import { clip } from '../text/clip.js';
import { sanitizeLine, sanitizeText } from '../text/sanitize.js';
import type { DiffContent } from '../tool-call.js';

/** Characters of a briefing unless somebody says otherwise. */
const MOST_CHARS = 24_000;
/** Entries of each list, and characters of a line in one. */
const MOST_LINES = 40;
const LINE_CHARS = 300;
/** What the last exchanges may take of it, and how many of them are told. */
const EXCHANGES_SHARE = 0.6;
const EXCHANGES = 2;

/** What a briefing is made from. */
export type BriefedSession = Pick<SessionState, 'entries' | 'plan' | 'title' | 'cwd'>;

type Section = { readonly title: string; readonly lines: readonly string[] };

/**
 * A text for an agent that knows nothing of a session and is to go on with it: what it was about, what was decided and
 * changed, what is open, what failed, and the last two exchanges. Made from our transcript alone; at most `maxChars`
 * long. Empty when the user never said anything.
 */
export function briefing({ entries, plan, title, cwd }: BriefedSession, maxChars = MOST_CHARS): string {
	const all = [...eachEntry(entries)];
	const prompts = all.filter((entry) => entry.kind === 'user');
	const [first] = prompts;
	if (first === undefined) return '';
	const exchanges = lastExchanges(all, Math.floor(maxChars * EXCHANGES_SHARE));
	const open = (plan ?? []).filter(({ status }) => status !== 'completed');
	const sections: readonly Section[] = [
		{ title: 'Goal', lines: goal(title, first.text) },
		{ title: 'What the user asked since', lines: prompts.slice(1).map(({ text }) => `- ${line(text)}`) },
		{ title: 'Decisions', lines: decisions(all) },
		{ title: 'Files that were changed', lines: changedFiles(all, cwd) },
		{ title: 'Open steps of the plan', lines: open.map(({ text, status }) => `- [${status}] ${line(text)}`) },
		{ title: 'What failed', lines: failures(all) },
	];
	const told = sections.filter(({ lines }) => lines.length > 0).map(sectionText);
	const head = clip([OPENING, ...told].join('\n\n'), Math.max(0, maxChars - exchanges.length - 2));
	return exchanges === '' ? head : `${head}\n\n${exchanges}`;
}

const OPENING = [
	'[This is a briefing of the client, not of the user. It is about an earlier conversation in this folder that you do not',
	'remember. Files may have changed since: look before you rely on it.]',
].join(' ');

function sectionText({ title, lines }: Section): string {
	const left = lines.length - MOST_LINES;
	const more = left > 0 ? [`- … ${left} earlier ones left out`] : [];
	// The newest count.
	return [`## ${title}`, ...more, ...lines.slice(-MOST_LINES)].join('\n');
}

/** The first prompt; before it the title, unless that is how the prompt begins. */
function goal(title: string | null, prompt: string): readonly string[] {
	const words = clip(sanitizeText(prompt).trim(), 2000);
	const name = line(title ?? '');
	const isSaid = line(prompt).toLowerCase().startsWith(name.replace(/…$/, '').trimEnd().toLowerCase());
	return isSaid ? [words] : [name, words];
}

function line(text: string): string {
	return clip(sanitizeLine(text.trim()), LINE_CHARS);
}

/** What was refused, and which plans were approved or kept back. */
function decisions(entries: readonly Entry[]): readonly string[] {
	return entries.flatMap((entry) => {
		if (entry.kind !== 'tool') return [];
		const { verdict, title, kind } = entry.call;
		if (verdict === undefined) return [];
		if (verdict.decision === 'denied') return [`- refused: ${line(title)} (${line(verdict.because)})`];
		return kind === 'switch_mode' ? [`- agreed: ${line(title)} (${line(verdict.because)})`] : [];
	});
}

/** Files that are different now, each once, with how many lines came and went. */
function changedFiles(entries: readonly Entry[], cwd: string): readonly string[] {
	const files = new Map<string, { added: number; removed: number }>();
	for (const entry of entries) {
		if (entry.kind !== 'changes') continue;
		for (const { path, diff } of entry.files) {
			if (entry.undone.includes(path)) continue;
			const before = files.get(path) ?? { added: 0, removed: 0 };
			const { added, removed } = diff === null ? { added: 0, removed: 0 } : countLines(diff);
			files.delete(path);
			files.set(path, { added: before.added + added, removed: before.removed + removed });
		}
	}
	return [...files].map(([path, { added, removed }]) => {
		const name = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
		return `- ${line(name)}${added + removed === 0 ? '' : ` (+${added} −${removed})`}`;
	});
}

/** Lines that only one of the two has: what moved within the file counts for nothing. */
function countLines({ oldText, newText }: DiffContent): { readonly added: number; readonly removed: number } {
	const counts = new Map<string, number>();
	for (const text of (oldText ?? '').split('\n')) counts.set(text, (counts.get(text) ?? 0) + 1);
	let added = 0;
	for (const text of newText.split('\n')) {
		const left = counts.get(text) ?? 0;
		if (left === 0) added += 1;
		else counts.set(text, left - 1);
	}
	let removed = 0;
	for (const [text, left] of counts) if (oldText !== null || text !== '') removed += left;
	return { added, removed };
}

function failures(entries: readonly Entry[]): readonly string[] {
	return entries.flatMap((entry) => {
		if (entry.kind === 'tool' && entry.call.status === 'failed') return [`- ${line(entry.call.title)}`];
		if (entry.kind === 'turn-end' && entry.failure !== undefined) return [`- ${line(entry.failure.message)}`];
		return entry.kind === 'turn-end' && isCutOff(entry) ? [`- a turn was ${entry.reason}`] : [];
	});
}

function isCutOff({ reason }: TurnEndEntry): boolean {
	return reason === 'cancelled' || reason === 'max_tokens' || reason === 'max_turn_requests' || reason === 'refusal';
}

/** The last prompts with their answers, whole as far as there is room: the newest first gets it. */
function lastExchanges(entries: readonly Entry[], room: number): string {
	const turns: { readonly prompt: string; answer: string }[] = [];
	for (const entry of entries) {
		if (entry.kind === 'user') turns.push({ prompt: entry.text, answer: '' });
		const last = turns.at(-1);
		if (entry.kind !== 'message' || entry.parentId !== undefined || last === undefined) continue;
		last.answer = last.answer === '' ? entry.text : `${last.answer}\n\n${entry.text}`;
	}
	const told = turns.slice(-EXCHANGES);
	if (told.length === 0) return '';
	const share = Math.floor(room / (told.length * 2)) - 20;
	const parts = told.flatMap(({ prompt, answer }) => [
		`### The user\n${whole(prompt, share)}`,
		...(answer === '' ? [] : [`### You\n${whole(answer, share)}`]),
	]);
	return `## The last exchanges\n\n${parts.join('\n\n')}`;
}

/** Of a long text the beginning and the end: that is where it says what it is about, and what came of it. */
function whole(text: string, room: number): string {
	const clean = sanitizeText(text).trim();
	if (clean.length <= room) return clean;
	const half = Math.max(1, Math.floor(room / 2) - 4);
	return `${clip(clean, half)}\n…\n${clean.slice(-half)}`;
}
