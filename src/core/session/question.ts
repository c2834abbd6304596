import { defined } from '../defined.js';
import type { common as commonOf, question } from '../gate-event.js';
import type { refusalsChoice } from '../permission-schema.js';
import { chooseOption } from '../policy/choose-option.js';
import type { ActionRequest, PermissionOption } from '../policy/policy-types.js';
import type { Read } from '../schema.js';

const addressTitle = (agent: string, host: string): string => `${agent} asks you to open ${host}`;

const ADDRESS_OPTIONS = {
	open: 'Open it in the browser',
	'go-on': 'Go on without opening it',
	decline: 'Decline',
	cancel: 'Cancel',
} as const;
export const ADDRESS_ANSWERS: Readonly<Record<keyof typeof ADDRESS_OPTIONS, string>> = {
	open: 'you opened it',
	'go-on': 'you went on without opening it',
	decline: 'you declined',
	cancel: 'you cancelled',
};

export const addressAsked = (agent: string, host: string, answer: string): string =>
	`${agent} asked you to open ${host}: ${answer}`;
export const addressTakenBack = 'not answered';
export const addressDone = 'it says that this is done';
const formTitle = (agent: string): string => `${agent} asks you`;
const FORM_BECAUSE = { waits: 'it waits for your answer', goesOn: 'it works on meanwhile' } as const;

/** An open question. Made in this module and in `ran-command.ts` alone. */
export type Question = Read<typeof question>;

type QuestionOf<K extends Question['kind']> = Extract<Question, { readonly kind: K }>;

type Common = Read<typeof commonOf>;

export type PermissionQuestion = QuestionOf<'permission'>;
export type PlanQuestion = QuestionOf<'exit-plan'>;
export type RefusalsQuestion = QuestionOf<'refusals'>;
export type ConfirmQuestion = QuestionOf<'confirm'>;
export type QuestionFromAgent = QuestionOf<'agent-question'>;
export type UrlElicitationQuestion = QuestionOf<'elicitation-url'>;
export type FormElicitationQuestion = QuestionOf<'elicitation-form'>;
export type RefusalsChoice = Read<typeof refusalsChoice>;

export type AgreedAddress = Pick<UrlElicitationQuestion, 'elicitationId' | 'agent'> & { readonly host: string };

export type QuestionWithOptions = Exclude<Question, RefusalsQuestion | FormElicitationQuestion>;

export type Made = Pick<Common, 'id' | 'request' | 'because' | 'askedAt'> & {
	readonly toolCallId?: string | undefined;
} & Pick<ActionRequest, 'subagentId'>;

type Offered = Pick<PermissionQuestion, 'offers' | 'inAcceptEdits' | 'hold' | 'waits' | 'isFromHook'>;

function offered({ offers, inAcceptEdits, hold, waits, isFromHook }: Offered): Offered {
	return { offers, ...defined({ inAcceptEdits, hold, waits, isFromHook }) };
}

function common({ id, request, because, toolCallId, subagentId = request.subagentId, askedAt }: Made): Common {
	return { id, request, because, ...defined({ toolCallId, subagentId }), askedAt };
}

export function agentPermission(made: Made & Offered & Pick<PermissionQuestion, 'options'>): PermissionQuestion {
	return { ...common(made), kind: 'permission', from: 'agent', options: made.options, ...offered(made) };
}

/** For a file or terminal request, which brings no options: ours have the ids `allow` and `reject`. */
export function clientPermission(made: Made & Offered): PermissionQuestion {
	const options = allowOrReject('Allow once');
	return { ...common(made), kind: 'permission', from: 'client', options, ...offered(made) };
}

export function agentPlanReview(made: Made & Pick<PlanQuestion, 'options' | 'plan' | 'planPath'>): PlanQuestion {
	const { options, plan, planPath } = made;
	return { ...common(made), kind: 'exit-plan', from: 'agent', options, plan, ...defined({ planPath }) };
}

export function clientPlanReview(made: Pick<PlanQuestion, 'id' | 'plan' | 'because' | 'askedAt'>): PlanQuestion {
	const request = about('switch_mode', 'Leave plan mode');
	return { ...common({ ...made, request }), kind: 'exit-plan', from: 'client', options: [], plan: made.plan };
}

/** Asks for a confirmation of the user's own action: `allow` and `reject`. */
export function confirmation(made: Made, names: { readonly yes?: string; readonly no?: string } = {}): ConfirmQuestion {
	return { ...common(made), kind: 'confirm', options: allowOrReject(names.yes ?? 'Allow', names.no) };
}

/** A question of the agent to the user, with `fields` as its details. */
export function agentQuestion(
	made: Omit<Made, 'request'> &
		Pick<QuestionFromAgent, 'options'> &
		Pick<ActionRequest, 'otherSession'> & {
			readonly title: string;
			readonly fields: NonNullable<ActionRequest['toolInput']>['fields'];
		},
): QuestionFromAgent {
	const { title, fields, options, otherSession } = made;
	const toolInput = { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] };
	const request = { ...about('other', title), toolInput, ...defined({ otherSession }) };
	return { ...common({ ...made, request }), kind: 'agent-question', options };
}

export function urlElicitation(
	made: Omit<Made, 'request' | 'because'> &
		Pick<UrlElicitationQuestion, 'elicitationId' | 'agent' | 'message' | 'address' | 'isOfRequest'> &
		Pick<ActionRequest, 'otherSession'>,
): UrlElicitationQuestion {
	const { elicitationId, agent, message, address, isOfRequest, otherSession } = made;
	const request = { ...about('other', addressTitle(agent, address.host)), ...defined({ otherSession }) };
	return {
		...common({ ...made, request, because: 'it opens only when you choose so' }),
		kind: 'elicitation-url',
		elicitationId,
		agent,
		message,
		address,
		isOfRequest,
		options: Object.entries(ADDRESS_OPTIONS).map(([id, name]) => ({ id, name, kind: 'unknown' })),
	};
}

export function formElicitation(
	made: Omit<Made, 'request' | 'because'> &
		Pick<FormElicitationQuestion, 'agent' | 'message' | 'form' | 'isOfRequest' | 'blocksTurn'> &
		Pick<ActionRequest, 'otherSession'>,
): FormElicitationQuestion {
	const { agent, message, form, isOfRequest, blocksTurn, otherSession } = made;
	const request = { ...about('other', formTitle(agent)), ...defined({ otherSession }) };
	const because = blocksTurn ? FORM_BECAUSE.waits : FORM_BECAUSE.goesOn;
	return {
		...common({ ...made, request, because }),
		kind: 'elicitation-form',
		agent,
		message,
		form,
		isOfRequest,
		blocksTurn,
	};
}

export function isNonblocking(question: Question): boolean {
	return question.kind === 'elicitation-form' && !question.blocksTurn;
}

/** False for questions beside the turn: a sign-in's, and one that its agent does not wait for. */
export function isOfTurn(question: Question): boolean {
	return !isNonblocking(question) && !('isOfRequest' in question && question.isOfRequest);
}

export function refusalsQuestion(id: string, count: number, askedAt: number): RefusalsQuestion {
	const title = `Plan mode refused ${count} requests in this turn, and the agent goes on trying`;
	const because = 'the agent may not understand that it should only plan';
	return {
		...common({ id, request: about('switch_mode', title), because, askedAt }),
		kind: 'refusals',
		choices: [
			{ id: 'refuse', name: 'Go on refusing' },
			{ id: 'stop', name: 'Stop the turn' },
			{ id: 'leave', name: 'Leave plan mode (asks before each change)' },
		],
	};
}

export function isClientPlanReview(question: Question): boolean {
	return question.kind === 'exit-plan' && question.from === 'client';
}

/** Option that allows this once and nothing else; null where none is sure. */
export function yesOf(question: PermissionQuestion): PermissionOption | null {
	const { options, failedInSandbox, isConnection } = question;
	// Ours have others beside it, which say yes to more or to less.
	if (failedInSandbox !== undefined || isConnection === true) return options.find(({ id }) => id === 'allow') ?? null;
	return chooseOption(options, 'allow');
}

function about(kind: ActionRequest['kind'], title: string): ActionRequest {
	return { source: 'permission', kind, title, paths: [], diffs: [] };
}

export function allowOrReject(allow: string, reject = 'Reject'): readonly [PermissionOption, PermissionOption] {
	return [
		{ id: 'allow', name: allow, kind: 'allow_once' },
		{ id: 'reject', name: reject, kind: 'reject_once' },
	];
}
