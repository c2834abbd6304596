import type { Usage } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import { resumeCommandLine } from '../core/resuming/resume-command.js';
import type { AgentSandbox } from '../core/sandbox/sandbox.js';
import { addCost, addEntries, noEarlierWork, workedSoFar } from '../core/session/entries/earlier-work.js';
import type { Entry } from '../core/session/entries/entry.js';
import { eachEntry, entryAt, findLastEntry } from '../core/session/entries/entry-list.js';
import { waitingAtEnd } from '../core/session/shadow/shadow-notes.js';
import type { EarlierWork, SessionState } from '../core/session/state.js';
import { counted } from '../core/text/counted.js';
import { formatDuration } from './duration.js';
import { type Line, plain, type Span, styled } from './line.js';
import { money } from './money.js';
import { lineWidth, wrapLine } from './spans.js';
import { oneLine, sentence, spokenTime } from './spoken-text.js';
import { shortDirectory, waitingCount } from './status/session-words.js';
import { statSpans, statsOf } from './transcript/tool/tool-diffs.js';

export type Leaving = {
	readonly session: SessionState;
	readonly now: number;
	readonly home: string;
	readonly logFile: string;
	/** Of the terminal: words are not cut at its edge. */
	readonly columns: number;
	/** Several were open: its title tells it from the others. */
	readonly isNamed?: boolean;
};

type Sum = { readonly files: number; readonly added: number; readonly removed: number };

type Facts = {
	/** Empty where the session needs no name. */
	readonly name: string;
	readonly agent: string;
	readonly prompts: number;
	readonly worked: number;
	readonly isCutShort: boolean;
	readonly changes: Sum;
	/** Cost, or how much the agent has read, where it says so. */
	readonly usage: string;
	/** Changes that wait in the agent's view of the workspace; empty when there are none. */
	readonly waiting: string;
	/** Why there is a log to read; empty when all went well. */
	readonly failure: string;
};

/**
 * One row left on the user's own screen, or two where it is narrow; a failure and what waits have rows of their own. Text
 * is sanitised.
 */
export function leavingLines(leaving: Leaving): readonly Line[] {
	const facts = factsOf(leaving);
	const width = Math.max(20, leaving.columns);
	const command = resumeCommand(leaving.session);
	// Whole, however wide the terminal is: it is there to be copied.
	const resume: Line = command === null ? [] : [plain(command)];
	const rowOf = (shown: Facts): Line => joined([...summaryOf(shown), resume].filter((part) => part.length > 0));
	// The least important facts are left out first.
	const row = [facts, { ...facts, worked: 0 }, { ...facts, worked: 0, usage: '' }]
		.map(rowOf)
		.find((each) => lineWidth(each) <= width);
	return [
		...(facts.failure === '' ? [] : wrapLine([plain(`${facts.failure} The log: ${logName(leaving)}`)], width)),
		...(facts.waiting === '' ? [] : [[plain(facts.waiting)]]),
		...(row === undefined ? [...wrapLine(joined(summaryOf(facts)), width), resume] : [row]),
	].filter((line) => line.length > 0);
}

function summaryOf({ name, agent, prompts, worked, isCutShort, changes, usage }: Facts): readonly Line[] {
	if (prompts === 0) return [];
	return [
		...(name === '' ? [] : [[plain(name)]]),
		[plain(agent)],
		[plain(counted(prompts, 'prompt'))],
		...(worked < 1000 ? [] : [[plain(formatDuration(worked))]]),
		...(isCutShort ? [[plain('interrupted')]] : []),
		...(changes.files === 0 ? [] : [changeSpans(changes)]),
		...(usage === '' ? [] : [[plain(usage)]]),
	];
}

export function joined(parts: readonly Line[]): Line {
	return parts.flatMap((part, index) => (index === 0 ? part : [styled(' · ', { dim: true }), ...part]));
}

export function leavingSentences(leaving: Leaving): readonly string[] {
	const facts = factsOf(leaving);
	const { files, added, removed } = facts.changes;
	const count = added + removed === 0 ? '' : `, ${counted(added, 'line')} added, ${removed} removed`;
	const said = [
		...(facts.prompts === 0
			? []
			: [
					`You left ${sentence(facts.name === '' ? facts.agent : `${facts.name} with ${facts.agent}`)}`,
					sentence(counted(facts.prompts, 'prompt')),
				]),
		...(facts.prompts === 0 || facts.worked < 1000 ? [] : [`It worked for ${spokenTime(facts.worked)}.`]),
		...(facts.isCutShort ? ['It was interrupted.'] : []),
		...(files === 0 ? [] : [`${counted(files, 'file')} changed${count}.`]),
		...(facts.prompts === 0 || facts.usage === '' ? [] : [sentence(facts.usage)]),
	].join(' ');
	const command = resumeCommand(leaving.session);
	return [
		said,
		facts.failure === '' ? '' : `${facts.failure} The log is ${logName(leaving)}`,
		facts.waiting,
		command === null ? '' : `Resume it with: ${command}`,
	].filter(Boolean);
}

/**
 * The command that goes on with the session, from any folder; null where nothing of it is kept, or nothing was said. Its
 * record knows the agent, apart from one that was given as a command line, and not what this run said of its sandbox; what
 * is in the environment is in no command.
 */
export function resumeCommand(session: SessionState): string | null {
	const { record, profile, earlier, entries } = session;
	if (record == null || addEntries(earlier ?? noEarlierWork, entries).prompts === 0) return null;
	const { isCommandLine, command, args } = profile.launch;
	return resumeCommandLine(record.id, {
		...(isCommandLine === true ? { agentCommand: [command, ...args] } : {}),
		...defined({
			sandbox: profile.isSandboxAsked === true ? profile.sandbox : sandboxOfWaiting(session),
			network: profile.isNetworkAsked === true ? profile.network : undefined,
		}),
	});
}

/** Sandbox that a resumed session needs to see its pending changes again. */
function sandboxOfWaiting(session: SessionState): AgentSandbox | undefined {
	const isWaiting = session.leftShadow !== undefined || (session.shadow !== undefined && waitingCount(session) > 0);
	return isWaiting ? 'shadow' : undefined;
}

export function factsOf({ session, now, isNamed = false }: Leaving): Facts {
	const { turn, usage } = session;
	const earlier = session.earlier ?? noEarlierWork;
	const { prompts, workedMs } = addEntries(earlier, session.entries);
	const worked = workedMs + workedSoFar(turn, now);
	return {
		name: isNamed ? oneLine(session.title ?? '', 60) : '',
		agent: oneLine(session.agent?.title ?? session.profile.launch.name, 60),
		prompts,
		worked,
		isCutShort: turn !== null,
		changes: changesOf(session),
		usage: usageOf(usage, addCost(earlier.cost, usage?.cost)),
		waiting: waitingOf(session),
		failure: failureOf(session),
	};
}

function waitingOf(session: SessionState): string {
	const { shadow, leftShadow } = session;
	const count = waitingCount(session);
	if (shadow !== undefined && count > 0) return waitingAtEnd(count, shadow.id);
	return leftShadow === undefined ? '' : waitingAtEnd(leftShadow.count, leftShadow.id);
}

/** Each file once; lines that cannot be counted for all of them are not counted at all. */
function changesOf({ entries, earlier, changes }: SessionState): Sum {
	const isUndone = (path: string): boolean => changes.sets.some((set) => set.undone.includes(path));
	const before = (earlier?.files ?? []).filter((path) => !isUndone(path));
	const paths = new Set<string>(before);
	let [added, removed] = [0, 0];
	// Of entries that are gone from the transcript only the files' names are known.
	let isKnown = before.length === 0;
	for (const entry of eachEntry(entries)) {
		if (entry.kind !== 'changes') continue;
		for (const file of entry.files) {
			if (entry.undone.includes(file.path)) continue;
			paths.add(file.path);
			const stats = file.diff && statsOf(file.diff);
			isKnown &&= stats !== null;
			added += stats?.added ?? 0;
			removed += stats?.removed ?? 0;
		}
	}
	return isKnown ? { files: paths.size, added, removed } : { files: paths.size, added: 0, removed: 0 };
}

export function changeSpans({ files, ...stats }: Sum): Span[] {
	return [plain(`${counted(files, 'file')} changed`), ...statSpans(stats)];
}

function usageOf(usage: Usage | null, cost: EarlierWork['cost']): string {
	if (cost !== null && cost.amount > 0) return money(cost);
	const used = usage?.used ?? 0;
	return used > 0 ? `${used.toLocaleString('en')} tokens in its context` : '';
}

function failureOf({ connection, entries }: SessionState): string {
	if (connection.phase === 'failed') return sentence(oneLine(connection.failure.message));
	if (connection.phase === 'exited' && !connection.exit.expected) return 'The agent ended by itself.';
	const last: Entry | undefined = entryAt(
		entries,
		findLastEntry(entries, (entry) => entry.kind === 'turn-end'),
	);
	return last?.kind === 'turn-end' && last.reason === 'failed' ? 'The last turn failed.' : '';
}

export function logName({ logFile, home }: Leaving): string {
	return shortDirectory(logFile, home);
}
