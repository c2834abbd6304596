import type { ListedStep } from '../../core/plan/plan-evidence.js';
import { modeLabel } from '../../core/policy/modes.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { parentIdOf } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt, findCall, LEAF } from '../../core/session/entries/entry-list.js';
import { modeInForce } from '../../core/session/modes/own-mode.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import { reviewedId } from '../../core/session/plan/reviewed-plan.js';
import { isWaitingToStart } from '../../core/session/recovery-state.js';
import { canOpenAgain } from '../../core/session/resuming/open-again.js';
import type { SessionState } from '../../core/session/state.js';
import { lineageOf } from '../../core/session/subagent-tree.js';
import { activeTime, isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { openFence } from '../../core/text/fences.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { oneLine, sentence, spokenTime } from '../spoken-text.js';
import { seenSteps } from '../transcript/entries/plan-entry.js';
import { toolTitle } from '../transcript/tool/tool-title.js';
import { type AnnouncedEntry, announceEntry, isSettled } from './entry-announcement.js';
import { spokenCalls } from './tool-announcement.js';

export type Announced = {
	readonly session: SessionState | null;
	/** Earlier entries have said everything; the last of them are remembered, should one be inserted. */
	readonly from: number;
	readonly entries: ReadonlyMap<string, AnnouncedEntry>;
};

/** Distance from the end within which an entry may still be inserted. */
const LOOK_BACK = 64;

export const nothingAnnounced: Announced = { session: null, from: 0, entries: new Map() };

export function announceSession(
	announced: Announced,
	session: SessionState,
): { readonly lines: readonly string[]; readonly announced: Announced } {
	const before = announced.session;
	if (before === session) return { lines: [], announced };
	const { entries } = session;
	// The transcript was cleared, or another session began.
	const isAnew = entries.size < announced.from;
	const readOut = new Map<string, AnnouncedEntry>();
	const lines: string[] = [];
	let from = isAnew ? 0 : announced.from;
	let isBegun = false;
	const usual = Math.max(0, from - LOOK_BACK);
	const first = isAnew ? usual : Math.min(usual, firstNew(before?.entries, entries, usual));
	// A sub-agent's step may be inserted far above: everything there was announced, even if it is not remembered.
	const above = first < usual && before !== null ? announcedFrom(before.entries, first) : null;
	for (let index = first; index < entries.size; index += 1) {
		const entry = entryAt(entries, index);
		if (entry === undefined) continue;
		const known = announced.entries.get(entry.id) ?? above?.get(entry.id) ?? null;
		const announcement = announceEntry(entry, known, session.cwd, wasAsked(entry, before));
		const isAnnounced = entry.kind === 'tool' && isAnnouncedAsSubagent(session, entry.call.id);
		if (!isAnnounced) lines.push(...withOwner(announcement.lines, entry, session));
		readOut.set(entry.id, announcement.announced);
		if (index < from) continue;
		if (!isBegun && isSettled(entry)) from = index + 1;
		else isBegun = true;
	}
	return {
		lines: [
			...connectionLines(before, session),
			...lines,
			...subagentLines(before, session),
			...modeLines(before, session),
			...planLines(before, session),
			...queueLines(before, session),
		],
		announced: { session, from, entries: readOut },
	};
}

/** The note keeps a plan that was read out when it was asked about. */
function wasAsked(entry: Entry, before: SessionState | null): boolean {
	if (entry.kind !== 'note' || entry.isPlan !== true || entry.presented !== undefined) return false;
	return before?.questions.some(({ id }) => entry.id === reviewedId(id)) === true;
}

function firstNew(before: EntryList | undefined, after: EntryList, most: number): number {
	if (before === undefined) return 0;
	const leaf = before.leaves.findIndex((one, index) => one !== after.leaves[index]);
	if (leaf < 0) return most;
	let index = leaf * LEAF;
	while (index < most && entryAt(before, index)?.id === entryAt(after, index)?.id) index += 1;
	return index;
}

function announcedFrom(list: EntryList, first: number): ReadonlyMap<string, AnnouncedEntry> {
	const announced = new Map<string, AnnouncedEntry>();
	for (let index = first; index < list.size; index += 1) {
		const entry = entryAt(list, index);
		if (entry === undefined) continue;
		const characters = entry.kind === 'message' ? entry.text.length : 0;
		announced.set(entry.id, {
			entry,
			characters,
			searched: characters,
			isBegun: entry.kind === 'message' && /\S/.test(entry.text),
			fence: entry.kind === 'message' ? openFence(sanitizeText(entry.text)) : undefined,
		});
	}
	return announced;
}

function withOwner(lines: readonly string[], entry: Entry, session: SessionState): readonly string[] {
	const parentId = parentIdOf(entry);
	const [first, ...rest] = lines;
	if (parentId === undefined || first === undefined) return lines;
	const parent = findCall(session, parentId);
	const name = parent === null ? '' : oneLine(toolTitle(parent, session.cwd), 60);
	return [`${name === '' ? 'Sub-agent' : `Sub-agent ${name}`}: ${first.replace(/^Agent: /, '')}`, ...rest];
}

function connectionLines(before: SessionState | null, after: SessionState): readonly string[] {
	const { connection, agent, profile } = after;
	if (isWaitingToStart(after))
		return before !== null && isWaitingToStart(before)
			? []
			: ['The agent is started again in a moment. Enter on an empty line starts it now, escape stops.'];
	const { reopening } = after;
	if (reopening?.wait !== undefined)
		return before?.reopening?.wait === reopening.wait
			? []
			: ['The session is asked for again in a moment. Enter on an empty line tries now, escape stops.'];
	if (before?.connection.phase === connection.phase) return [];
	const name = oneLine(agent?.title ?? profile.launch.name);
	switch (connection.phase) {
		case 'starting':
			return [`Starting ${sentence(name)}`];
		case 'opening':
			return after.resuming === undefined
				? []
				: [`Resuming the session with ${sentence(name)} Escape begins a new one.`];
		case 'ready':
			return [`${name} is ready.`];
		case 'failed':
			return [
				canOpenAgain(after)
					? 'No session is open. Enter on an empty line tries again.'
					: 'The agent did not start. Enter on an empty line, or /restart, tries again.',
			];
		case 'exited':
			return ['The agent quit. Enter on an empty line, or /restart, starts it again.'];
		// The ways to sign in are read out.
		case 'signed-out':
		case 'closed':
			return [];
	}
}

function modeLines(before: SessionState | null, after: SessionState): readonly string[] {
	if (before === null || modeInForce(before) === modeInForce(after)) return [];
	const { own, mode } = after.mode;
	return [`Mode: ${modeInForce(after)}${own === undefined || own.base !== mode ? '' : ` (${modeLabel(mode)})`}.`];
}

function planLines(before: SessionState | null, after: SessionState): readonly string[] {
	const [old, plan] = [before === null ? null : checklistOf(before), checklistOf(after)];
	if (plan === null || plan === old || plan.length === 0) return [];
	const seen = seenSteps(plan);
	if (seen !== null) return seenLines(old ?? [], plan);
	const done = plan.filter((step) => step.status === 'completed').length;
	const changed = plan.flatMap((step, index) => {
		const was = old?.[index];
		if (was !== undefined && was.text === step.text && was.status === step.status) return [];
		return [`${index + 1}. ${STEP_WORDS[step.status]}: ${sentence(oneLine(step.text))}`];
	});
	return changed.length === 0 ? [] : [`Plan, ${done} of ${plan.length} done.`, ...changed];
}

const STEP_WORDS = { pending: 'to do', in_progress: 'in progress', completed: 'done' } as const;

/** The approved plan was read out in its review: what was seen of its steps since. */
function seenLines(old: readonly ListedStep[], plan: readonly ListedStep[]): readonly string[] {
	return plan.flatMap(({ text, seen = '' }, index) =>
		seen === '' || seen === old[index]?.seen
			? []
			: [`Step of the plan, ${oneLine(text, 100).replace(/\.$/, '')}: ${sentence(oneLine(seen))}`],
	);
}

function queueLines(before: SessionState | null, { queue, isQueuePaused }: SessionState): readonly string[] {
	const known = new Set(before?.queue.map((prompt) => prompt.id) ?? []);
	const added = queue
		.filter((prompt) => !known.has(prompt.id))
		.map((prompt) => `Queued: ${sentence(oneLine(prompt.text))}`);
	const isPausedNow = isQueuePaused && before?.isQueuePaused !== true && queue.length > 0;
	return [...added, ...(isPausedNow ? [`${queue.length} on hold. Enter on an empty line sends the next.`] : [])];
}

/** Announces sub-agents that began, wait, work again or ended; none of those known from the start. */
function subagentLines(before: SessionState | null, after: SessionState): readonly string[] {
	if (before === null || after.subagents === undefined || before.subagents === after.subagents) return [];
	const known = before.subagents;
	return [...after.subagents.values()].flatMap((subagent) => {
		const was = known?.get(subagent.id);
		return was === subagent ? [] : changeLines(was, subagent, after);
	});
}

function isAnnouncedAsSubagent({ subagents }: SessionState, callId: string): boolean {
	if (subagents === undefined) return false;
	for (const { source, cardId } of subagents.values()) if (cardId === callId) return source === 'session';
	return false;
}

function changeLines(was: Subagent | undefined, now: Subagent, session: SessionState): readonly string[] {
	if (was?.status === now.status) return [];
	const name = sentence(nameOf(now, session));
	if (now.status === 'waiting') return [`Sub-agent waits for you: ${name}`];
	// Its call says how it began and ended.
	if (now.source === 'toolCall') return [];
	if (was === undefined || !isKnown(was)) return isAtWork(now) ? [`Sub-agent started: ${name}`] : [];
	if (now.status === 'running') return was.status === 'waiting' ? [] : [`Sub-agent works again: ${name}`];
	const calls = now.toolCalls > 0 ? [spokenCalls({ calls: now.toolCalls, failed: 0 })] : [];
	return [`${ENDED[now.status] ?? 'Sub-agent finished'}: ${name}${more(now)}`, ...calls];
}

/** An agent may announce a sub-agent before it works. */
function isKnown({ status, activeMs }: Subagent): boolean {
	return (status !== 'idle' && status !== 'unknown') || activeMs > 0;
}

const ENDED: Readonly<Partial<Record<Subagent['status'], string>>> = {
	failed: 'Sub-agent failed',
	cancelled: 'Sub-agent stopped',
	idle: 'Sub-agent is idle',
	unknown: 'What became of a sub-agent is not known',
};

function more(subagent: Subagent): string {
	const { status, reported } = subagent;
	if (status === 'failed') return ` ${sentence(oneLine(reported?.error ?? '', 300))}`.trimEnd();
	const took = activeTime(subagent, subagent.changedAt);
	return ENDED[status] !== undefined || took < 1000 ? '' : ` ${spokenTime(took)}.`;
}

function nameOf({ id, title }: Subagent, session: SessionState): string {
	const parent = lineageOf(session, id).at(-2)?.title;
	const name = oneLine(title, 60);
	return parent === undefined ? name : `${name}, of ${oneLine(parent, 40)}`;
}
