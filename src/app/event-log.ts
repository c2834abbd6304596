import type { AppEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { LogPort } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import { withoutMailAddresses } from '../core/sign-in/auth-status.js';

type Level = Parameters<LogPort['write']>[0];
type Fields = Readonly<Record<string, unknown>>;
type Line = readonly [level: Level, what: string, fields?: Fields];
type Lines = {
	readonly [T in AppEvent['type']]?: (event: Extract<AppEvent, { type: T }>, state: SessionState) => Line;
};

const failed = ({ code, message, hint, detail }: Failure): Fields => ({ code, message, hint, detail });

/**
 * What goes into the log of what happens, apart from decisions, which the client methods write. Lengths stand for
 * what the user and the agent say.
 */
const LINES: Lines = {
	'agent-starting': ({ launch }) => ['info', 'agent starting', { agent: launch.name, command: launch.command }],
	'switch-agent': ({ profile: { launch } }) => [
		'info',
		'switching the agent',
		{ agent: launch.name, command: launch.command },
	],
	'agent-connected': ({ info }) => [
		'info',
		'agent connected',
		{
			name: info.name,
			title: info.title,
			version: info.version,
			protocol: info.protocolVersion,
			prompt: info.prompt,
			sessions: info.sessions,
			signIn: info.authMethods.map(({ id }) => id),
		},
	],
	'auth-status': ({ status: { kind, label, detail = '' } }) => [
		'info',
		'account',
		{ kind, label: withoutMailAddresses(label), detail: withoutMailAddresses(detail) },
	],
	'auth-address': ({ address: { host, oddities } }) => ['info', 'sign-in address', { host, oddities }],
	'agent-failed': ({ failure }) => ['error', 'agent failed', failed(failure)],
	'agent-exited': ({ exit }) => [exit.expected ? 'info' : 'error', 'agent exited', { ...exit }],
	'junk-lines': ({ count }) => ['debug', 'lines that are no messages', { count }],
	'session-opened': ({ sessionId, modes, options }) => [
		'info',
		'session opened',
		{
			sessionId,
			mode: modes?.current,
			modes: modes?.available.map(({ id }) => id),
			options: options.map(({ id, value }) => `${id}=${value}`),
		},
	],
	'prompt-sent': ({ turnId }, { sessionId, turn }) => [
		'info',
		'prompt sent',
		{ sessionId, turnId, characters: turn?.prompt.text.length, blocks: turn?.prompt.blocks.map(({ type }) => type) },
	],
	'turn-ended': ({ turnId, reason, word }) => ['info', 'turn ended', { turnId, reason, word }],
	'turn-failed': ({ turnId, failure }) => ['error', 'turn failed', { turnId, ...failed(failure) }],
	'cancel-ignored': ({ turnId }) => ['warn', 'the agent does not stop', { turnId }],
	'effect-failed': ({ failure }) => ['warn', 'failed', failed(failure)],
	'command-failed': ({ failure }) => ['warn', 'command failed', failed(failure)],
	'terminal-started': ({ terminalId, command, ours }) => ['info', 'command started', { terminalId, command, ours }],
	'terminal-exited': ({ terminalId, exit }) => ['info', 'command ended', { terminalId, ...exit }],
	tool: ({ patch: { id, kind, status } }) => ['debug', 'tool call', { id, kind, status }],
	unknown: ({ label }) => ['warn', 'not understood', { label }],
	notice: ({ level, title }) => [level === 'info' ? 'info' : 'warn', 'notice of the agent', { level, title }],
	compaction: ({ status, error }) => ['info', 'compaction', { status, error }],
	'agent-mode': ({ modeId }) => ['info', 'the agent changed its mode', { modeId }],
	'agent-mode-set': ({ modeId }) => ['info', 'agent mode set', { modeId }],
	cancel: (_, { turn }) => ['info', 'the user stopped the turn', { turnId: turn?.id }],
	'question-asked': ({ question: { id, kind, request } }) => [
		'info',
		'asked',
		{ questionId: id, kind, title: request.title },
	],
	answer: ({ questionId, outcome, remember }) => [
		'info',
		'answered',
		{ questionId, ...outcome, rule: remember?.text, scope: remember?.scope },
	],
	'answer-plan': ({ questionId, choice, feedback }) => [
		'info',
		'answered',
		{ questionId, choice, feedback: feedback?.length },
	],
	'answer-refusals': ({ questionId, choice }) => ['info', 'answered', { questionId, choice }],
	'question-withdrawn': ({ questionId }) => ['info', 'question withdrawn', { questionId }],
	unasked: ({ action }) => ['warn', 'done without asking', { ...action }],
	'set-mode': ({ mode }) => ['info', 'mode', { mode }],
	'sign-in': () => ['info', 'the user wants to sign in'],
	'sign-in-begun': ({ methodId, isPlain, agreedTo }) => ['info', 'sign-in', { methodId, isPlain, agreedTo }],
	'sign-in-stop': () => ['info', 'the user stops the sign-in'],
	'sign-in-left': () => ['info', 'the user leaves the sign-in'],
	'signed-in-elsewhere': () => ['info', 'the user signed in elsewhere'],
	'signed-in': ({ methodId, needsRestart }) => ['info', 'signed in', { methodId, needsRestart }],
	// What a program wrote at its end may hold a code.
	'sign-in-failed': ({ methodId, failure: { code, message } }) => [
		'warn',
		'sign-in failed',
		{ methodId, code, message },
	],
	'sign-out': () => ['info', 'the user signs out'],
	'signed-out': () => ['info', 'signed out'],
	'sign-out-failed': ({ failure }) => ['warn', 'sign-out failed', failed(failure)],
	'install-agent': ({ id }) => ['info', 'installing an agent', { id }],
	'agent-installed': ({ id }) => ['info', 'agent installed', { id }],
	'install-failed': ({ id, failure }) => ['error', 'agent not installed', { id, ...failed(failure) }],
	'restart-agent': () => ['info', 'the user restarts the agent'],
	'kill-agent': () => ['info', 'the user ends the agent'],
	'new-session': () => ['info', 'the user begins a session'],
	'snapshot-failed': ({ failure }) => ['warn', 'files not kept', failed(failure)],
	'restore-failed': ({ failure }) => ['warn', 'files not put back', failed(failure)],
};

/** Writes the line of an event that was folded in, where it has one. */
export function logEvent<E extends AppEvent>(event: E, state: SessionState, log: LogPort): void {
	const line = (LINES as Readonly<Record<string, ((event: E, state: SessionState) => Line) | undefined>>)[event.type];
	if (line !== undefined) log.write(...line(event, state));
}
