import { defined } from '../../core/defined.js';
import { type Failure, fail } from '../../core/failure.js';
import { alwaysRules } from '../../core/policy/always.js';
import { decide, decideOutsideTurn } from '../../core/policy/decide.js';
import type { ActionRequest, AlwaysOffer, Rule, Verdict } from '../../core/policy/types.js';
import type { Ports } from '../../core/ports.js';
import { clientPermission, refusalsQuestion } from '../../core/session/question.js';
import { isRefusalsQuestionDue, REFUSALS_BEFORE_ASKING } from '../../core/session/refusals.js';
import type { Allowances } from '../changes/allowances.js';
import type { ClientWrites } from '../changes/client-writes.js';
import type { Grants } from '../grants.js';
import type { Questions } from '../questions.js';
import type { ReadCard } from '../read-card.js';
import type { Store } from '../store.js';

/** What the three doors share. */
export type Door = {
	readonly store: Store;
	readonly ports: Ports;
	readonly questions: Questions;
	readonly grants: Grants;
	/** What was let through in this turn. */
	readonly allowances: Allowances;
	/** What the client wrote in this turn. */
	readonly clientWrites: ClientWrites;
	/** What is read without a word of the agent. */
	readonly reads: ReadCard;
	/** Nobody is there to be asked: what would be asked is denied. */
	readonly isHeadless: boolean;
	rules(): readonly Rule[];
	addRule(rule: Rule): void;
};

/** The policy's word on a request, as things stand now. */
export function judge(door: Door, request: ActionRequest): Verdict {
	const { mode, turn } = door.store.getState();
	const context = { mode: mode.mode, rules: door.rules() };
	const verdict = turn === null ? decideOutsideTurn(request, context) : decide(request, context);
	door.ports.log.write('info', 'decided', {
		source: request.source,
		kind: request.kind,
		title: request.title,
		decision: verdict.decision,
		because: verdict.because,
	});
	if (verdict.decision !== 'ask' || !door.isHeadless) return verdict;
	return { decision: 'deny', because: unasked(door, request, verdict) };
}

/** Why a question that nobody can be asked is a denial, and the rule that would let this through next time. */
function unasked(door: Door, request: ActionRequest, { because }: Verdict): string {
	const [offer] = offersFor(door, request);
	const advice = offer === undefined ? '' : `; --allow "${offer.text}" would allow it`;
	return `not allowed without asking, and -p cannot ask: ${because}${advice}`;
}

/** The rules of ours that would spare this question next time, as things stand now: in plan mode and between turns there are none. */
export function offersFor(door: Door, request: ActionRequest): readonly AlwaysOffer[] {
	const {
		mode: { mode },
		turn,
	} = door.store.getState();
	if (turn === null) return [];
	return alwaysRules(request)
		.filter(({ rule }) => decide(request, { mode, rules: [...door.rules(), rule] }).decision === 'allow')
		.map(({ rule, words }) => ({ text: rule.text, words }));
}

/** Tells the transcript what was decided. */
export function report(door: Door, request: ActionRequest, verdict: Verdict, source: 'policy' | 'person'): void {
	door.store.dispatch({
		type: 'decided',
		...defined({ toolCallId: request.toolCallId }),
		title: request.title,
		kind: request.kind,
		verdict: { decision: verdict.decision === 'deny' ? 'denied' : 'allowed', because: verdict.because },
		source,
	});
	if (!door.isHeadless && verdict.decision === 'deny') askAfterRefusals(door);
}

/** An agent that keeps trying what plan mode refuses: the person says what is to become of it. */
function askAfterRefusals(door: Door): void {
	const { clock, ids } = door.ports;
	const state = door.store.getState();
	if (!isRefusalsQuestionDue(state)) return;
	const question = refusalsQuestion(ids.next('question'), REFUSALS_BEFORE_ASKING, clock.now());
	door.store.dispatch({ type: 'question-asked', question });
}

/** What came of a request that has no options of its own. `isAsked`: it waited for the person, so the world may have changed. */
export type Passage =
	| { readonly isOpen: true; readonly isAsked?: true }
	| { readonly isOpen: false; readonly verdict: Verdict };

/**
 * Judges a file or terminal request and asks the person where the policy says so, with options of
 * ours. `isGranted` says that the person allowed this very thing in a permission request.
 */
export async function pass(
	door: Door,
	request: ActionRequest,
	isGranted: () => boolean,
	signal: AbortSignal,
): Promise<Passage> {
	const passage = await judgeOrAsk(door, request, isGranted, signal);
	if (passage.isOpen) door.allowances.add(request);
	return passage;
}

async function judgeOrAsk(
	door: Door,
	request: ActionRequest,
	isGranted: () => boolean,
	signal: AbortSignal,
): Promise<Passage> {
	const verdict = stopped(door, request) ?? judge(door, request);
	if (verdict.decision === 'allow') {
		report(door, request, verdict, 'policy');
		return { isOpen: true };
	}
	if (verdict.decision === 'deny') {
		report(door, request, verdict, 'policy');
		return { isOpen: false, verdict };
	}
	if (isGranted()) {
		report(door, request, { decision: 'allow', because: 'you allowed this when the agent asked' }, 'person');
		return { isOpen: true };
	}
	return askPerson(door, request, verdict, signal);
}

/** After the person stopped the turn, the agent may still look at things, but it changes nothing more. */
function stopped(door: Door, request: ActionRequest): Verdict | null {
	if (request.source === 'fs-read' || door.store.getState().turn?.cancelledAt === undefined) return null;
	return { decision: 'deny', because: 'the user stopped this turn' };
}

/** The failure for a request of a session that is not the open one, such as one that was left; null for the open one. */
export function foreignSession(
	door: Door,
	sessionId: string,
): { readonly ok: false; readonly failure: Failure } | null {
	if (door.store.getState().sessionId === sessionId) return null;
	return fail('denied', 'This session is not the open one; nothing was changed.');
}

async function askPerson(door: Door, request: ActionRequest, verdict: Verdict, signal: AbortSignal): Promise<Passage> {
	const outcome = await door.questions.put(
		clientPermission({
			id: door.ports.ids.next('question'),
			request,
			offers: offersFor(door, request),
			toolCallId: request.toolCallId,
			because: verdict.because,
			askedAt: door.ports.clock.now(),
		}),
		signal,
	);
	const chosen = outcome.type === 'selected' ? outcome.optionId : 'cancelled';
	if (chosen === 'allow') {
		// What was put before plan mode came on, or before a stop, does not open it.
		const now =
			stopped(door, request) ?? decide(request, { mode: door.store.getState().mode.mode, rules: door.rules() });
		if (now.decision !== 'deny') return { isOpen: true, isAsked: true };
		report(door, request, now, 'policy');
		return { isOpen: false, verdict: now };
	}
	const because = chosen === 'reject' ? 'the person rejected it' : 'the question was dismissed';
	return { isOpen: false, verdict: { decision: 'deny', because } };
}

/** The workspace with its links resolved, as paths that were inspected are. */
export async function realWorkspace(door: Door): Promise<string> {
	const { cwd } = door.store.getState();
	return (await door.ports.files.inspect(cwd)).real ?? cwd;
}
