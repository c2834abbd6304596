import type { ChangedFile } from '../../changes.js';
import { commandOfCall } from '../../command-title.js';
import type { AppEvent } from '../../event.js';
import {
	type ApprovedPlan,
	approvedPlan,
	comparePlan,
	isChange,
	type ListedStep,
	listedSteps,
	type Seen,
	type SeenKind,
	withoutChanges,
	withSeen,
} from '../../plan/plan-evidence.js';
import { isPlanFileName } from '../../plan/plan-file.js';
import { absolutePath, relativeTo } from '../../policy/file-name.js';
import { REVIEW_SET } from '../../review/review-sets.js';
import { clip } from '../../text/clip.js';
import { counted } from '../../text/counted.js';
import { isOpenCall, type ToolCall } from '../../tool-call.js';
import { weakMemo } from '../../weak-memo.js';
import { named } from '../changes/reduce-changes.js';
import { append, appendBeforeTurn } from '../entries/append.js';
import { entryAt, findCall } from '../entries/entry-list.js';
import type { PlanQuestion } from '../question.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

const listed = weakMemo(listedSteps);

/** The checklist: the approved plan until the agent sends one of its own. */
export function checklistOf({
	approvedPlan: approved,
	plan,
}: Pick<SessionState, 'approvedPlan' | 'plan'>): readonly ListedStep[] | null {
	return approved?.isListed === true ? listed(approved) : plan;
}

/** Steps of the checklist that nobody said are completed, with what was seen of them. */
export function openSteps(session: Pick<SessionState, 'approvedPlan' | 'plan'>): readonly ListedStep[] {
	return (checklistOf(session) ?? [])
		.filter(({ status }) => status !== 'completed')
		.map((step) =>
			step.seen === undefined || step.seen === '' ? step : { ...step, text: `${step.text} (${step.seen})` },
		);
}

/** Makes the plan the checklist; one without steps leaves the one before. */
export function withApprovedPlan(
	state: SessionState,
	question: PlanQuestion,
	edited: string | undefined,
	at: number,
): SessionState {
	const { plan: presented, planPath } = question;
	const text = edited ?? presented;
	const files = new Set([...(planPath === undefined ? [] : [planPath]), ...plansWritten(state)]);
	const approved = approvedPlan({ presented, text, files: [...files], since: at });
	return approved === null
		? { ...state, approvedPlan: undefined }
		: { ...state, approvedPlan: approved, planHalt: null };
}

/** Entries that are searched for plans that the agent wrote. */
const LOOK_BACK = 300;
const MOST_FILES = 20;

/** Files that the last calls wrote, and that are plans by their name. */
export function plansWritten({ entries }: SessionState): readonly string[] {
	const found = new Set<string>();
	for (let at = Math.max(0, entries.size - LOOK_BACK); at < entries.size; at += 1) {
		const entry = entryAt(entries, at);
		if (entry?.kind === 'user' && entry.isSteered !== true) found.clear();
		if (entry?.kind !== 'tool' || entry.call.status !== 'completed') continue;
		for (const { kind, name } of filesOf(entry.call)) if (isChange(kind) && isPlanFileName(name)) found.add(name);
	}
	return [...found].slice(0, MOST_FILES);
}

const KINDS: Readonly<Partial<Record<ToolCall['kind'], SeenKind>>> = {
	read: 'read',
	search: 'searched',
	edit: 'changed',
	move: 'changed',
	delete: 'deleted',
};

/** Files of a tool call, each with how it was used. */
function filesOf({ kind, content, locations, shadowed }: ToolCall): readonly Seen[] {
	const isHeld = shadowed?.some(({ fate }) => fate !== 'applied') === true;
	const held = (seen: SeenKind): SeenKind => (isHeld && isChange(seen) ? 'held' : seen);
	const diffs = content.flatMap((item): Seen[] =>
		item.type === 'diff' ? [{ kind: held(item.oldText === null ? 'added' : 'changed'), name: item.path }] : [],
	);
	const does = KINDS[kind];
	if (diffs.length > 0 || does === undefined) return diffs;
	return locations.map(({ path }) => ({ kind: held(does), name: path }));
}

/** Evidence of a call that ended, with files relative to the workspace. */
function seenIn(call: ToolCall, cwd: string): readonly Seen[] {
	if (isOpenCall(call) || call.status === 'cancelled' || call.verdict?.decision === 'denied') return [];
	if (call.kind === 'execute') {
		const name = commandOfCall(call);
		return name === ''
			? []
			: [{ kind: call.status === 'failed' || call.result?.hasFailed === true ? 'failed' : 'ran', name }];
	}
	if (call.status === 'failed') return [];
	return filesOf(call).map(({ kind, name }) => ({ kind, name: relativeTo(cwd, name) }));
}

/** The state after an event, with what it says of the approved plan. */
export function followPlan(state: SessionState, event: AppEvent): SessionState {
	const { approvedPlan: plan } = state;
	if (plan === undefined) return state;
	switch (event.type) {
		case 'plan':
			return state.plan === null ? state : { ...state, approvedPlan: { ...plan, isListed: false } };
		case 'tool': {
			const call = findCall(state, event.patch.id);
			return call === null || call.startedAt < plan.since ? state : see(state, plan, seenIn(call, state.cwd));
		}
		case 'part-taken': {
			// No change of the file is left.
			const isGone = event.taken === 0 && event.how !== 'rejected' && event.how !== 'not-taken-back';
			return isGone ? { ...state, approvedPlan: withoutChanges(plan, [relativeTo(state.cwd, event.path)]) } : state;
		}
		case 'turn-changes':
			// The user's own take-back is no work on it.
			if (event.set.id.startsWith(REVIEW_SET)) return state;
			return see(state, plan, event.set.files.map(seenOf));
		case 'files-restored': {
			const { report, setId } = event;
			if (event.direction === 'undo') return { ...state, approvedPlan: withoutChanges(plan, report.restored) };
			const files = state.changes.sets.find(({ id }) => id === setId)?.files ?? [];
			const redone = files.filter(({ path }) => report.restored.includes(path));
			return see(state, plan, redone.map(seenOf));
		}
		default:
			return state;
	}
}

function seenOf({ kind, path }: ChangedFile): Seen {
	return { kind: kind === 'modified' ? 'changed' : kind, name: path };
}

function see(state: SessionState, plan: ApprovedPlan, seen: readonly Seen[]): SessionState {
	const during = plan.isListed
		? []
		: (state.plan ?? []).filter(({ status }) => status === 'in_progress').map(({ text }) => text);
	const next = seen.reduce((known, each) => withSeen(known, each, during), plan);
	if (next === plan) return state;
	// The agent works on the plan again.
	const planHalt = plan.isListed && state.turn !== null && state.turn.cancelledAt === undefined ? null : state.planHalt;
	return { ...state, approvedPlan: next, planHalt };
}

/** Has the plan compared with what was done once its turn has ended by itself, and nothing follows at once. */
export function comparePlanLater(state: SessionState, turnId: string): Step {
	const { approvedPlan: plan, turn } = state;
	if (plan?.isDue !== true || turn !== null) return only(state);
	const written = plan.changed
		.filter(({ kind, name }) => kind !== 'deleted' && isPlanFileName(name))
		.map(({ name }) => name);
	const others = written.map((name) => absolutePath(state.cwd, name));
	const files = [...new Set([...plan.files, ...others])].slice(0, MOST_FILES);
	return withEffects(state, { type: 'compare-plan', turnId, files, reviewed: [plan.presented, plan.text] });
}

const MOST_NAMED = 8;
const MOST_CHARS = 120;

/** Lists in one entry what does not match; without anything there is none. */
export function reducePlanCompared(
	state: SessionState,
	{ differing }: Extract<AppEvent, { readonly type: 'plan-compared' }>,
	at: number,
): SessionState {
	const { approvedPlan: plan } = state;
	if (plan?.isDue !== true) return state;
	const { unseen, unnamed, vague } = comparePlan(plan, plan.isListed ? null : state.plan);
	const others = unnamed.filter((name) => !isPlanFileName(name));
	const isOver = unseen.length === 0 && vague === 0;
	const wasIdle = plan.changed.length === 0 && plan.steps.every(({ seen }) => seen.length === 0);
	// Nothing was done of it yet: the next turn may begin.
	const next: ApprovedPlan = { ...plan, isDue: wasIdle, isListed: plan.isListed && !isOver };
	const compared: SessionState = { ...state, approvedPlan: next };
	if (unseen.length === 0 && others.length === 0 && differing.length === 0) return compared;
	const more = unseen.length - MOST_NAMED;
	const parts = [
		...(unseen.length === 0 ? [] : [`nothing seen for ${counted(unseen.length, 'step')}`]),
		...(others.length === 0 ? [] : [`${counted(others.length, 'changed file')} that it does not name`]),
	];
	const title = parts.length === 0 ? 'The approved plan and its file differ' : `Approved plan: ${parts.join(', ')}`;
	const lines = [
		...unseen.slice(0, MOST_NAMED).map(({ number, text, isClaimed }) => {
			const claim = isClaimed ? ' (completed, the agent says)' : '';
			return `Nothing seen for ${number}. ${clip(text, MOST_CHARS)}${claim}`;
		}),
		...(more > 0 ? [`and ${more} more`] : []),
		...(others.length === 0 ? [] : [`Not in the plan: ${named(others, MOST_NAMED)}`]),
		...differing.map((path) => `${relativeTo(state.cwd, path)} says something else than the plan that you reviewed`),
		...(vague === 0
			? []
			: [vague === 1 ? '1 step names no file or command' : `${vague} steps name no file or command`]),
	];
	const detail = lines.join('\n');
	const announced = `${title}\n${detail}`;
	// Every turn without work on it would say the same again.
	if (announced === plan.announced) return compared;
	const add = state.turn === null ? append : appendBeforeTurn;
	const entry = { kind: 'note', at, level: 'info', from: 'client', title, detail } as const;
	return add({ ...compared, approvedPlan: { ...next, announced } }, entry);
}
