import type { AgentExit, StopReason } from '../../core/agent-info.js';
import type { Failure } from '../../core/failure.js';

/** How a run ended. */
export type Outcome =
	| { readonly type: 'ended'; readonly reason: StopReason; readonly word?: string; readonly failure?: Failure }
	| { readonly type: 'failed'; readonly failure: Failure }
	| { readonly type: 'agent-exited'; readonly exit: AgentExit; readonly hint?: string }
	/** `failure`: why the prompt was waiting to be sent again then. */
	| { readonly type: 'timed-out'; readonly seconds: number; readonly failure?: Failure }
	| { readonly type: 'interrupted'; readonly code: number };

/** What was decided in the turn, as far as the exit code depends on it. */
export type Decisions = {
	readonly denied: number;
	readonly allowed: number;
	/** An exit from plan mode was asked for and answered «keep planning». */
	readonly isPlanKept: boolean;
	/** The agent did what a deny rule or plan mode forbids, without asking. */
	readonly isBroken: boolean;
};

/**
 * The exit code of a headless run (`-p`), as the contract of the command line has it. A rule or a mode that the agent did not hold to
 * makes a failure of what would have been done (0) or denied (7).
 */
export function exitCodeOf(outcome: Outcome, decisions: Decisions): number {
	const code = codeOf(outcome, decisions);
	return decisions.isBroken && (code === 0 || code === 7) ? 1 : code;
}

function codeOf(outcome: Outcome, decisions: Decisions): number {
	switch (outcome.type) {
		case 'ended':
			return codeOfStop(outcome.reason, decisions);
		case 'failed':
			if (outcome.failure.code === 'auth-required') return 3;
			if (outcome.failure.code === 'usage') return 2;
			return outcome.failure.code === 'denied' ? 7 : 1;
		case 'agent-exited':
			return 1;
		case 'timed-out':
			return 6;
		case 'interrupted':
			return outcome.code;
	}
}

function codeOfStop(reason: StopReason, { denied, allowed, isPlanKept }: Decisions): number {
	switch (reason) {
		case 'refusal':
			return 4;
		case 'max_tokens':
		case 'max_turn_requests':
			return 5;
		case 'cancelled':
			// Nobody cancelled here: agents answer so when a rejection ended the turn for them.
			if (isPlanKept) return 0;
			return denied > 0 ? 7 : 1;
		case 'end_turn':
		case 'unknown':
			// The plan was the point of the run: denials on the way to it do not make it a failure.
			return denied > 0 && allowed === 0 && !isPlanKept ? 7 : 0;
	}
}
