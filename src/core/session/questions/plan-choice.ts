import { planSteps } from '../../text/plan-steps.js';

type StepDecision = 'take' | 'strike' | { readonly changed: string };

export type StepChoice = { readonly text: string; readonly decision: StepDecision; readonly note: string };

/** Decisions on the steps of a plan; all are taken until something else is said. */
export type PlanStepChoices = {
	readonly steps: readonly StepChoice[];
	/** Words on the plan as a whole; empty for none. */
	readonly note: string;
	/** Steps that are not struck. */
	readonly taken: number;
	/** Words for the agent about each step that is not as it was; empty where all are. */
	readonly words: string;
};

/** The choice with what comes of it: the review of the plan shows that in every frame. */
function counted(decided: Pick<PlanStepChoices, 'steps' | 'note'>): PlanStepChoices {
	const taken = decided.steps.filter(({ decision }) => decision !== 'strike').length;
	return { ...decided, taken, words: planWords(decided) };
}

/** Null where the plan has no steps that could be told apart. */
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
			...(decision === 'strike' ? [TOLD.struck] : []),
			...(typeof decision === 'object' ? [TOLD.changed(decision.changed)] : []),
			...(own === '' ? [] : [TOLD.note(own)]),
		];
		return said.length === 0 ? [] : [`${TOLD.step(at + 1, quoted(text))}\n${said.join('\n')}`];
	});
	return [...parts, ...(note === '' ? [] : [TOLD.whole(note)])].join('\n\n');
}

const MOST_QUOTED = 600;

function quoted(text: string): string {
	const short = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
	return short
		.split('\n')
		.map((line) => `> ${line}`)
		.join('\n');
}

/** Words for the agent. */
export const TOLD = {
	step: (number: number, quote: string): string => `Step ${number}:\n${quote}`,
	struck: 'Leave this step out.',
	changed: (text: string): string => `Do this instead: ${text}`,
	note: (text: string): string => `Note: ${text}`,
	whole: (text: string): string => `For the whole plan: ${text}`,
} as const;
