import type { AppEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import { errorClassOf } from '../core/failure-class.js';
import type { LogPort } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import { tokensOf } from '../core/usage/tokens.js';
import { noUsage } from '../core/usage/totals.js';

type Fields = Readonly<Record<string, unknown>>;
type Line = readonly [level: Parameters<LogPort['write']>[0], what: string, fields?: Fields];
type Lines = {
	readonly [T in AppEvent['type']]?: (event: Extract<AppEvent, { type: T }>, state: SessionState) => Line;
};

/** Messages may quote the agent and have a line of their own (`logEvent`). */
const failed = (failure: Failure): Fields => ({ code: failure.code, class: errorClassOf(failure) });

/**
 * Log lines by event, except policy decisions, which the client methods log. No line holds text of the user, the agent
 * or a tool, titles, command lines and rules included: lengths, kinds and codes stand for them.
 */
const LINES: Lines = {
	'agent-starting': ({ launch }) => ['info', 'agent starting', { agent: launch.name, command: launch.command }],
	'switch-agent': ({ profile: { launch } }) => [
		'info',
		'switching the agent',
		{ agent: launch.name, command: launch.command },
	],
	'sandbox-chosen': ({ profile: { sandbox }, savedIn }) => [
		'info',
		'the user chose the sandbox of the agent',
		{ sandbox, isKept: savedIn !== null },
	],
	'agent-connected': ({ info }, { usageSoFar }) => [
		'info',
		'agent connected',
		{
			name: info.name,
			title: info.title,
			version: info.version,
			protocol: info.protocolVersion,
			milliseconds: usageSoFar?.handshakeMs,
			prompt: info.prompt,
			sessions: info.sessions,
			signIn: info.authMethods.map(({ id }) => id),
		},
	],
	'steering-answered': ({ answer, failure }) => [
		'info',
		'words for the running turn',
		{ answer, ...(failure === undefined ? {} : failed(failure)) },
	],
	'auth-status': ({ status: { kind } }) => ['info', 'account', { kind }],
	'auth-address': ({ address: { host, warnings } }) => ['info', 'sign-in address', { host, warnings }],
	'agent-failed': ({ failure }) => ['error', 'agent failed', failed(failure)],
	// Its last words are in the lines of its standard error.
	'agent-exited': ({ exit: { code, signal, expected, junkLines } }) => [
		expected ? 'info' : 'error',
		'agent exited',
		{ code, signal, expected, junkLines },
	],
	'junk-lines': ({ count }) => ['debug', 'lines that are not messages', { count }],
	'session-opened': ({ sessionId, modes, options, resumed }, { usageSoFar }) => [
		'info',
		'session opened',
		{
			sessionId,
			resumed,
			milliseconds: usageSoFar?.openMs,
			mode: modes?.current,
			modes: modes?.available.map(({ id }) => id),
			options: options.map(({ id, value }) => `${id}=${value}`),
		},
	],
	'session-restored': ({ restored: { recordId, sessionId, isInterrupted, skippedLines } }) => [
		'info',
		'session restored',
		{ recordId, sessionId, isInterrupted, skippedLines },
	],
	'record-opened': ({ record }) => ['info', 'session record', { recordId: record?.id ?? null }],
	'resume-tried': ({ strategy }) => ['info', 'resuming', { strategy }],
	'resume-failed': ({ strategy, failure }) => ['warn', 'not resumed', { strategy, ...failed(failure) }],
	'resume-newer': ({ sessionId }) => ['info', 'the later session is resumed', { sessionId }],
	'open-failed': ({ strategy, failure }, { reopening }) => [
		'warn',
		'session not opened',
		{ strategy, tried: reopening?.tried, ...failed(failure) },
	],
	'open-due': () => ['info', 'the session is asked for again'],
	'open-again': () => ['info', 'the user asks for the session again'],
	'open-stop': () => ['info', 'the user stops the wait'],
	'open-new': ({ fallback }) => ['info', 'the user goes on in a new session', { fallback }],
	'resume-refused': ({ failure }) => ['warn', 'nothing to resume', failed(failure)],
	'prompt-sent': ({ turnId }, { sessionId, turn }) => [
		'info',
		'prompt sent',
		{ sessionId, turnId, characters: turn?.prompt.text.length, blocks: turn?.prompt.blocks.map(({ type }) => type) },
	],
	'turn-ended': ({ turnId, reason, word }, state) => [
		'info',
		'turn ended',
		{ turnId, reason, word: word?.length, ...figuresOf(state) },
	],
	'turn-failed': ({ turnId, failure }, state) => [
		'error',
		'turn failed',
		{ turnId, ...failed(failure), retryAfterMs: failure.retryAfterMs, ...figuresOf(state) },
	],
	'restart-due': () => ['info', 'the agent is started again'],
	'restart-stop': () => ['info', 'the user stops the start'],
	'retry-due': () => ['info', 'the prompt goes again'],
	'retry-now': () => ['info', 'the user sends the prompt again'],
	'retry-stop': () => ['info', 'the user stops the wait'],
	'retry-at-reset': () => ['info', 'the prompt goes when the limit ends'],
	'cancel-ignored': ({ turnId }) => ['warn', 'the agent does not stop', { turnId }],
	'effect-failed': ({ failure }) => ['warn', 'failed', failed(failure)],
	'command-failed': ({ failure }) => ['warn', 'command failed', failed(failure)],
	'terminal-started': ({ terminalId, ours }) => ['info', 'command started', { terminalId, ours }],
	'terminal-exited': ({ terminalId, exit }) => ['info', 'command ended', { terminalId, ...exit }],
	tool: ({ patch: { id, kind, status } }) => ['debug', 'tool call', { id, kind, status }],
	unknown: ({ label }) => ['warn', 'not understood', { label }],
	notice: ({ level, title }) => [
		level === 'info' ? 'info' : 'warn',
		'notice of the agent',
		{ level, characters: title.length },
	],
	compaction: ({ status }) => ['info', 'compaction', { status }],
	'agent-mode': ({ modeId }) => ['info', 'the agent changed its mode', { modeId }],
	'agent-mode-set': ({ modeId }) => ['info', 'agent mode set', { modeId }],
	cancel: (_, { turn }) => ['info', 'the user stopped the turn', { turnId: turn?.id }],
	'question-asked': ({ question }) => [
		'info',
		'asked',
		{
			questionId: question.id,
			kind: question.kind,
			source: question.request.source,
			about: question.request.kind,
			...(question.kind === 'elicitation-url' ? { host: question.address.host } : {}),
		},
	],
	answer: ({ questionId, outcome, remember }) => [
		'info',
		'answered',
		{ questionId, outcome: outcome.type, remembered: remember?.scope },
	],
	// The client methods log policy decisions.
	decided: ({ toolCallId, kind, verdict: { decision }, source }) => [
		source === 'user' ? 'info' : 'debug',
		'decision',
		{ toolCallId, kind, decision, by: source },
	],
	'answer-plan': ({ questionId, choice, feedback }) => [
		'info',
		'answered',
		{ questionId, choice, feedback: feedback?.length },
	],
	'answer-form': ({ questionId, answer }) => ['info', 'answered', { questionId, action: answer.action }],
	'answer-refusals': ({ questionId, choice }) => ['info', 'answered', { questionId, choice }],
	'question-withdrawn': ({ questionId }) => ['info', 'question withdrawn', { questionId }],
	unasked: ({ action: { about, decision, isInPlan, rule } }) => [
		'warn',
		'done without asking',
		{ about, decision, isInPlan, isByRule: rule !== undefined },
	],
	'set-mode': ({ mode }) => ['info', 'mode', { mode }],
	'sign-in': () => ['info', 'the user wants to sign in'],
	'sign-in-begun': ({ methodId, isPlain, agreedTo }) => ['info', 'sign-in', { methodId, isPlain, agreedTo }],
	'sign-in-stop': () => ['info', 'the user stops the sign-in'],
	'sign-in-left': () => ['info', 'the user leaves the sign-in'],
	'signed-in-elsewhere': () => ['info', 'the user signed in elsewhere'],
	'signed-in': ({ methodId, needsRestart }) => ['info', 'signed in', { methodId, needsRestart }],
	'sign-in-failed': ({ methodId, failure }) => ['warn', 'sign-in failed', { methodId, ...failed(failure) }],
	'sign-out': () => ['info', 'the user signs out'],
	'signed-out': () => ['info', 'signed out'],
	'sign-out-failed': ({ failure }) => ['warn', 'sign-out failed', failed(failure)],
	'install-agent': ({ id }) => ['info', 'installing an agent', { id }],
	'agent-installed': ({ id }) => ['info', 'agent installed', { id }],
	'install-failed': ({ id, failure }) => ['error', 'agent not installed', { id, ...failed(failure) }],
	'restart-agent': () => ['info', 'the user restarts the agent'],
	'kill-agent': () => ['info', 'the user ends the agent'],
	'handed-over': ({ to }) => ['info', 'handed over', { recordId: to.recordId }],
	'taken-over': ({ from }) => ['info', 'taken over', { recordId: from.recordId }],
	'new-session': () => ['info', 'the user begins a session'],
	'snapshot-failed': ({ failure }) => ['warn', 'files not kept', failed(failure)],
	'restore-failed': ({ failure }) => ['warn', 'files not put back', failed(failure)],
};

export function logClosed(state: SessionState, since: number, at: number, log: LogPort): void {
	const { sessionId, usageSoFar, connection } = state;
	const { prompts, cost, toolCalls } = usageSoFar?.totals ?? noUsage;
	const milliseconds = Math.max(0, at - since);
	log.write('info', 'session closed', { sessionId, phase: connection.phase, milliseconds, prompts, cost, toolCalls });
}

function figuresOf({ usageSoFar }: SessionState): Fields {
	const turn = usageSoFar?.turns.at(-1);
	if (turn === undefined) return {};
	const { tokens, cost, toolCalls, workMs, waitMs, queueMs, firstUpdateMs, firstTextMs } = turn;
	return { tokens: tokens && tokensOf(tokens), cost, toolCalls, workMs, waitMs, queueMs, firstUpdateMs, firstTextMs };
}

export function logEvent<E extends AppEvent>(event: E, state: SessionState, log: LogPort): void {
	const line = (LINES as Readonly<Record<string, ((event: E, state: SessionState) => Line) | undefined>>)[event.type];
	if (line === undefined) return;
	log.write(...line(event, state));
	// Program output of a sign-in may hold a code.
	if (!('failure' in event) || event.type === 'sign-in-failed') return;
	const { message, detail } = event.failure as Failure;
	log.write('debug', 'words of the failure', { message, detail });
}
