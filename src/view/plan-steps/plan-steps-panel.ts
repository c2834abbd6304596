import {
	type PlanStepChoices,
	planStepChoices,
	REPLY_WORDS,
	type StepChoice,
	withPlanNote,
	withStep,
} from '../../core/session/questions/plan-choice.js';
import { withoutMarks } from '../../core/text/inline-marks.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { type Role, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import { openPage, openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import { isCurrent, stashEdits } from '../questions/follow-question.js';
import { stepsTaken } from '../questions/questions-messages.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep } from '../state/ui-step.js';

const TITLE = 'Steps of the plan';
const NO_STEPS = 'This plan has no list of steps: write what should change';
const HOW = 'y takes, n strikes a step; nothing is answered here';
const WHOLE = 'The plan as a whole';
const ACTIONS = {
	take: 'take',
	strike: 'strike',
	change: 'change',
	note: 'note',
	done: 'done',
	keep: 'keep it',
} as const;
const NOT_WHOLE = 'Only a note goes with the whole plan: c writes one';
const SIGNS = { take: '✓', strike: '✗', changed: '✎' } as const;
const DECIDED = { take: 'taken', strike: 'struck', changed: 'changed' } as const;
const CHANGE = { title: 'Change this step', label: 'Step: ', hint: 'enter keeps it, esc goes back' } as const;
const NOTE = { title: 'A note on this step', label: 'Note: ', hint: 'enter keeps it, esc goes back' } as const;

/** `at`: the place of the step; -1: the plan as a whole. */
type Row = PanelRow & { readonly at: number };

/** Opens the steps of the plan that is reviewed. */
export function open(context: ScreenContext): UiStep {
	const ui: UiState = { ...context.ui, panel: { kind: 'none' } };
	const choice = choiceIn(context) ?? choiceOf(context);
	if (choice === null || ui.question === null) return show(toast(ui, NO_STEPS, context.now));
	const begun = { ...ui, question: { ...ui.question, plan: choice } };
	return show(openPanel({ ...context, ui: begun }, stepsPanel, null));
}

/** Keeps the plan that came out of the editor; null: it was not edited. Steps are decided on anew in another text. */
export function openEdited({ ui, session }: ScreenContext, edited: string | null): UiStep {
	const closed: UiState = { ...ui, panel: { kind: 'none' } };
	const [question] = session.questions;
	const view = ui.question;
	if (edited === null) return show(closed);
	if (view === null || question?.kind !== 'exit-plan' || !isCurrent(view, question))
		return show(stashEdits(closed, edited));
	if (edited === (view.edited ?? question.plan)) return show(closed);
	const { plan: _plan, edited: _edited, ...rest } = view;
	const isEdited = edited.trim() !== '' && edited.trim() !== question.plan.trim();
	return show({ ...closed, question: { ...rest, scroll: 0, ...(isEdited ? { edited } : {}) } });
}

/** The choice so far; null where the review in front is another one, or of another plan, than it was made for. */
function choiceIn({ session, ui }: ScreenContext): PlanStepChoices | null {
	const [question] = session.questions;
	return question?.kind === 'exit-plan' && isCurrent(ui.question, question) ? (ui.question.plan ?? null) : null;
}

function choiceOf({ session, ui }: ScreenContext): PlanStepChoices | null {
	const [question] = session.questions;
	return question?.kind === 'exit-plan' && isCurrent(ui.question, question)
		? planStepChoices(ui.question?.edited ?? question.plan)
		: null;
}

const stepsPanel: PanelKind = {
	name: 'plan-steps',
	keys: 'plan-steps',
	coversDraft: true,
	panel(context) {
		const choice = choiceIn(context);
		if (choice === null) return null;
		const { steps, note } = choice;
		return panelOf<null, Row>({
			title: TITLE,
			titleNote: stepsTaken(choice),
			rows: [
				...steps.map(rowOf),
				{ id: 'plan', at: -1, label: WHOLE, detail: sanitizeLine(note), signs: [styled('  ', {})] },
			],
			reading: {
				head: () => [],
				lines: ({ at }, width) => stepLines(steps[at], note, width),
				count: ({ at }) => (steps[at]?.text.split('\n').length ?? 0) + 2,
			},
			actions: (row) => (row === undefined ? [] : actionsOf(row, choice)),
			spoken: { how: HOW },
		});
	},
};
const COLORS: Readonly<Record<keyof typeof SIGNS, Role>> = { take: 'added', strike: 'removed', changed: 'info' };

function rowOf(step: StepChoice, at: number): Row {
	const look = typeof step.decision === 'object' ? 'changed' : step.decision;
	const words = sanitizeLine(
		typeof step.decision === 'object' ? step.decision.changed : withoutMarks(firstLine(step.text)),
	);
	return {
		id: String(at),
		at,
		label: `${at + 1}. ${words}`,
		signs: [styled(`${SIGNS[look]} `, { color: COLORS[look], bold: true })],
		isMuted: look === 'strike',
		edge: () => (step.note === '' ? [] : [styled(ACTIONS.note, { color: 'info' })]),
		spoken: `${DECIDED[look]}: ${at + 1}, ${words}`,
	};
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}

function stepLines(step: StepChoice | undefined, note: string, width: number) {
	const said = step === undefined ? note : step.note;
	const words = said === '' ? [] : wrapLine([styled(REPLY_WORDS.note(sanitizeLine(said)), { color: 'info' })], width);
	const changed =
		typeof step?.decision === 'object'
			? wrapLine([styled(REPLY_WORDS.changed(sanitizeLine(step.decision.changed)), { color: 'info' })], width)
			: [];
	const text = step === undefined ? [] : renderMarkdown(sanitizeText(step.text), { width });
	return [...text, ...changed, ...words];
}

function actionsOf({ at, id }: Row, choice: PlanStepChoices): readonly PanelAction<null>[] {
	const step = choice.steps[at];
	const why = step === undefined ? NOT_WHOLE : null;
	const words = ACTIONS;
	const next = String(Math.min(at + 1, choice.steps.length - 1));
	const decides =
		(decision: StepChoice['decision']) =>
		(context: ScreenContext): PanelResult<null> => ({
			...kept(context, withStep(choice, at, { decision })),
			selected: next,
		});
	return [
		{ id: 'step-take', words: words.take, spoken: words.take, why, run: decides('take') },
		{ id: 'step-strike', words: words.strike, spoken: words.strike, why, run: decides('strike') },
		{
			...{ id: 'step-change', words: words.change, spoken: words.change, why },
			run: (context) => ({ ui: openPage(context, changePage, { at, id }, { typed: firstLine(step?.text ?? '') }) }),
		},
		{
			...{ id: 'step-note', words: words.note, spoken: words.note },
			run: (context) => ({ ui: openPage(context, notePage, { at, id }, { typed: step?.note ?? choice.note }) }),
		},
		{ id: 'picker-accept', words: words.done, isEnter: true, closes: true, run: ({ ui }) => ({ ui }) },
	];
}

/** The screen with the choice in the question. */
function kept({ ui }: ScreenContext, plan: PlanStepChoices): PanelResult<never> {
	return ui.question === null ? {} : { ui: { ...ui, question: { ...ui.question, plan } } };
}
const MOST_WORDS = 2000;

/** A page on which words for a step are written; `put` puts them into the choice. */
function page(
	{ title, label, hint }: { readonly title: string; readonly label: string; readonly hint: string },
	put: (choice: PlanStepChoices, at: number, words: string) => PlanStepChoices,
): PanelKind<{ readonly at: number; readonly id: string }> {
	return {
		name: 'plan-steps-words',
		panel(context, { at, id }, { typed }) {
			const choice = choiceIn(context);
			if (choice === null) return null;
			const label2 = choice.steps[at] === undefined ? WHOLE : withoutMarks(firstLine(choice.steps[at].text));
			return {
				title,
				rows: [{ id, label: sanitizeLine(label2) }],
				line: { most: MOST_WORDS, label, hint, isValue: true },
				actions: () => [
					{
						...{ id: 'picker-accept', words: ACTIONS.keep, isEnter: true, closes: true },
						run: (now) => kept(now, put(choice, at, typed.trim())),
					},
				],
			};
		},
	};
}

const changePage = page(CHANGE, (choice, at, words) => {
	const text = firstLine(choice.steps[at]?.text ?? '');
	return withStep(choice, at, { decision: words === '' || words === text ? 'take' : { changed: words } });
});

const notePage = page(NOTE, (choice, at, note) =>
	choice.steps[at] === undefined ? withPlanNote(choice, note) : withStep(choice, at, { note }),
);
