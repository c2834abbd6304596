import type { Entry } from '../session/entries/entry.js';
import { eachEntry } from '../session/entries/entry-list.js';
import { openSteps } from '../session/plan/approved-plan.js';
import type { SessionState } from '../session/state.js';
import { clip } from '../text/clip.js';
import { sanitizeText } from '../text/sanitize.js';
import { changedFiles } from './summary/changed-files.js';
import { answersIn, decisionsIn, setbacksIn } from './summary/outcomes.js';
import { line } from './summary/summary-line.js';

const MOST_CHARS = 24_000;
const MOST_LINES = 40;
/** Share of the last exchanges, and their number. */
const EXCHANGES_SHARE = 0.6;
const EXCHANGES = 2;

export type BriefedSession = Pick<SessionState, 'entries' | 'plan' | 'title' | 'cwd'> &
	Partial<Pick<SessionState, 'changes' | 'task' | 'approvedPlan'>>;

type Section = { readonly title: string; readonly lines: readonly string[] };

/** Text for an agent that goes on with a session it knows nothing of; empty when the user never said anything. */
export function briefing(session: BriefedSession, maxChars = MOST_CHARS): string {
	const { entries, title, task } = session;
	const all = [...eachEntry(entries)];
	const prompts = all.filter((entry) => entry.kind === 'user');
	const [first] = prompts;
	if (first === undefined) return '';
	const exchanges = lastExchanges(all, Math.floor(maxChars * EXCHANGES_SHARE));
	const open = openSteps(session);
	const sections: readonly Section[] = [
		{ title: 'Goal', lines: goal(title, task?.goal ?? first.text) },
		{ title: 'What the user asked since', lines: prompts.slice(1).map(({ text }) => `- ${line(text)}`) },
		{ title: 'Decisions', lines: decisions(all) },
		{ title: 'Files that were changed', lines: files(session) },
		{ title: 'Open steps of the plan', lines: open.map(({ text, status }) => `- [${status}] ${line(text)}`) },
		{ title: 'What failed', lines: setbacksIn(all).map(({ title }) => `- ${line(title)}`) },
	];
	const texts = sections.filter(({ lines }) => lines.length > 0).map(sectionText);
	const head = clip([OPENING, ...texts].join('\n\n'), Math.max(0, maxChars - exchanges.length - 2));
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

function goal(title: string | null, prompt: string): readonly string[] {
	const words = clip(sanitizeText(prompt).trim(), 2000);
	const name = line(title ?? '');
	const isSaid = line(prompt).toLowerCase().startsWith(name.replace(/…$/, '').trimEnd().toLowerCase());
	return isSaid ? [words] : [name, words];
}

function decisions(entries: readonly Entry[]): readonly string[] {
	const decided = decisionsIn(entries).map(
		({ decision, title, because }) =>
			`- ${decision === 'approved' ? 'agreed' : 'refused'}: ${line(title)} (${line(because)})`,
	);
	const answered = answersIn(entries).map(({ question, lines }) => `- ${line([question, ...lines].join(' · '), 1000)}`);
	return [...decided, ...answered];
}

function files(session: BriefedSession): readonly string[] {
	return changedFiles(session).map(({ path, lines }) => {
		const size = lines === null || lines.added + lines.removed === 0 ? '' : ` (+${lines.added} −${lines.removed})`;
		return `- ${line(path)}${size}`;
	});
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
	const newest = turns.slice(-EXCHANGES);
	if (newest.length === 0) return '';
	const share = Math.floor(room / (newest.length * 2)) - 20;
	const parts = newest.flatMap(({ prompt, answer }) => [
		`### The user\n${whole(prompt, share)}`,
		...(answer === '' ? [] : [`### You\n${whole(answer, share)}`]),
	]);
	return `## The last exchanges\n\n${parts.join('\n\n')}`;
}

/** Cuts out the middle of a text: subject and outcome stand at its ends. */
function whole(text: string, room: number): string {
	const clean = sanitizeText(text).trim();
	if (clean.length <= room) return clean;
	const half = Math.max(1, Math.floor(room / 2) - 4);
	return `${clip(clean, half)}\n…\n${clean.slice(-half)}`;
}
