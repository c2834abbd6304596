import { networkOf } from '../../core/agents/network-of.js';
import { titleOfRequest } from '../../core/command-title.js';
import { defined } from '../../core/defined.js';
import { type Failure, fail } from '../../core/failure.js';
import { detailsOf } from '../../core/policy/action-details.js';
import { alwaysRules } from '../../core/policy/always.js';
import { accessOf } from '../../core/policy/command-access.js';
import { decide, decideOutsideTurn } from '../../core/policy/decide.js';
import type { ActionRequest, AlwaysOffer, Mode, PolicyContext, Rule, Verdict } from '../../core/policy/policy-types.js';
import { parseRule, ruleOfKind } from '../../core/policy/rules.js';
import type { Ports } from '../../core/ports.js';
import { type CommandHold, heldNow } from '../../core/sandbox/session-sandbox.js';
import { findCall } from '../../core/session/entries/entry-list.js';
import { isRefusalsQuestionDue, REFUSALS_BEFORE_ASKING } from '../../core/session/prompts/stop-turn.js';
import { type PermissionQuestion, refusalsQuestion } from '../../core/session/question.js';
import { commandRunner, policyContext } from '../../core/session/sandbox/held-by.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { isOpenCall } from '../../core/tool-call.js';
import type { Allowances } from '../changes/allowances.js';
import type { ClientWrites } from '../changes/client-writes.js';
import type { PartialChanges } from '../changes/partial-changes.js';
import type { Grants } from '../grants.js';
import type { Hooks } from '../hooks/hooks.js';
import type { WrittenPaths } from '../hooks/watch-for-hooks.js';
import type { OtherSessions } from '../other-sessions.js';
import type { Questions } from '../questions.js';
import type { ReadCard } from '../read-card.js';
import type { Store } from '../store.js';

export type ClientContext = {
	readonly store: Store;
	readonly ports: Ports;
	readonly sessions: OtherSessions;
	readonly questions: Questions;
	readonly grants: Grants;
	readonly allowances: Allowances;
	readonly clientWrites: ClientWrites;
	readonly parts: PartialChanges;
	readonly reads: ReadCard;
	readonly hooks: Hooks;
	/** Real paths written here, whose `afterEdit` hooks ran. */
	readonly written: WrittenPaths;
	readonly isHeadless: boolean;
	rules(): readonly Rule[];
	addRule(rule: Rule): void;
};

const MOST_NAME = 60;

export function agentName({ store }: ClientContext): string {
	const { agent, profile } = store.getState();
	return clip(sanitizeLine(agent?.title ?? profile.launch.name), MOST_NAME);
}

/** Fails for a request of a session that was left, or while there is none; null for all others. */
export function refuseForeignSession(
	client: ClientContext,
	sessionId: string,
): { readonly ok: false; readonly failure: Failure } | null {
	if (client.sessions.isServed(sessionId)) return null;
	return fail('denied', 'This session is not the open one; nothing was changed.');
}

/** Workspace path with links resolved, as in inspected paths. */
export async function realWorkspace(client: ClientContext): Promise<string> {
	const { cwd } = client.store.getState();
	return (await client.ports.files.inspect(cwd)).real ?? cwd;
}

/** Predicate: the tool call is still under way. */
export function openCalls(client: ClientContext): (toolCallId: string) => boolean {
	return (toolCallId) => {
		const call = findCall(client.store.getState(), toolCallId);
		return call !== null && isOpenCall(call);
	};
}

export function contextNow({ store }: ClientContext, as?: Mode): PolicyContext {
	const state = store.getState();
	return policyContext(state, as ?? state.mode.mode);
}

export function decideNow(client: ClientContext, request: ActionRequest): Verdict {
	const { mode, turn } = client.store.getState();
	const context = contextNow(client);
	const verdict = turn === null ? decideOutsideTurn(request, context) : decide(request, context);
	client.ports.log.write('info', 'decided', {
		source: request.source,
		kind: request.kind,
		decision: verdict.decision,
		mode: mode.mode,
		isInTurn: turn !== null,
	});
	if (verdict.decision === 'allow' || !client.isHeadless) return verdict;
	const because =
		verdict.decision === 'ask'
			? `not allowed without asking, and -p cannot ask: ${verdict.because}; ${wayWords(client, request)}`
			: withPlanRule(client, request, verdict);
	return { decision: 'deny', because };
}

/** Names the rule for plan mode that would allow a denied command. */
function withPlanRule(client: ClientContext, request: ActionRequest, { because }: Verdict): string {
	const { mode, turn } = client.store.getState();
	if (mode.mode !== 'plan' || turn === null || request.command === undefined) return because;
	for (const { rule, further } of alwaysRules(request).toReversed()) {
		const inPlan = [rule, ...further].flatMap(({ text }) => {
			const parsed = parseRule(`plan:${text}`, 'allow', 'command line');
			return parsed.ok ? [parsed.value] : [];
		});
		if (decide(request, { mode: 'plan', rules: [...client.rules(), ...inPlan] }).decision !== 'allow') continue;
		return `${because}; ${inPlan.map(({ text }) => `--allow "${text}"`).join(' ')} would allow it`;
	}
	return because;
}

export function wayWords(client: ClientContext, request: ActionRequest): string {
	const way = wayFor(client, request);
	return way === null ? ONLY_ASKED : `${way} would allow it`;
}

const ONLY_ASKED = 'no rule can allow it: run acp-tui without -p to be asked';

/** Least permissive command line option that would allow this; null where only a user can. */
function wayFor(client: ClientContext, request: ActionRequest): string | null {
	const offers = offersFor(client, request);
	// An agent's next command ends in other words; its next edit is of another file.
	const offer = request.command === undefined ? offers[0] : offers.at(-1);
	if (offer !== undefined) return (offer.rules ?? [offer.text]).map((text) => `--allow "${text}"`).join(' ');
	const { mode, turn } = client.store.getState();
	if (turn === null) return null;
	const allows = (further: readonly Rule[], as: Mode): boolean => isAllowed(request, contextNow(client, as), further);
	if (mode.mode === 'default' && allows([], 'acceptEdits')) return '-m acceptEdits';
	const { kind, isAllInside } = detailsOf(request);
	// A rule for everything of an unknown kind, or of places outside, allows more than its text suggests.
	if (!isAllInside || kind === 'other' || kind === 'switch_mode') return null;
	const ofKind = parseRule(ruleOfKind(kind) ?? '', 'allow', 'command line');
	return ofKind.ok && allows([ofKind.value], mode.mode) ? `--allow ${ofKind.value.text}` : null;
}

function isAllowed(request: ActionRequest, context: PolicyContext, further: readonly Rule[]): boolean {
	return decide(request, { ...context, rules: [...context.rules, ...further] }).decision === 'allow';
}

/** Our rules that would spare this question next time; none in plan mode and between turns. */
function offersFor(client: ClientContext, request: ActionRequest): readonly AlwaysOffer[] {
	if (client.store.getState().turn === null) return [];
	const context = contextNow(client);
	return alwaysRules(request)
		.filter(({ rule, further }) => isAllowed(request, context, [rule, ...further]))
		.map(({ rule, further, words }) => {
			const texts = [rule, ...further].map(({ text }) => text);
			return { text: texts.join(', '), words, ...(further.length === 0 ? {} : { rules: texts }) };
		});
}

/** Offers beside the agent's options: rules to write, and accept edits mode. */
export function waysToAllow(
	client: ClientContext,
	request: ActionRequest,
): Pick<PermissionQuestion, 'offers' | 'inAcceptEdits' | 'hold' | 'waits' | 'isFromHook'> {
	const hold = holdOf(client, request);
	return {
		offers: offersFor(client, request),
		...(hold === null ? {} : { hold }),
		...(waitsInShadow(client, request) ? { waits: true as const } : {}),
		...(request.kind === 'edit' ? { inAcceptEdits: decide(request, contextNow(client, 'acceptEdits')) } : {}),
	};
}

/** The change goes into the agent's view of the workspace first. */
function waitsInShadow({ store }: ClientContext, request: ActionRequest): boolean {
	const isInside = request.paths.some((path) => path.relative !== null);
	const isEdit = request.command === undefined && detailsOf(request).isChange;
	return store.getState().sandbox.agent === 'shadow' && isEdit && isInside;
}

/** Sandbox of a command once it is allowed; null for other requests. */
function holdOf({ store, rules, grants }: ClientContext, request: ActionRequest): CommandHold | null {
	if (request.command === undefined) return null;
	const state = store.getState();
	// The agent may run it itself, unless it has used our terminals for such commands before.
	const isHere = request.source === 'terminal' || grants.haveStarted();
	const access = accessOf(request, { mode: state.mode.mode, rules: rules() });
	const runner = isHere ? 'here' : commandRunner(state) === 'agent' ? 'agent' : 'either';
	return { runner, access, network: networkOf(state.profile), ...heldNow(state.sandbox) };
}

/** Remembers the user's word for a repository that alone kept an action from being allowed. */
export function openRepository({ ports }: ClientContext, request: ActionRequest): void {
	const { repository } = detailsOf(request);
	if (repository !== null) ports.commandChecks.openRepository?.(repository);
}

export function report(
	client: ClientContext,
	request: ActionRequest,
	verdict: Verdict,
	source: 'policy' | 'user',
): void {
	client.store.dispatch({
		type: 'decided',
		...defined({ toolCallId: request.toolCallId }),
		title: titleOfRequest(request),
		kind: request.kind,
		verdict: { decision: verdict.decision === 'deny' ? 'denied' : 'allowed', because: verdict.because },
		source,
	});
	if (!client.isHeadless && verdict.decision === 'deny') askAfterRefusals(client);
}

/** Asks the user what to do with an agent that keeps trying what plan mode refuses. */
function askAfterRefusals(client: ClientContext): void {
	const { clock, ids } = client.ports;
	const state = client.store.getState();
	if (!isRefusalsQuestionDue(state)) return;
	const question = refusalsQuestion(ids.next('question'), REFUSALS_BEFORE_ASKING, clock.now());
	client.store.dispatch({ type: 'question-asked', question });
}
