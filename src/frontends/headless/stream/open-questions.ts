import { defined } from '../../../core/defined.js';
import type { AppEvent } from '../../../core/event.js';
import { withOwnId } from '../../../core/policy/choose-option.js';
import type { PermissionOption } from '../../../core/policy/policy-types.js';
import type { Question } from '../../../core/session/question.js';
import { planAnswers } from '../../../core/session/questions/exit-plan.js';
import type { SessionState } from '../../../core/session/state.js';
import type { PlanChoice } from '../../../core/user-event.js';
import type { StreamEvent } from './stream-schema.js';

const KINDS = {
	permission: 'permission',
	'exit-plan': 'plan',
	'elicitation-form': 'form',
	'elicitation-url': 'address',
	'agent-question': 'question',
	confirm: 'confirm',
	refusals: 'refusals',
} as const;

const PLAN_CHOICES: Readonly<Record<PlanChoice, Pick<PermissionOption, 'name' | 'kind'>>> = {
	'review-edits': { name: 'Approve, and ask before each edit', kind: 'allow_once' },
	'accept-edits': { name: 'Approve, and accept edits', kind: 'allow_once' },
	'keep-planning': { name: 'Keep planning', kind: 'reject_once' },
};

type QuestionEvent = StreamEvent<'question-asked' | 'question-answered' | 'question-withdrawn'>;
type Shown = { readonly id: string; readonly question: Question };

/** Questions as a script knows them. One whose content changes gets another id: an older answer finds nothing. */
export function createOpenQuestions() {
	let seen: readonly Question[] = [];
	const shown = new Map<string, Shown>();
	const counts = new Map<string, number>();

	function ask(question: Question): QuestionEvent {
		const count = (counts.get(question.id) ?? 0) + 1;
		counts.set(question.id, count);
		const id = count === 1 ? question.id : `${question.id}/${count}`;
		shown.set(question.id, { id, question });
		return { type: 'question-asked', id, ...fieldsOf(question) };
	}
	function close({ id, question }: Shown, event: AppEvent): QuestionEvent {
		shown.delete(question.id);
		const isAnswer = 'questionId' in event && event.questionId === question.id && event.type.startsWith('answer');
		return isAnswer ? { type: 'question-answered', id, optionId: chosenIn(event) } : { type: 'question-withdrawn', id };
	}

	return {
		/** Follows what `event`, already folded into the session, did to its questions. */
		follow({ questions }: SessionState, event: AppEvent): readonly QuestionEvent[] {
			if (questions === seen) return [];
			seen = questions;
			const over = [...shown.values()].filter(({ question }) => !questions.includes(question));
			const closed = over.map((each) => close(each, event));
			const asked = questions.filter(({ id, isChanging }) => !shown.has(id) && isChanging !== true);
			return [...closed, ...asked.map(ask)];
		},
		/** Open question with this id of a script; null: unknown, answered or withdrawn. */
		find: (id: string): Question | null => [...shown.values()].find((each) => each.id === id)?.question ?? null,
		all: (): readonly Question[] => [...shown.values()].map(({ question }) => question),
	};
}

export type OpenQuestions = ReturnType<typeof createOpenQuestions>;

function chosenIn(event: AppEvent): string | null {
	if (event.type === 'answer-plan' || event.type === 'answer-refusals') return event.choice;
	return event.type === 'answer' && event.outcome.type === 'selected' ? event.outcome.optionId : null;
}

/** Options that an answer may choose. An id that two options share chooses neither. */
export function optionsOf(question: Question): readonly Pick<PermissionOption, 'id' | 'name' | 'kind'>[] {
	switch (question.kind) {
		case 'elicitation-form':
			return [];
		case 'refusals':
			return question.choices.map(({ id, name }) => ({ id, name, kind: 'unknown' }));
		case 'exit-plan': {
			const { choices, others } = planAnswers(question.options);
			const reachable = choices.filter(({ outcome }) => question.from === 'client' || outcome !== null);
			return [
				...reachable.map(({ choice }) => ({ id: choice, ...PLAN_CHOICES[choice] })),
				// The agent's own options, without one whose id is one of ours.
				...(question.from === 'client' ? [] : withOwnId(others).filter(({ id }) => !Object.hasOwn(PLAN_CHOICES, id))),
			];
		}
		default:
			return withOwnId(question.options);
	}
}

function fieldsOf(question: Question) {
	const { kind, request, because, toolCallId, subagentId } = question;
	const changes = request.changes ?? request.diffs;
	return {
		kind: KINDS[kind],
		title: request.title,
		because,
		...defined({ toolCallId, subagentId, command: request.command?.text }),
		...(kind === 'permission' ? { toolKind: request.kind } : {}),
		options: optionsOf(question).map(({ id, name, kind: effect }) => ({ id, name, kind: effect })),
		paths: request.paths.map(({ given }) => given),
		diffs: changes.map(({ path, oldText, newText }) => ({ path, oldText, newText })),
		...(kind === 'exit-plan' ? { plan: question.plan } : {}),
		...(kind === 'elicitation-url' ? { message: question.message, address: question.address.url } : {}),
		...(kind === 'elicitation-form' ? { message: question.message, form: question.form } : {}),
	};
}
