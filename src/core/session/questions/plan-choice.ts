import { markOf, planSteps } from '../../text/plan-steps.js';
import { PLAN_APPROVED } from '../session-messages.js';

type StepDecision = 'take' | 'strike' | { readonly changed: string };

export type StepChoice = { readonly text: string; readonly decision: StepDecision; readonly note: string };

/** Decisions on the steps of a plan; all are taken until something else is said. */
export type PlanStepChoices = {
	readonly steps: readonly StepChoice[];
	/** Words on the plan as a whole; empty for none. */
	readonly note: string;
	/** Steps that are not struck. */
	readonly taken: number;
	/** Steps with other words, and notes. */
	readonly changed: number;
	readonly notes: number;
	/** Words for the agent about each step that is not as it was; empty where all are. */
	readonly words: string;
};

/** The choice with what comes of it: the review of the plan shows that in every frame. */
function counted(decided: Pick<PlanStepChoices, 'steps' | 'note'>): PlanStepChoices {
	const taken = decided.steps.filter(({ decision }) => decision !== 'strike').length;
	const changed = decided.steps.filter(({ decision }) => typeof decision === 'object').length;
	const notes = [decided.note, ...decided.steps.map(({ note }) => note)].filter((note) => note !== '').length;
	return { ...decided, taken, changed, notes, words: planWords(decided) };
}

/** Null where the plan has no separate steps. */
export function planStepChoices(plan: string): PlanStepChoices | null {
	const steps = planSteps(plan).map(({ text }) => ({ text, decision: 'take' as const, note: '' }));
	return steps.length === 0 ? null : counted({ steps, note: '' });
}

export function withStep(choice: PlanStepChoices, at: number, change: Partial<StepChoice>): PlanStepChoices {
	return counted({
		...choice,
		steps: choice.steps.map((step, index) => (index === at ? { ...step, ...change } : step)),
	});
}

export function withPlanNote(choice: PlanStepChoices, note: string): PlanStepChoices {
	return counted({ ...choice, note });
}

function planWords({ steps, note }: Pick<PlanStepChoices, 'steps' | 'note'>): string {
	const parts = steps.flatMap(({ text, decision, note: own }, at): string[] => {
		const said = [
			...(decision === 'strike' ? [REPLY_WORDS.struck] : []),
			...(typeof decision === 'object' ? [REPLY_WORDS.changed(decision.changed)] : []),
			...(own === '' ? [] : [REPLY_WORDS.note(own)]),
		];
		return said.length === 0 ? [] : [`${REPLY_WORDS.step(at + 1, quoted(text))}\n${said.join('\n')}`];
	});
	return [...parts, ...(note === '' ? [] : [REPLY_WORDS.whole(note)])].join('\n\n');
}

/** Edits of a plan by the user before they answered it. */
export type PlanEdits = {
	readonly edited?: string | undefined;
	/** Decisions on the steps, of the edited plan where there is one. */
	readonly choice?: PlanStepChoices | undefined;
};

/** Words for the agent that go with an answer to its plan, those that were typed last; empty: there are none. */
export function planReply(
	isApproved: boolean,
	{ edited, choice }: PlanEdits,
	{ typed = '', isStart = false }: { readonly typed?: string; readonly isStart?: boolean } = {},
): string {
	const opening = isApproved ? REPLY_WORDS.approved : REPLY_WORDS.kept;
	const words = choice?.words ?? '';
	const parts = [
		...(edited === undefined ? [] : [opening.edited, edited.trim()]),
		...(words === '' ? [] : [edited === undefined ? opening.steps : REPLY_WORDS.besides, words]),
		...(typed === '' ? [] : [typed]),
	];
	return (parts.length > 0 && isApproved && isStart ? [PLAN_APPROVED, ...parts] : parts).join('\n\n');
}

/** The plan with the user's edits and decisions; undefined without any. */
export function editedPlan(plan: string, { edited, choice }: PlanEdits): string | undefined {
	return choice === undefined || choice.words === '' ? edited : withSteps(edited ?? plan, choice);
}

/** The plan with struck steps struck through, changed ones replaced, and notes below theirs. */
function withSteps(plan: string, { steps, note }: PlanStepChoices): string {
	const lines = plan.replaceAll('\r\n', '\n').split('\n');
	// Edited from the last step on, so that the lines of earlier steps keep their numbers.
	for (const [at, place] of [...planSteps(plan).entries()].reverse()) {
		const step = steps[at];
		if (step === undefined) continue;
		const now = lines.slice(place.line, place.line + place.lines);
		lines.splice(place.line, place.lines, ...stepLines(now, step));
	}
	return note === '' ? lines.join('\n') : `${lines.join('\n').trimEnd()}\n\n${REPLY_WORDS.whole(note)}\n`;
}

function stepLines(lines: readonly string[], { text, decision, note }: StepChoice): readonly string[] {
	const mark = markOf(lines[0] ?? '');
	// An indentation as wide as the heading's mark would make it code.
	const indent = mark.startsWith('#') ? '' : ' '.repeat(mark.length);
	const [first = ''] = text.split('\n', 1);
	const now =
		decision === 'take'
			? lines
			: [`${mark}${decision === 'strike' ? `~~${first.replaceAll('~~', '')}~~` : decision.changed}`];
	return note === '' ? now : [...now, '', `${indent}${REPLY_WORDS.note(note)}`];
}

const MOST_QUOTED = 600;

function quoted(text: string): string {
	const short = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
	return short
		.split('\n')
		.map((line) => `> ${line}`)
		.join('\n');
}

/** Parts of the answer to a plan, as the agent reads them. */
export const REPLY_WORDS = {
	approved: {
		steps: 'I approved the plan with these changes:',
		edited: 'I approved the plan as I edited it. Follow this version:',
	},
	kept: { steps: 'Change the plan as follows:', edited: 'Change the plan to this version of mine:' },
	besides: 'With these changes:',
	step: (number: number, quote: string): string => `Step ${number}:\n${quote}`,
	struck: 'Leave this step out.',
	changed: (text: string): string => `Do this instead: ${text}`,
	note: (text: string): string => `Note: ${text}`,
	whole: (text: string): string => `For the whole plan: ${text}`,
} as const;
