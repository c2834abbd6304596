import { diffLines, type exitStatus, name, toolKind, words } from './content-schema.js';
import type { Form } from './elicitation/form.js';
import { permissionOption, refusalsChoice, sandboxFailure, toolVerdict, unaskedAction } from './permission-schema.js';
import type { ActionRequest, AlwaysOffer, Rule, Verdict } from './policy/policy-types.js';
import type { CommandHold } from './sandbox/session-sandbox.js';
import {
	blank,
	type EventOf,
	exactly,
	flag,
	list,
	optional,
	orNull,
	type Read,
	shape,
	time,
	unlogged,
	variant,
	withWrite,
	word,
} from './schema.js';
import type { ShadowChange } from './shadow/shadow-change.js';
import type { SignInAddress } from './sign-in/sign-in-address.js';

const requestTitle = shape({ kind: toolKind, title: name });

/** A logged request keeps kind and title; the card of its call has the rest. */
const request = withWrite<ActionRequest>(
	(value) => {
		const read = requestTitle(value);
		return read === undefined ? undefined : { ...read, source: 'permission', paths: [], diffs: [] };
	},
	(value) => {
		const { kind, title } = value as ActionRequest;
		return { kind, title };
	},
);

const options = list(permissionOption, 100);

const commonFields = {
	id: name,
	request,
	because: name,
	toolCallId: optional(name),
	/** Sub-agent that asks, a key of `SessionState.subagents`; absent: the agent itself. */
	subagentId: optional(name),
	/** Ms since the epoch. */
	askedAt: time,
	/** Last change of its content (ms since the epoch): an answer to the old content does not count. */
	changedAt: optional(time),
	/** Its subject is changing: the one shown cannot be allowed any more. */
	isChanging: optional(exactly(true)),
};

export const common = shape(commonFields);

/** `agent`: the options are the agent's. `client`: they are ours, for a file or terminal request. */
const from = word({ agent: true, client: true });

export type CommandResult = { readonly exit: Read<typeof exitStatus>; readonly changes: readonly ShadowChange[] };

/** An open question. Rules are the user's to give: none comes back from a log. */
export const question = variant('kind', {
	permission: {
		...commonFields,
		from,
		options,
		offers: blank<readonly AlwaysOffer[]>([]),
		inAcceptEdits: unlogged<Verdict>(),
		hold: unlogged<CommandHold>(),
		/** A hook asks: no rule or mode answers that. */
		isFromHook: unlogged<true>(),
		/** In a shadow: the files change only when the changes are applied. */
		waits: unlogged<true>(),
		/** The command ran, and failed by its sandbox: may it run again without? No rule or mode answers that. */
		failedInSandbox: optional(sandboxFailure),
		/** The command ran on a copy of the workspace: apply its changes? No rule or mode answers that. */
		result: unlogged<CommandResult>(),
		isConnection: optional(exactly(true)),
	},
	/** Review of a plan. `client`: no request of the agent's, and no options. `planPath`: the file that it names. */
	'exit-plan': { ...commonFields, from, options, plan: words, planPath: optional(name) },
	refusals: { ...commonFields, choices: list(shape({ id: refusalsChoice, name }), 10) },
	confirm: { ...commonFields, options },
	'agent-question': { ...commonFields, options },
	/** `elicitation/create`, mode `url`: the address is opened by nobody but the user. */
	'elicitation-url': unlogged<
		Read<typeof common> & {
			readonly elicitationId: string;
			readonly agent: string;
			readonly message: string;
			readonly address: SignInAddress;
			/** Belongs to a request of ours and not to the conversation: no turn's end withdraws it. */
			readonly isOfRequest: boolean;
			readonly options: Read<typeof options>;
		}
	>(),
	/** `elicitation/create`, mode `form`: nobody answers it but the user. A note says what was asked. */
	'elicitation-form': {
		...commonFields,
		agent: name,
		message: blank(''),
		form: blank<Form>({ fields: [] }),
		/** Belongs to a request of ours and not to the conversation: no turn's end withdraws it. */
		isOfRequest: flag,
		/** False: the agent works on meanwhile, so the question is independent of the turn's end. */
		blocksTurn: flag,
	},
});

const MOST_LINES = 1000;

export const gateEvents = {
	'question-asked': { question },
	/** Decision on a request, by rule, mode or user. Counts, and marks the tool call's card. */
	decided: {
		toolCallId: optional(name),
		title: name,
		/** Kind of call that was decided on; reads that need no question are not counted as allowed. */
		kind: optional(toolKind),
		verdict: toolVerdict,
		source: word({ policy: true, user: true }),
	},
	/** The turn that it was done in, as far as known. */
	unasked: { action: unaskedAction, turnId: optional(name) },
	'rule-added': unlogged<{ readonly rule: Rule }>(),
	/** Where the changes of a call begin in their files, in the order of its content. */
	'changes-located': { toolCallId: name, lines: list(orNull(diffLines), MOST_LINES) },
	/** The agent cancelled a request (`$/cancel_request`), or the turn ended with it open. */
	'question-withdrawn': { questionId: name },
	/** The agent changed the subject of an open question; the new decision follows. */
	'question-changing': { questionId: name },
	/** New subject of an open question; without `request` the old one. */
	'question-changed': {
		questionId: name,
		request: optional(request),
		because: optional(name),
		offers: unlogged<readonly AlwaysOffer[]>(),
		inAcceptEdits: unlogged<Verdict>(),
		hold: unlogged<CommandHold>(),
		waits: unlogged<true>(),
		plan: optional(words),
	},
};

export type GateEvent = EventOf<typeof gateEvents>;
