import { defined } from '../../defined.js';
import type { Form } from '../../elicitation/form.js';
import { chooseOption } from '../../policy/choose-option.js';
import type { ActionRequest, AlwaysOffer, PermissionOption, Verdict } from '../../policy/types.js';
import type { CommandHold } from '../../sandbox/command-hold.js';
import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import type { ShadowChange } from '../../shadow/change.js';
import type { SignInAddress } from '../../sign-in/sign-in-address.js';
import type { ExitStatus } from '../../tool-call.js';
import { KEEPS_TRYING_BECAUSE, keepsTrying, LEAVE_PLAN, REFUSALS_CHOICES } from '../messages.js';
import { ADDRESS_BECAUSE, ADDRESS_OPTIONS, addressTitle, FORM_BECAUSE, formTitle } from './elicitation-messages.js';

/** A question that waits for the user. This module and `ran-command.ts` are the only places that make one. */
export type Question =
	| PermissionQuestion
	| PlanQuestion
	| RefusalsQuestion
	| ConfirmQuestion
	| QuestionFromAgent
	| UrlElicitationQuestion
	| FormElicitationQuestion;

/** What all questions have. */
type Common = {
	readonly id: string;
	/** What is to be decided on. */
	readonly request: ActionRequest;
	/** Why it is asked instead of decided. */
	readonly because: string;
	/** The card that it belongs to. */
	readonly toolCallId?: string;
	/** The sub-agent that asks, a key of `SessionState.subagents`; absent: the agent itself. */
	readonly subagentId?: string;
	/** Ms since the epoch. */
	readonly askedAt: number;
	/** When its content last changed (ms since the epoch): what was read before is not what an answer is about. */
	readonly changedAt?: number;
	/** The agent says something else of it, which is being looked at: what is shown cannot be allowed any more. */
	readonly isChanging?: true;
};

/** `agent`: its options are the agent's own. `client`: they are ours, for a file or terminal request. */
type Asker = 'agent' | 'client';

/** May the agent do this? Rules and modes can answer it as well. */
export type PermissionQuestion = Common & {
	readonly kind: 'permission';
	readonly from: Asker;
	readonly options: readonly PermissionOption[];
	/** The rules that «allow always» of ours may write, the exact one first. */
	readonly offers: readonly AlwaysOffer[];
	/** What accept edits mode would say to it, where it is an edit. */
	readonly inAcceptEdits?: Verdict;
	/** What will hold the command that it is about. */
	readonly hold?: CommandHold;
	/** The agent works in a shadow: the files that it is about are changed when somebody applies that. */
	readonly waits?: true;
	/** The command ran, and failed by its sandbox: may it run again without? No rule or mode answers that. */
	readonly failedInSandbox?: SandboxFailure;
	/** The command ran on a copy of the workspace: is what it changed there to be taken? No rule or mode answers that. */
	readonly result?: CommandResult;
	/** A connection of the agent's sandbox waits for it. */
	readonly isConnection?: true;
};

/** How a command on a copy of the workspace ended, and what it changed there. */
export type CommandResult = { readonly exit: ExitStatus; readonly changes: readonly ShadowChange[] };

/** Is this plan to be carried out? `client`: no request of the agent is behind it, and it has no options. */
export type PlanQuestion = Common & {
	readonly kind: 'exit-plan';
	readonly from: Asker;
	readonly options: readonly PermissionOption[];
	/** The plan to review, empty when the agent sent none. */
	readonly plan: string;
};

/** Plan mode refused the agent again and again: how to go on? */
export type RefusalsQuestion = Common & {
	readonly kind: 'refusals';
	readonly choices: readonly { readonly id: RefusalsChoice; readonly name: string }[];
};

/** What is to become of an agent that keeps trying in plan mode. */
export type RefusalsChoice = 'refuse' | 'stop' | 'leave';

/** The user wants something done and sees it first: no rule answers it, and no turn's end withdraws it. */
export type ConfirmQuestion = Common & {
	readonly kind: 'confirm';
	readonly options: readonly PermissionOption[];
};

/** The agent asks the user something: its options are answers, and no rule knows them. */
export type QuestionFromAgent = Common & {
	readonly kind: 'agent-question';
	readonly options: readonly PermissionOption[];
};

/** The agent wants the user to open an address (`elicitation/create`, mode `url`): nothing opens it but the user. */
export type UrlElicitationQuestion = Common & {
	readonly kind: 'elicitation-url';
	readonly elicitationId: string;
	/** Who asks. */
	readonly agent: string;
	/** The agent's words. */
	readonly message: string;
	readonly address: SignInAddress;
	/** It belongs to a request of ours and not to the conversation: no turn's end withdraws it. */
	readonly isOfRequest: boolean;
	readonly options: readonly PermissionOption[];
};

/** The agent asks the user with a form (`elicitation/create`, mode `form`): nobody answers it but the user. */
export type FormElicitationQuestion = Common & {
	readonly kind: 'elicitation-form';
	/** Who asks. */
	readonly agent: string;
	/** The agent's words, as it sent them. */
	readonly message: string;
	readonly form: Form;
	/** It belongs to a request of ours and not to the conversation: no turn's end withdraws it. */
	readonly isOfRequest: boolean;
	/** False: the agent works on meanwhile, so it waits beside the turn and stays when that has ended. */
	readonly blocksTurn: boolean;
};

/** An address that the user agreed to open. */
export type AgreedAddress = Pick<UrlElicitationQuestion, 'elicitationId' | 'agent'> & { readonly host: string };

/** A question that is answered with one of its options. */
export type QuestionWithOptions = Exclude<Question, RefusalsQuestion | FormElicitationQuestion>;

/** What is known of any question when it is made; `id` is unique. */
export type Made = Pick<Common, 'id' | 'request' | 'because' | 'askedAt'> & {
	readonly toolCallId?: string | undefined;
} & Pick<ActionRequest, 'subagentId'>;

/** What of ours may answer it. */
type Offered = Pick<PermissionQuestion, 'offers' | 'inAcceptEdits' | 'hold' | 'waits'>;

function offered({ offers, inAcceptEdits, hold, waits }: Offered): Offered {
	return { offers, ...defined({ inAcceptEdits, hold, waits }) };
}

export function common({ id, request, because, toolCallId, subagentId = request.subagentId, askedAt }: Made): Common {
	return { id, request, because, ...defined({ toolCallId, subagentId }), askedAt };
}

/** Asks with the options that the agent offers. */
export function agentPermission(made: Made & Offered & Pick<PermissionQuestion, 'options'>): PermissionQuestion {
	return { ...common(made), kind: 'permission', from: 'agent', options: made.options, ...offered(made) };
}

/** Asks about a file or terminal request, which brings no options: ours have the ids `allow` and `reject`. */
export function clientPermission(made: Made & Offered): PermissionQuestion {
	const options = allowOrReject('Allow once');
	return { ...common(made), kind: 'permission', from: 'client', options, ...offered(made) };
}

/** The review of a plan that the agent wants approved. */
export function agentPlanReview(made: Made & Pick<PlanQuestion, 'options' | 'plan'>): PlanQuestion {
	return { ...common(made), kind: 'exit-plan', from: 'agent', options: made.options, plan: made.plan };
}

/** The review of a plan for which the agent has no request. */
export function clientPlanReview(made: Pick<PlanQuestion, 'id' | 'plan' | 'because' | 'askedAt'>): PlanQuestion {
	const request = about('switch_mode', LEAVE_PLAN);
	return { ...common({ ...made, request }), kind: 'exit-plan', from: 'client', options: [], plan: made.plan };
}

/** Shows what is about to be done for the user, who says yes or no: `allow` and `reject`. */
export function confirmation(made: Made, names: { readonly yes?: string; readonly no?: string } = {}): ConfirmQuestion {
	return { ...common(made), kind: 'confirm', options: allowOrReject(names.yes ?? 'Allow', names.no) };
}

/** Puts a question of the agent to the user, with `fields` as its details. */
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

/** Asks whether an address is to be opened for an agent. */
export function urlElicitation(
	made: Omit<Made, 'request' | 'because'> &
		Pick<UrlElicitationQuestion, 'elicitationId' | 'agent' | 'message' | 'address' | 'isOfRequest'> &
		Pick<ActionRequest, 'otherSession'>,
): UrlElicitationQuestion {
	const { elicitationId, agent, message, address, isOfRequest, otherSession } = made;
	const request = { ...about('other', addressTitle(agent, address.host)), ...defined({ otherSession }) };
	return {
		...common({ ...made, request, because: ADDRESS_BECAUSE }),
		kind: 'elicitation-url',
		elicitationId,
		agent,
		message,
		address,
		isOfRequest,
		options: Object.entries(ADDRESS_OPTIONS).map(([id, name]) => ({ id, name, kind: 'unknown' })),
	};
}

/** Puts a form of an agent to the user. */
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

/** It waits beside the turn: its agent works on meanwhile. */
export function isBeside(question: Question): boolean {
	return question.kind === 'elicitation-form' && !question.blocksTurn;
}

/** False for what waits beside the turn: a sign-in's question, and one that its agent does not wait for. */
export function isOfTurn(question: Question): boolean {
	return !isBeside(question) && !('isOfRequest' in question && question.isOfRequest);
}

/** Asks what to do about an agent that plan mode refused `count` times in a turn. */
export function refusalsQuestion(id: string, count: number, askedAt: number): RefusalsQuestion {
	const title = keepsTrying(count);
	const because = KEEPS_TRYING_BECAUSE;
	return {
		...common({ id, request: about('switch_mode', title), because, askedAt }),
		kind: 'refusals',
		choices: [
			{ id: 'refuse', name: REFUSALS_CHOICES.refuse },
			{ id: 'stop', name: REFUSALS_CHOICES.stop },
			{ id: 'leave', name: REFUSALS_CHOICES.leave },
		],
	};
}

/** True for a plan review that no request of the agent is behind. */
export function isClientPlanReview(question: Question): boolean {
	return question.kind === 'exit-plan' && question.from === 'client';
}

/** The option that says yes to what is asked and to nothing else; null where none is sure. */
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
