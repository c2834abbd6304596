import { defined } from '../../core/defined.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { ActionRequest } from '../../core/policy/types.js';
import type { ToolCall, ToolCallPatch } from '../../core/tool-call.js';
import { permissionAction } from '../action-request.js';
import { findCall } from '../find-call.js';
import { asGivenTool, givenServers } from '../given-mcp.js';
import { type Client, realWorkspace } from './client.js';
import { decideNow, waysToAllow } from './decide-now.js';

/** A permission request, and what the agent says of the same tool call until it is answered. */
export type Followed = {
	/** Gathers what it asks for, as the agent described it last. */
	gather(): Promise<ActionRequest>;
	/** Whether the agent has said nothing else since what was gathered last. Always true once stopped. */
	isCurrent(): boolean;
	/**
	 * Watches over the open question that shows `action`: when the agent says something else, that is gathered and decided about
	 * anew and shown in its place; until then nothing but a refusal answers the question.
	 */
	watch(questionId: string, action: ActionRequest, changes: Changes): void;
	/** What was shown last, and so what an answer is about. */
	shown(): ActionRequest | null;
	stop(): void;
};

/** What the watched question does with another request. */
type Changes = {
	/** It may not be asked about any more, a rule denies it for instance. */
	refuse(action: ActionRequest, because: string): void;
	/** The plan to review, where the question is about one; null when it is no plan any more. */
	plan?(patch: ToolCallPatch, action: ActionRequest): string | null;
};

/** Follows a request from the moment it came. */
export function followRequest(client: Client, request: PermissionRequest): Followed {
	const known: ToolCall | null = findCall(client.store.getState(), request.patch.id);
	let patch = withKnown(request.patch, known);
	/** What the action that were gathered last are about. */
	let gathered = patch;
	let shown: ActionRequest | null = null;
	let onNews: (() => void) | null = null;
	let isGathering = false;
	let isStopped = false;

	const unsubscribe = client.store.onEvent((event) => {
		if (event.type !== 'tool' || event.patch.id !== patch.id || !saysElse(patch, event.patch)) return;
		patch = merge(patch, event.patch);
		onNews?.();
	});

	const isCurrent = (): boolean => isStopped || gathered === patch;

	async function gather(): Promise<ActionRequest> {
		for (;;) {
			const seen = patch;
			const said = seen === request.patch ? request : await described(client, request, seen);
			const told = await permissionAction(said, known, client.ports, await realWorkspace(client));
			const action = asGivenTool(told, seen, givenServers(client.store.getState()));
			gathered = seen;
			// What came meanwhile is looked at too, so that nothing older is decided about.
			if (isCurrent()) return client.sessions.named(request.sessionId, action);
		}
	}

	async function lookAgain(questionId: string, changes: Changes): Promise<void> {
		try {
			let next: ActionRequest;
			do next = await gather();
			while (!isCurrent());
			isGathering = false;
			if (!isStopped) show(questionId, next, changes);
		} catch (error) {
			// What it became is not known, so nobody can be asked about it.
			client.ports.log.write('error', 'a changed request was not looked at', { error });
			if (!isStopped && shown !== null) changes.refuse(shown, 'the request changed and could not be looked at');
		}
	}

	function startGathering(questionId: string, changes: Changes): void {
		client.store.dispatch({ type: 'question-changing', questionId });
		if (isGathering) return;
		isGathering = true;
		void lookAgain(questionId, changes);
	}

	function show(questionId: string, next: ActionRequest, changes: Changes): void {
		if (JSON.stringify(next) === JSON.stringify(shown)) {
			client.store.dispatch({ type: 'question-changed', questionId });
			return;
		}
		shown = next;
		const verdict = decideNow(client, next);
		const plan = changes.plan?.(patch, next);
		if (plan === null) {
			changes.refuse(next, 'the plan became another request while it was open');
			return;
		}
		if (verdict.decision === 'deny' && plan === undefined) {
			changes.refuse(next, verdict.because);
			return;
		}
		client.store.dispatch({
			type: 'question-changed',
			questionId,
			request: next,
			...(request.isExitPlan ? { offers: [] } : waysToAllow(client, next)),
			because: verdict.decision === 'ask' ? verdict.because : 'the agent changed this request',
			...defined({ plan }),
		});
	}

	return {
		gather,
		isCurrent,
		watch(questionId, action, changes) {
			shown = action;
			onNews = () => startGathering(questionId, changes);
			// What came after the action were gathered, while a plan was read for instance.
			if (!isCurrent()) onNews();
		},
		shown: () => shown,
		stop() {
			isStopped = true;
			unsubscribe();
		},
	};
}

/** The request as if it had come with what the agent says of the call now. */
async function described(client: Client, request: PermissionRequest, patch: ToolCallPatch): Promise<PermissionRequest> {
	const { sessionId, options, isExitPlan, plan, planPath, questions } = request;
	return {
		...{ sessionId, options, isExitPlan, patch, ...(await client.ports.agent.callDetailsOf(patch)) },
		...defined({ plan, planPath, questions }),
	};
}

/** An agent leaves out of a request what it said before; where that was long ago, only the card knows it. */
function withKnown(patch: ToolCallPatch, known: ToolCall | null): ToolCallPatch {
	return patch.rawInput !== undefined || known?.rawInput === undefined ? patch : { ...patch, rawInput: known.rawInput };
}

const DESCRIBING_FIELDS = ['title', 'name', 'kind', 'content', 'locations', 'rawInput', 'announced'] as const;

/** Whether news says something else of what is to be done; what only tells how it goes does not. */
function saysElse(known: ToolCallPatch, news: ToolCallPatch): boolean {
	return DESCRIBING_FIELDS.some((key) => {
		const [before, now] = [known, news].map((patch) => (key === 'content' ? sentContent(patch) : patch[key]));
		return !isEmpty(now) && now !== before && JSON.stringify(now) !== JSON.stringify(before);
	});
}

/** Changes that were read from the input say nothing that the input does not. */
function sentContent({ content }: ToolCallPatch): ToolCallPatch['content'] {
	return content?.filter((item) => item.type !== 'diff' || item.isFromInput !== true);
}

function merge(known: ToolCallPatch, news: ToolCallPatch): ToolCallPatch {
	const given = Object.fromEntries(Object.entries(news).filter(([, value]) => !isEmpty(value)));
	return { ...known, ...given };
}

/** An empty object or list stands for «not said here» as often as for «nothing». */
function isEmpty(value: unknown): boolean {
	return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
