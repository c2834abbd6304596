import { defined } from '../../../core/defined.js';
import { openingOffers } from '../../../core/policy/always.js';
import { accessOf } from '../../../core/policy/command-access.js';
import { decide } from '../../../core/policy/decide.js';
import type { ActionRequest } from '../../../core/policy/policy-types.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { SandboxFailure } from '../../../core/sandbox/sandbox-failure.js';
import { failedUnasked, type WhyInside } from '../../../core/sandbox/sandbox-messages.js';
import { WITH_NETWORK, withoutSandbox } from '../../../core/session/questions/client-questions.js';
import type { TerminalOutput, TerminalSpawn } from '../../../core/terminals-port.js';
import { lastBytes } from '../../../core/text/clip.js';
import type { ExitStatus } from '../../../core/tool-call.js';
import type { ClientContext } from '../client-context.js';

/** Command in a sandbox: one terminal for the agent, however often it runs. */
export type SandboxedRun = {
	readonly id: string;
	readonly spawn: TerminalSpawn;
	readonly action: ActionRequest;
	/** Null once it runs without a sandbox. */
	access: CommandAccess | null;
	current: string;
	/** Output of earlier runs with the separator line, and notes after the end. */
	before: string;
	after: string;
	isTruncated: boolean;
	exit: ExitStatus | null;
	stopWatching: () => void;
	hasFilledDisk: boolean;
	readonly ended: PromiseWithResolvers<ExitStatus>;
	/** Aborts when the agent kills or releases it: nobody is asked about it any more. */
	readonly left: AbortController;
};

export function beginRun(id: string, spawn: TerminalSpawn, action: ActionRequest, access: CommandAccess): SandboxedRun {
	return {
		...{ id, spawn, action, access, current: id },
		...{ before: '', after: '', isTruncated: false, exit: null },
		...{ stopWatching: () => {}, hasFilledDisk: false },
		ended: Promise.withResolvers(),
		left: new AbortController(),
	};
}

/** Output for the agent: of all runs, cut to its limit, and the exit once that is settled. */
export function outputOf(run: SandboxedRun, now: TerminalOutput): TerminalOutput {
	const whole = run.before + now.output + run.after;
	const most = run.spawn.outputByteLimit;
	const output = most === undefined ? whole : lastBytes(whole, most);
	const truncated = run.isTruncated || now.truncated || output.length < whole.length;
	return { output, truncated, ...(run.exit === null ? {} : { exit: run.exit }) };
}

/** `access` null: without a sandbox. */
type Consent =
	| { readonly isGiven: true; readonly access: CommandAccess | null }
	| { readonly isGiven: false; readonly why: WhyInside };

/** Asks whether a command that failed by its sandbox may run again without it. No mode and no rule decides that. */
export async function askAgain(client: ClientContext, run: SandboxedRun, failure: SandboxFailure): Promise<Consent> {
	const { questions, ports, store } = client;
	const opened = openedNow(client, run);
	const kept = whyInside(client, run);
	if (kept !== null) {
		if (kept === 'headless') {
			store.dispatch({ type: 'note', level: 'warning', ...failedUnasked(run.action.title, failure) });
		}
		return { isGiven: false, why: kept };
	}
	const question = withoutSandbox({
		id: ports.ids.next('question'),
		request: run.action,
		...defined({ toolCallId: run.action.toolCallId }),
		askedAt: ports.clock.now(),
		failure,
		offers: openingOffers(run.action, failure.obstacle),
		canHaveNetwork: failure.obstacle === 'network' && withNetwork(run.access) !== null,
	});
	const outcome = await questions.put(question, run.left.signal);
	if (outcome.type === 'cancelled') return { isGiven: false, why: 'dismissed' };
	const isWithNetwork = outcome.optionId === WITH_NETWORK;
	if (outcome.optionId !== 'allow' && !isWithNetwork) return { isGiven: false, why: 'rejected' };
	// A question from before plan mode or a stop opens nothing.
	const now = whyInside(client, run);
	if (now !== null) return { isGiven: false, why: now };
	if (!isWithNetwork) {
		// A rule made with the answer defines the access; the plain answer means no sandbox.
		const byRules = openedNow(client, run);
		return { isGiven: true, access: JSON.stringify(byRules) === JSON.stringify(opened) ? null : byRules };
	}
	const access = withNetwork(run.access);
	return access === null ? { isGiven: false, why: 'rejected' } : { isGiven: true, access };
}

/** Null for a read-only command, which would gain more than the network. */
function withNetwork(access: CommandAccess | null): CommandAccess | null {
	return access === null || access.files === 'read' || access.network ? null : { ...access, network: true };
}

function whyInside(
	{ store, sessions, isHeadless, rules }: ClientContext,
	{ spawn, action }: SandboxedRun,
): WhyInside | null {
	if (isHeadless) return 'headless';
	const { mode, turn } = store.getState();
	if (!sessions.isServed(spawn.sessionId) || turn === null || turn.cancelledAt !== undefined) return 'no-turn';
	if (mode.mode === 'plan') return 'plan';
	return decide(action, { mode: mode.mode, rules: rules() }).decision === 'deny' ? 'rejected' : null;
}

function openedNow({ store, rules }: ClientContext, { action }: SandboxedRun): CommandAccess | null {
	return accessOf(action, { mode: store.getState().mode.mode, rules: rules() });
}
