import { defined } from '../../core/defined.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import { findCall } from '../../core/session/entries/entry-list.js';
import type { ToolCall, ToolCallPatch } from '../../core/tool-call.js';
import { permissionAction } from '../action-request.js';
import { asGivenTool, givenServers } from '../given-mcp.js';
import { type ClientContext, decideNow, realWorkspace, waysToAllow } from './client-context.js';

type Changes = {
	/** The request may not be asked about any more, for instance because a rule denies it. */
	refuse(action: ActionRequest, because: string): void;
	/** Plan to review; null when the request is no plan any more. */
	plan?(patch: ToolCallPatch, action: ActionRequest): string | null;
	/** In place of the rules that would spare such a question. */
	readonly ways?: ReturnType<typeof waysToAllow>;
};

/** Permission request that follows later updates of its tool call until it is answered. */
export function followRequest(client: ClientContext, request: PermissionRequest) {
	const known: ToolCall | null = findCall(client.store.getState(), request.patch.id);
	let patch = withKnown(request.patch, known);
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
			const requested = await permissionAction(said, known, client.ports, await realWorkspace(client));
			const action = asGivenTool(requested, seen, givenServers(client.store.getState()));
			gathered = seen;
			// Updates that came meanwhile are included, so that no older state is decided about.
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
			// The new content is unknown, so nobody can be asked about it.
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
			...(changes.ways ?? (request.isExitPlan ? { offers: [] } : waysToAllow(client, next))),
			because: verdict.decision === 'ask' ? verdict.because : 'the agent changed this request',
			...defined({ plan }),
		});
	}

	return {
		gather,
		/** False once the agent has changed the call since the last `gather`. Always true after `stop`. */
		isCurrent,
		/**
		 * Follows an open question that shows `action`: after a change of the call, the action is gathered, decided about and
		 * shown anew; until then only a refusal answers the question.
		 */
		watch(questionId: string, action: ActionRequest, changes: Changes): void {
			shown = action;
			onNews = () => startGathering(questionId, changes);
			// Updates that came after gathering, for instance while a plan was read.
			if (!isCurrent()) onNews();
		},
		shown: (): ActionRequest | null => shown,
		stop(): void {
			isStopped = true;
			unsubscribe();
		},
	};
}

export type Followed = ReturnType<typeof followRequest>;

/** The request as if it had come with the current patch. */
async function described(
	client: ClientContext,
	request: PermissionRequest,
	patch: ToolCallPatch,
): Promise<PermissionRequest> {
	const { sessionId, options, isExitPlan, plan, planPath, questions } = request;
	return {
		...{ sessionId, options, isExitPlan, patch, ...(await client.ports.agent.callDetailsOf(patch)) },
		...defined({ plan, planPath, questions }),
	};
}

/** An agent leaves out what it said before; an old input is only on the card. */
function withKnown(patch: ToolCallPatch, known: ToolCall | null): ToolCallPatch {
	return patch.rawInput !== undefined || known?.rawInput === undefined ? patch : { ...patch, rawInput: known.rawInput };
}

const DESCRIBING_FIELDS = ['title', 'name', 'kind', 'content', 'locations', 'rawInput', 'announced'] as const;

/** Whether an update changes what is to be done, not just its progress. */
function saysElse(known: ToolCallPatch, news: ToolCallPatch): boolean {
	return DESCRIBING_FIELDS.some((key) => {
		const [before, now] = [known, news].map((patch) => (key === 'content' ? sentContent(patch) : patch[key]));
		return !isEmpty(now) && now !== before && JSON.stringify(now) !== JSON.stringify(before);
	});
}

/** Changes that were read from the input add nothing to it. */
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
