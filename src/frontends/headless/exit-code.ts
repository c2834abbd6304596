import type { AgentExit, StopReason } from '../../core/agent-info.js';
import type { Failure } from '../../core/failure.js';

export type Outcome =
	| { readonly type: 'ended'; readonly reason: StopReason; readonly word?: string; readonly failure?: Failure }
	| { readonly type: 'failed'; readonly failure: Failure }
	| { readonly type: 'agent-exited'; readonly exit: AgentExit; readonly hint?: string }
	/** `failure`: why the prompt was waiting for a retry. */
	| { readonly type: 'timed-out'; readonly seconds: number; readonly failure?: Failure }
	/** `isByInput`: by a line of standard input; the run goes on. */
	| { readonly type: 'interrupted'; readonly code: number; readonly isByInput?: true };

/** Decisions of the turn, as far as the exit code depends on them. */
export type Decisions = {
	readonly denied: number;
	readonly allowed: number;
	/** Leaving plan mode was requested and answered «keep planning». */
	readonly isStillPlanning: boolean;
	/** The agent did what a deny rule or plan mode forbids, without asking. */
	readonly isBroken: boolean;
};

/** Exit code of a headless run (`-p`). A broken rule or mode turns success (0) and denial (7) into failure (1). */
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

function codeOfStop(reason: StopReason, { denied, allowed, isStillPlanning }: Decisions): number {
	switch (reason) {
		case 'refusal':
			return 4;
		case 'max_tokens':
		case 'max_turn_requests':
			return 5;
		case 'cancelled':
			// `cancelled` without a cancel: agents answer so when a rejection ended the turn for them.
			if (isStillPlanning) return 0;
			return denied > 0 ? 7 : 1;
		case 'end_turn':
		case 'unknown':
			// The plan was the point of the run: earlier denials do not make it a failure.
			return denied > 0 && allowed === 0 && !isStillPlanning ? 7 : 0;
	}
}
