import type { App } from '../../app/app.js';
import { networkOf } from '../../core/agents/network-of.js';
import { authMethodType } from '../../core/auth-method.js';
import { commandOfCall } from '../../core/command-title.js';
import { defined } from '../../core/defined.js';
import type { ErrorClass } from '../../core/error-class.js';
import { errorClassOf, errorClassOfStop } from '../../core/failure-class.js';
import { comparePlan } from '../../core/plan/plan-evidence.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { SettledCommand } from '../../core/sandbox/session-sandbox.js';
import { exitOf } from '../../core/session/entries/call-outcome.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { flatTree, subagentTree } from '../../core/session/subagent-tree.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { isCardOfChild } from '../../core/subagents/card-id.js';
import type { Subagent } from '../../core/subagents/subagent.js';
import { isOpenCall, type ToolCall, timeOfCall } from '../../core/tool-call.js';
import { noTokens, tokensOf } from '../../core/usage/tokens.js';
import type { Outcome } from './exit-code.js';
import { outcomeMessage } from './headless-messages.js';
import { brokeOf, type RunRecord } from './run-record.js';
import type { RunResult } from './stream/stream-schema.js';

export function buildResult(
	app: App,
	run: {
		readonly outcome: Outcome;
		readonly exitCode: number;
		readonly answer: string;
		readonly record: RunRecord;
		readonly retries: number;
		readonly durationMs: number;
		/** The first entry of this run. */
		readonly firstEntry: number;
		readonly promptId?: string;
		readonly isOwnOutput?: (path: string) => boolean;
	},
): RunResult {
	const { outcome, exitCode, record } = run;
	const state = app.getState();
	const { plan } = record;
	const compared = planCompared(state, record.differing);
	const error = exitCode === 0 ? '' : outcomeMessage(outcome, record.decisions());
	const entries = entriesOfRun(state, run.firstEntry);
	const calls = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
	return {
		type: 'result',
		...defined({ promptId: run.promptId }),
		exitCode,
		result: run.answer,
		...(record.otherBlocks.length === 0 ? {} : { besideText: record.otherBlocks }),
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
		subagents: flatTree(subagentTree(state)).map(({ subagent }) => shownSubagent(subagent)),
		sandbox: sandboxOf(state),
		network: { mode: networkOf(state.profile), denied: state.sandbox.deniedHosts ?? [] },
		durationMs: run.durationMs,
		...(plan === null ? {} : { plan }),
		...(compared === null ? {} : { planCompared: compared }),
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
	const hasFailed = outcome.type === 'failed' || outcome.type === 'ended';
	const resetsAt = hasFailed ? outcome.failure?.resetsAt : undefined;
	return resetsAt === undefined ? {} : { resetsAt: new Date(resetsAt).toISOString() };
}

function usageOf({ usage, usageSoFar }: SessionState): RunResult['usage'] {
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

function entriesOfRun({ entries, resumed, resuming, firstOfAgent = 0 }: SessionState, first: number): readonly Entry[] {
	const isNew = resumed === undefined && resuming === undefined;
	return [...eachEntry(entries)].slice(isNew ? first : Math.max(first, firstOfAgent));
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
	return calls
		.filter(isHeld)
		.map((call) => ({
			command: commandOfCall(call) || call.title,
			exitCode: (isOpenCall(call) ? undefined : exitOf(call)?.code) ?? null,
			because: BECAUSE.heldInShadow,
			changes: [],
		}));
}

/** Whether the copy holds what a command of the agent changed: one in a terminal of ours was reported when it ended. */
function isHeld({ kind, verdict, terminals }: ToolCall): boolean {
	return kind === 'execute' && verdict?.because === BECAUSE.heldInShadow && !terminals.some(({ ours }) => ours);
}

/** An approved plan and what was seen since; null without one. It says of no step that it is done. */
export function planCompared({ approvedPlan, plan }: SessionState, differing: readonly string[]) {
	if (approvedPlan === undefined) return null;
	const steps = approvedPlan.steps.map(({ text, seen }) => ({ text, seen: [...seen] }));
	return { steps, unnamed: [...comparePlan(approvedPlan, plan).unnamed], differing: [...differing] };
}

export function shownSubagent(subagent: Subagent): RunResult['subagents'][number] {
	const { id, parentId, sessionId, cardId, title, status, reported, toolCalls, activeMs } = subagent;
	return {
		id,
		parentId,
		sessionId,
		toolCallId: cardId,
		title,
		status,
		stopReason: reported?.stopReason ?? null,
		toolCalls,
		workMs: activeMs,
		usage: tokensOf(reported?.usage ?? noTokens),
	};
}
