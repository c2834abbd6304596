import type { AgentExit, AgentInfo, AgentLaunch, StopReason } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import { type Failure, fail, type Result, succeed } from '../core/failure.js';
import type { AgentConnection, SessionOpened, TurnEnd } from '../core/ports.js';
import { adviceFor, classifyError } from './error-class.js';
import { readError } from './error-text.js';
import { exitFailure } from './exit-text.js';
import { signInHint } from './handshake.js';
import { bounded, isObject, objectOf, textOf } from './json.js';
import { CALLS, RESTART_HINT } from './messages.js';
import type { Rpc } from './rpc.js';
import type { Sessions } from './sessions.js';
import { toWireBlock } from './translate/content.js';
import { MODEL_OPTION_ID } from './translate/models.js';
import { toConfigOptions, toModes } from './translate/options.js';
import { within } from './within.js';

/** What the calls of one connection need. */
export type CallParts = {
	readonly info: AgentInfo;
	/** The JSON of the agent's sign-in methods, for the hint. */
	readonly authMethods: unknown;
	readonly launch: AgentLaunch;
	readonly rpc: Rpc;
	readonly sessions: Sessions;
	readonly exited: Promise<AgentExit>;
	close(): Promise<AgentExit>;
};

/** Milliseconds until an answer must be there. A prompt has none: a turn may take hours. */
const NEW_SESSION_PATIENCE = 60_000;
const CALL_PATIENCE = 20_000;
const CLOSE_PATIENCE = 2_000;

const REQUEST_CANCELLED = -32800;

const STOP_REASONS: readonly StopReason[] = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

/** The outcome of a request; `code` is the JSON-RPC code of an error that the agent answered. */
type Called = Result<unknown> & { readonly code?: number | null };

/** Builds the methods of a connected agent. */
export function createAgentCalls(parts: CallParts): AgentConnection {
	const { info, rpc, sessions } = parts;

	/** Sends a request; every way in which it can fail becomes a `Failure`. */
	async function call(method: string, params: unknown, patience: number | null): Promise<Called> {
		try {
			const answer = rpc.request(method, params);
			const outcome = patience === null ? { value: await answer } : await within(answer, patience);
			if (outcome !== null) return succeed(outcome.value);
			const seconds = Math.round((patience ?? 0) / 1000);
			return fail('timed-out', CALLS.silent(info.title, method, seconds));
		} catch (error) {
			if (rpc.isClosed) return { ok: false, failure: await goneFailure() };
			// Without an answer of the agent the question never reached it.
			const isUnsent = rpc.hasWriteFailed && readError(error).code === null;
			return isUnsent ? { ok: false, failure: unsent(method, error) } : answerFailure(method, error);
		}
	}

	async function goneFailure(): Promise<Failure> {
		// The pipes close a moment before the exit is known.
		const outcome = await within(parts.exited, 1500);
		return exitFailure(info.title, outcome?.value ?? null);
	}

	function unsent(method: string, error: unknown): Failure {
		const message = CALLS.unsent(info.title, method, readError(error).text);
		return { code: 'protocol', message, hint: RESTART_HINT, isUnsent: true };
	}

	function answerFailure(method: string, error: unknown): Called {
		const { code, text, detail } = readError(error);
		const extra = defined({ detail });
		const errorClass = classifyError(error, text);
		if (errorClass === 'signIn') {
			const offered = objectOf(objectOf(error)['data'])['authMethods'] ?? parts.authMethods;
			const hint = signInHint(offered, parts.launch);
			return { ...fail('auth-required', CALLS.signIn(info.title, text), { hint, ...extra }), code };
		}
		const number = code === null ? '' : ` (${code})`;
		const hint = adviceFor(errorClass);
		const more = hint === null ? extra : { hint, ...extra };
		return { ...fail('agent-error', CALLS.error(info.title, method, number, text), more), code };
	}

	return {
		info,
		exited: parts.exited,
		close: parts.close,
		async newSession({ cwd, additionalDirectories = [] }) {
			const areSent = info.takesAdditionalDirectories && additionalDirectories.length > 0;
			const params = { cwd, mcpServers: [], ...(areSent ? { additionalDirectories } : {}) };
			const answer = await call('session/new', params, NEW_SESSION_PATIENCE);
			return answer.ok ? readOpened(answer.value, info, sessions) : answer;
		},
		async prompt(sessionId, blocks) {
			const answer = await call('session/prompt', { sessionId, prompt: blocks.map(toWireBlock) }, null);
			return readTurnEnd(answer);
		},
		async cancel(sessionId) {
			// A closed connection has nothing left to cancel.
			await rpc.notify('session/cancel', { sessionId }).catch(() => {});
		},
		async setMode(sessionId, modeId) {
			const answer = await call('session/set_mode', { sessionId, modeId }, CALL_PATIENCE);
			if (!answer.ok) return answer;
			sessions.translatorOf(sessionId).modeSet(modeId);
			return succeed(undefined);
		},
		async setConfigOption(sessionId, optionId, value) {
			if (optionId === MODEL_OPTION_ID && typeof value === 'string') {
				const chosen = await call('session/set_model', { sessionId, modelId: value }, CALL_PATIENCE);
				return chosen.ok ? succeed(sessions.translatorOf(sessionId).modelSet(value)) : chosen;
			}
			const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
			const params = { sessionId, configId: optionId, ...typed };
			const answer = await call('session/set_config_option', params, CALL_PATIENCE);
			if (!answer.ok) return answer;
			const list = objectOf(answer.value)['configOptions'];
			if (!Array.isArray(list)) return fail('protocol', CALLS.noOptions(info.title));
			return succeed(sessions.translatorOf(sessionId).optionsSet(toConfigOptions(list, [])));
		},
		async closeSession(sessionId) {
			// Nobody waits for the answer: the session is left in any case.
			if (info.closeSession) await call('session/close', { sessionId }, CLOSE_PATIENCE);
		},
	};
}

/** Reads the answer to `session/new`. Options that cannot be read are left out. */
function readOpened(value: unknown, info: AgentInfo, sessions: Sessions): Result<SessionOpened> {
	const sessionId = isObject(value) ? textOf(value['sessionId']) : undefined;
	if (!isObject(value) || sessionId === undefined) return fail('protocol', CALLS.noSessionId(info.title));
	const modes = toModes(value['modes']);
	const faults: string[] = [];
	const listed = toConfigOptions(value['configOptions'], faults);
	const options = sessions.translatorOf(sessionId).opened(modes, listed, value['models']);
	return succeed({ sessionId, modes, options });
}

/** Reads the answer to `session/prompt`. An agent that answers a cancel with an error did end the turn. */
function readTurnEnd(answer: Called): Result<TurnEnd> {
	if (!answer.ok) return answer.code === REQUEST_CANCELLED ? succeed({ reason: 'cancelled' }) : answer;
	const word = objectOf(answer.value)['stopReason'];
	const reason = STOP_REASONS.find((known) => known === word);
	if (reason !== undefined) return succeed({ reason });
	return succeed({ reason: 'unknown', word: typeof word === 'string' ? bounded(word, 60) : 'no stop reason' });
}
