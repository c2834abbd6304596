import type { App } from '../../app/app.js';
import { commandOfCall } from '../../core/command-title.js';
import { defined } from '../../core/defined.js';
import type { ErrorClass } from '../../core/error-class.js';
import { errorClassOf, errorClassOfStop } from '../../core/failure-class.js';
import type { AgentNetwork } from '../../core/network/network.js';
import { networkOf } from '../../core/network/network-of.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { SessionSandbox, SettledCommand } from '../../core/sandbox/session-sandbox.js';
import { exitOf } from '../../core/session/entries/call-outcome.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { Resumed } from '../../core/sessions/resuming.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { authMethodType } from '../../core/sign-in/auth-method.js';
import { isCardOfChild } from '../../core/subagents/card-id.js';
import { flatTree, subagentTree } from '../../core/subagents/tree.js';
import { isOpenCall, type ToolCall, timeOfCall } from '../../core/tool-call.js';
import type { Money } from '../../core/usage/cost.js';
import { noTokens, type TokenCounts, tokensOf } from '../../core/usage/tokens.js';
import type { Outcome } from './exit-code.js';
import { outcomeMessage } from './headless-messages.js';
import { brokeOf, type RunRecord } from './run-record.js';
import { type RunSubagent, shownSubagent } from './subagents.js';

/** Output of `--output-format json`, and the last line of `stream-json`. */
type RunResult = {
	readonly type: 'result';
	readonly exitCode: number;
	readonly result: string;
	/** Content other than text, such as pictures, links and resources, a line each; absent: none. */
	readonly besideText?: readonly string[];
	/** ACP's stop reason; null when the turn did not end by itself. */
	readonly stopReason: string | null;
	readonly sessionId: string | null;
	/** How an older session was resumed; null: a new session. */
	readonly resumed: Resumed | 'briefing' | null;
	readonly agent: { readonly title: string; readonly version: string } | null;
	readonly usage: RunUsage;
	readonly denied: readonly { readonly title: string; readonly because: string }[];
	/** Whether the agent asks before it acts, as shown so far, in earlier sessions too; null: unknown. */
	readonly asks: boolean | null;
	/** Actions without asking; `broke` names what forbade them. */
	readonly unasked: readonly {
		readonly title: string;
		readonly because: string;
		readonly broke: 'rule' | 'plan' | null;
		/** The sandbox that kept it from the workspace. */
		readonly kept?: 'fence' | 'shadow';
	}[];
	/** Commands that acp-tui ran or refused, with what they changed on a copy of the workspace; then those in a shadow. */
	readonly commands: readonly (SettledCommand | HeldCommand)[];
	/** Differences in the workspace after the turn; `isTampering` where plan mode does not explain them. */
	readonly changes: readonly { readonly path: string; readonly kind: string; readonly isTampering: boolean }[];
	readonly toolCalls: readonly {
		readonly id: string;
		readonly title: string;
		readonly kind: string;
		readonly status: string;
		/** From the first to the last update, without the time that a question about it waited; absent: it did not end. */
		readonly durationMs?: number;
	}[];
	readonly subagents: readonly RunSubagent[];
	/** What held the commands and the agent. */
	readonly sandbox: Pick<SessionSandbox, 'commands' | 'agent'> & {
		/** Of an agent in a shadow: its id, and the number of waiting changes. */
		readonly shadow?: { readonly id: string; readonly waiting: number };
	};
	readonly network: { readonly mode: AgentNetwork; readonly denied: readonly string[] };
	readonly durationMs: number;
	readonly plan?: string;
	/** Sign-in methods, when the run needs a sign-in (exit code 3). */
	readonly authMethods?: readonly { readonly id: string; readonly name: string; readonly type: string }[];
	readonly retries: number;
	/** Null when nothing failed. */
	readonly errorClass: ErrorClass | null;
	/** End of a usage limit (ISO 8601), where the service says so. */
	readonly resetsAt?: string;
	/** Why the exit code is not 0. */
	readonly error?: string;
};

/** Context as last reported, cost of the session, and tokens of the run's turn; null: unknown. */
type RunUsage = TokenCounts & {
	readonly used: number | null;
	readonly size: number | null;
	readonly cost: Money | null;
};

/** Builds the result from the app's state at the end of the run. */
export function buildResult(
	app: App,
	run: {
		readonly outcome: Outcome;
		readonly exitCode: number;
		readonly answer: string;
		readonly record: RunRecord;
		readonly retries: number;
		readonly durationMs: number;
		readonly isOwnOutput?: (path: string) => boolean;
	},
): RunResult {
	const { outcome, exitCode, record } = run;
	const state = app.getState();
	const { plan } = record;
	const error = exitCode === 0 ? '' : outcomeMessage(outcome, record.decisions());
	const entries = entriesOfRun(state);
	const calls = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
	return {
		type: 'result',
		exitCode,
		result: run.answer,
		...(record.besideText.length === 0 ? {} : { besideText: record.besideText }),
		stopReason: outcome.type === 'ended' ? (outcome.word ?? outcome.reason) : null,
		sessionId: state.sessionId,
		resumed: record.isBriefed && state.resumed === 'new' ? 'briefing' : (state.resumed ?? null),
		agent: state.agent === null ? null : { title: state.agent.title, version: state.agent.version },
		usage: usageOf(state),
		denied: record.denied,
		asks: asksOf(state),
		unasked: record.unasked.map((action) => ({
			title: action.title,
			because: action.because,
			broke: brokeOf(action),
			...defined({ kept: action.kept }),
		})),
		commands: [...record.commands, ...heldCommands(calls)],
		changes: changesOf(state, record.changeSets).filter(({ path }) => run.isOwnOutput?.(path) !== true),
		toolCalls: calls
			.filter(({ id }) => !isCardOfChild(id))
			.map((call) => ({
				id: call.id,
				title: call.title,
				kind: call.kind,
				status: call.status,
				...(call.endedAt === undefined ? {} : { durationMs: timeOfCall(call, call.endedAt) }),
			})),
		subagents: subagentsOf(state),
		sandbox: sandboxOf(state),
		network: { mode: networkOf(state.profile), denied: state.sandbox.deniedHosts ?? [] },
		durationMs: run.durationMs,
		...(plan === null ? {} : { plan }),
		...authMethodsOf(outcome),
		retries: run.retries,
		errorClass: classOf(outcome),
		...resetOf(outcome),
		...(error === '' ? {} : { error }),
	};
}

function sandboxOf({ sandbox: { commands, agent }, shadow }: SessionState): RunResult['sandbox'] {
	if (agent !== 'shadow' || shadow === undefined) return { commands, agent };
	return { commands, agent, shadow: { id: shadow.id, waiting: changeRows(shadow.changes).length } };
}

/** Each behind its parent. */
function subagentsOf(state: SessionState): readonly RunSubagent[] {
	return flatTree(subagentTree(state)).map(({ subagent }) => shownSubagent(subagent));
}

function classOf(outcome: Outcome): ErrorClass | null {
	switch (outcome.type) {
		case 'ended':
			return outcome.failure === undefined ? errorClassOfStop(outcome.reason) : errorClassOf(outcome.failure);
		case 'failed':
			return errorClassOf(outcome.failure);
		case 'agent-exited':
			return 'process';
		case 'timed-out':
			return outcome.failure === undefined ? null : errorClassOf(outcome.failure);
		case 'interrupted':
			return null;
	}
}

function resetOf(outcome: Outcome): Pick<RunResult, 'resetsAt'> {
	const isTold = outcome.type === 'failed' || outcome.type === 'ended';
	const resetsAt = isTold ? outcome.failure?.resetsAt : undefined;
	return resetsAt === undefined ? {} : { resetsAt: new Date(resetsAt).toISOString() };
}

function usageOf({ usage, usageSoFar }: SessionState): RunUsage {
	const { used = null, size = null, cost = null } = usage ?? {};
	return { used, size, cost, ...tokensOf(usageSoFar?.turns.at(-1)?.tokens ?? noTokens) };
}

function authMethodsOf(outcome: Outcome): Pick<RunResult, 'authMethods'> {
	if (outcome.type !== 'failed' || outcome.failure.code !== 'auth-required') return {};
	const { authMethods = [] } = outcome.failure;
	return {
		authMethods: authMethods.map((method) => ({ id: method.id, name: method.name, type: authMethodType(method) })),
	};
}

/** Null: unknown. */
function asksOf({ asking: { before, now } }: SessionState): boolean | null {
	const shown = [before.edits, before.commands, now.edits, now.commands];
	if (shown.includes('doesNotAsk')) return false;
	if (shown.includes('asks')) return true;
	return null;
}

function entriesOfRun({ entries, resumed, resuming, firstOfAgent = 0 }: SessionState): readonly Entry[] {
	const all = [...eachEntry(entries)];
	return resumed === undefined && resuming === undefined ? all : all.slice(firstOfAgent);
}

/** Files of all comparisons of the run, each once; tampering is never hidden by a later one. */
function changesOf({ changes }: SessionState, own: ReadonlySet<string>): RunResult['changes'] {
	const files = new Map<string, RunResult['changes'][number]>();
	const sets = changes.sets.filter(({ id }) => own.has(id));
	for (const { path, kind, isTampering } of sets.flatMap((set) => set.files)) {
		files.set(path, { path, kind, isTampering: isTampering || files.get(path)?.isTampering === true });
	}
	return [...files.values()];
}

/** A command that an agent in a shadow ran by itself, allowed because the shadow holds what it does. */
type HeldCommand = Omit<SettledCommand, 'because'> & { readonly because: typeof BECAUSE.heldInShadow };

/** `changes` is empty: what such a command changed is among all that waits. */
export function heldCommands(calls: readonly ToolCall[]): readonly HeldCommand[] {
	return calls.filter(isHeld).map((call) => ({
		command: commandOfCall(call) || call.title,
		exitCode: (isOpenCall(call) ? undefined : exitOf(call)?.code) ?? null,
		because: BECAUSE.heldInShadow,
		changes: [],
	}));
}

/** One in a terminal of ours was told of when it ended. */
function isHeld({ kind, verdict, terminals }: ToolCall): boolean {
	return kind === 'execute' && verdict?.because === BECAUSE.heldInShadow && !terminals.some(({ ours }) => ours);
}
