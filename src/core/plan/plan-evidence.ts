import type { PlanStep } from '../agent-info.js';
import { withoutMarks } from '../text/inline-marks.js';
import { planSteps } from '../text/plan-steps.js';
import { type Names, namesCommand, namesFile, namesIn } from './plan-names.js';

/** Evidence of a file or a command. `held`: changed in a shadow alone. */
export type SeenKind = 'changed' | 'added' | 'deleted' | 'held' | 'read' | 'searched' | 'ran' | 'failed';
export type Seen = { readonly kind: SeenKind; readonly name: string };

type ApprovedStep = {
	/** First line of it. */
	readonly text: string;
	readonly number: number;
	readonly names: Names;
	readonly seen: readonly Seen[];
};

/** A plan that the user approved, with what was seen since. It says of no step that it is done. */
export type ApprovedPlan = {
	/** As the agent presented it, and as it was approved. */
	readonly presented: string;
	readonly text: string;
	readonly steps: readonly ApprovedStep[];
	readonly names: Names;
	/**
	 * Absolute paths of the plan's files: those that the request names, and those that the agent wrote while planning.
	 */
	readonly files: readonly string[];
	/** Ms since the epoch. */
	readonly since: number;
	/** Files that changed since, the newest last. */
	readonly changed: readonly Seen[];
	/** Stands as the checklist: the agent has sent no plan of its own since. */
	readonly isListed: boolean;
	/** Waits to be compared with what was done, at the turn's end. */
	readonly isDue: boolean;
	/** Words of the last comparison. */
	readonly announced?: string;
};

const MOST_SEEN = 50;
const MOST_CHANGED = 500;
const IN_FILES: Readonly<Partial<Record<SeenKind, number>>> = {
	read: 1,
	searched: 1,
	held: 2,
	changed: 2,
	added: 2,
	deleted: 2,
};

export function isChange(kind: SeenKind): boolean {
	return IN_FILES[kind] === 2;
}

const STRUCK = /^~~.*~~$/;

/** Null where the plan has no steps to compare. */
export function approvedPlan(parts: Pick<ApprovedPlan, 'presented' | 'text' | 'files' | 'since'>): ApprovedPlan | null {
	const steps = planSteps(parts.text).flatMap(({ text }, at) => {
		const [first = ''] = text.split('\n', 1);
		if (STRUCK.test(first)) return [];
		return [{ text: withoutMarks(first), number: at + 1, names: namesIn(text), seen: [] }];
	});
	if (steps.length === 0) return null;
	return {
		...parts,
		steps,
		names: namesIn(parts.text.replaceAll(/~~[^\n]*~~/g, '')),
		changed: [],
		isListed: true,
		isDue: true,
	};
}

/** The plan with what was seen. `during`: steps of the agent's own plan that were worked on. */
export function withSeen(plan: ApprovedPlan, seen: Seen, during: readonly string[] = []): ApprovedPlan {
	const isFile = IN_FILES[seen.kind] !== undefined;
	const steps = plan.steps.map((step) => {
		const isNamed = isFile ? namesFile(step.names, seen.name) : namesCommand(step.names, seen.name);
		if (!isNamed && !during.some((text) => isSameStep(text, step.text))) return step;
		const next = added(step.seen, seen, MOST_SEEN);
		return next === step.seen ? step : { ...step, seen: next };
	});
	const changed = isChange(seen.kind) ? added(plan.changed, seen, MOST_CHANGED) : plan.changed;
	const isSame = changed === plan.changed && steps.every((step, at) => step === plan.steps[at]);
	return isSame ? plan : { ...plan, steps, changed };
}

/** One word for each file and command: the last, but a file that is new stays that, and a change counts for more. */
function added(known: readonly Seen[], seen: Seen, most: number): readonly Seen[] {
	const before = known.find(
		({ name, kind }) => name === seen.name && (IN_FILES[kind] === undefined) === (IN_FILES[seen.kind] === undefined),
	);
	if (before === undefined) return known.length >= most ? known : [...known, seen];
	const isLess = (IN_FILES[before.kind] ?? 0) > (IN_FILES[seen.kind] ?? 0);
	if (isLess || before.kind === seen.kind || (before.kind === 'added' && seen.kind === 'changed')) return known;
	return known.map((each) => (each === before ? seen : each));
}

/** The plan without changes of these files, which were taken back. */
export function withoutChanges(plan: ApprovedPlan, paths: readonly string[]): ApprovedPlan {
	const rest = (seen: readonly Seen[]) => seen.filter(({ kind, name }) => !isChange(kind) || !paths.includes(name));
	return {
		...plan,
		changed: rest(plan.changed),
		steps: plan.steps.map((step) => ({ ...step, seen: rest(step.seen) })),
	};
}

const LEAST_PART = 12;

/** Whether two texts are the same step, in whatever marks, case and punctuation; one may be a part of the other. */
export function isSameStep(one: string, other: string): boolean {
	const [short = '', long = ''] = [one, other]
		.map((text) =>
			text
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
				.trim(),
		)
		.toSorted((first, second) => first.length - second.length);
	return short !== '' && (short === long || (short.length >= LEAST_PART && ` ${long} `.includes(` ${short} `)));
}

/** Approved steps and what was seen; `own`: the agent's own plan. */
export type Comparison = {
	/** Steps of which nothing was seen; `isClaimed`: the agent says that they are completed. */
	readonly unseen: readonly { readonly text: string; readonly number: number; readonly isClaimed: boolean }[];
	/** Changed files that nothing in the plan names. */
	readonly unnamed: readonly string[];
	/** Number of further steps that name nothing that could be looked for. */
	readonly vague: number;
};

export function comparePlan(plan: ApprovedPlan, own: readonly PlanStep[] | null): Comparison {
	const { steps, changed, names, files } = plan;
	const open = steps.filter(({ seen }) => seen.length === 0);
	const isIdle = changed.length === 0 && open.length === steps.length;
	const unseen = open.filter((step) => isIdle || step.names.isCertain);
	const isInPlan = ({ name }: Seen): boolean =>
		namesFile(names, name) ||
		files.some((file) => file === name || file.endsWith(`/${name}`)) ||
		steps.some(({ seen }) => seen.some((each) => each.name === name && isChange(each.kind)));
	const claimed = (own ?? []).filter(({ status }) => status === 'completed');
	return {
		unseen: unseen.map(({ text, number }) => ({
			...{ text, number },
			isClaimed: claimed.some((step) => isSameStep(step.text, text)),
		})),
		// A plan that names no file leaves it to the agent which ones it changes.
		unnamed: names.paths.length === 0 ? [] : changed.filter((each) => !isInPlan(each)).map(({ name }) => name),
		vague: open.length - unseen.length,
	};
}

/** A step of the checklist; `seen`: of an approved plan, what was seen of it, empty for nothing. */
export type ListedStep = PlanStep & { readonly seen?: string };

export function listedSteps({ steps }: ApprovedPlan): readonly ListedStep[] {
	return steps.map(({ text, seen }) => ({ text, priority: 'medium', status: 'pending', seen: seenWords(seen) }));
}

const WORDS: Readonly<Record<SeenKind, string>> = {
	added: 'created',
	changed: 'changed',
	deleted: 'deleted',
	held: 'changed in the shadow',
	read: 'read',
	searched: 'searched',
	ran: 'ran',
	failed: 'failed',
};
const MOST_NAMED = 3;

/** `a.ts, b.ts changed · npm test ran` */
function seenWords(seen: readonly Seen[]): string {
	return Object.entries(WORDS)
		.flatMap(([kind, word]) => {
			const names = seen.filter((each) => each.kind === kind).map(({ name }) => name);
			if (names.length === 0) return [];
			const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
			return [`${names.slice(0, MOST_NAMED).join(', ')}${more} ${word}`];
		})
		.join(' · ');
}
