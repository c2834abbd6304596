import type { AgentExit, AgentInfo, StopReason } from '../core/agent-info.js';
import type { AgentConnection, TurnEnd } from '../core/agent-port.js';
import type { ModelProvider } from '../core/agents/profile.js';
import type { ContentBlock } from '../core/content.js';
import { defined } from '../core/defined.js';
import { fail, type Result, succeed } from '../core/failure.js';
import type { SessionOpened } from '../core/session-params.js';
import type { SteeringAnswer } from '../core/steering-event.js';
import { type Call, type Called, type CallerParts, createCaller } from './agent-call.js';
import { createSessionCalls, readSession, sessionParams } from './agent-sessions.js';
import { bounded, isObject, objectOf, textOf } from './json.js';
import type { Sessions } from './sessions.js';
import { createSignInCalls, withSavedKeys } from './sign-in/sign-in-calls.js';
import type { SignInWatch } from './sign-in/sign-in-watch.js';
import { hideKey } from './sign-in/without-key.js';
import { toConfigOptions } from './translate/modes-options.js';
import { readPromptUsage } from './translate/prompt-usage.js';
import { toWireBlock } from './translate/translate-content.js';
import { MODEL_OPTION_ID } from './translate/translate-models.js';

export type CallParts = CallerParts & {
	readonly sessions: Sessions;
	readonly signIn: SignInWatch;
	readonly savedKeys: () => Promise<Readonly<Record<string, string>>>;
	close(): Promise<AgentExit>;
};

/** Milliseconds until an answer must arrive; null for a prompt, as a turn may take hours. */
const NEW_SESSION = { patience: 60_000 };
const SHORT_CALL = { patience: 20_000 };
const PROMPT = { patience: null };
const REQUEST_CANCELLED = -32800;
const STOP_REASONS: readonly StopReason[] = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

export function createAgentCalls(parts: CallParts): AgentConnection {
	const { info, rpc, sessions, signIn } = parts;
	const call = createCaller(parts);
	const signInCalls = createSignInCalls({ info, call, watch: signIn });
	const callWithKeys = withSavedKeys({
		info,
		call,
		authenticate: signInCalls.authenticate,
		savedKeys: parts.savedKeys,
	});

	return {
		info,
		exited: parts.exited,
		close: parts.close,
		async newSession(params) {
			const answer = await callWithKeys('session/new', sessionParams(params, info), NEW_SESSION);
			if (answer.ok) return readOpened(answer.value, info, sessions);
			// Some agents open no session at all where one of the servers is not to their liking.
			const isRefused = answer.failure.code === 'agent-error' && params.mcpServers.length > 0;
			if (!isRefused) return answer;
			const bare = await callWithKeys('session/new', sessionParams({ ...params, mcpServers: [] }, info), NEW_SESSION);
			const opened = bare.ok ? readOpened(bare.value, info, sessions) : bare;
			return opened.ok ? succeed({ ...opened.value, mcpRefusal: answer.failure.message }) : answer;
		},
		async prompt(sessionId, blocks) {
			const answer = await call('session/prompt', { sessionId, prompt: blocks.map(toWireBlock) }, PROMPT);
			return readTurnEnd(answer);
		},
		steer: createSteer(call),
		async cancel(sessionId) {
			// A closed connection has nothing left to cancel.
			await rpc.notify('session/cancel', { sessionId }).catch(() => {});
		},
		async setMode(sessionId, modeId) {
			const answer = await call('session/set_mode', { sessionId, modeId }, SHORT_CALL);
			if (!answer.ok) return answer;
			sessions.translatorOf(sessionId).modeSet(modeId);
			return succeed(undefined);
		},
		async setConfigOption(sessionId, optionId, value) {
			if (optionId === MODEL_OPTION_ID && typeof value === 'string') {
				const chosen = await call('session/set_model', { sessionId, modelId: value }, SHORT_CALL);
				return chosen.ok ? succeed(sessions.translatorOf(sessionId).modelSet(value)) : chosen;
			}
			const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
			const params = { sessionId, configId: optionId, ...typed };
			const answer = await call('session/set_config_option', params, SHORT_CALL);
			if (!answer.ok) return answer;
			const list = objectOf(answer.value)['configOptions'];
			if (!Array.isArray(list))
				return fail('protocol', `${info.title} answered session/set_config_option without its options.`);
			return succeed(sessions.translatorOf(sessionId).optionsSet(toConfigOptions(list, [])));
		},
		...signInCalls,
		...createSessionCalls({ info, sessions, call, opening: callWithKeys }),
	};
}

function readOpened(value: unknown, info: AgentInfo, sessions: Sessions): Result<SessionOpened> {
	const sessionId = isObject(value) ? textOf(value['sessionId']) : undefined;
	if (!isObject(value) || sessionId === undefined)
		return fail('protocol', `${info.title} opened a session without a sessionId.`);
	return succeed(readSession(sessionId, value, sessions));
}

/** Reads the answer to `session/prompt`. A cancel that is answered with an error counts as the end of the turn. */
function readTurnEnd(answer: Called): Result<TurnEnd> {
	if (!answer.ok) return answer.code === REQUEST_CANCELLED ? succeed({ reason: 'cancelled' }) : answer;
	const word = objectOf(answer.value)['stopReason'];
	const reason = STOP_REASONS.find((known) => known === word);
	const usage = defined({ usage: readPromptUsage(answer.value) });
	if (reason !== undefined) return succeed({ reason, ...usage });
	return succeed({
		reason: 'unknown',
		word: typeof word === 'string' ? bounded(word, 60) : 'no stop reason',
		...usage,
	});
}

const PATIENCE = 20_000;

/** Sets the model provider (`providers/set`) before any session. A refusal fails: prompts must not go elsewhere. */
export async function setProvider(call: Call, info: AgentInfo, provider: ModelProvider): Promise<Result<void>> {
	if (!info.takesProvider) return succeed(undefined);
	const { providerId, apiType, baseUrl, headers } = provider;
	const answer = await call('providers/set', { providerId, apiType, baseUrl, headers }, { patience: PATIENCE });
	if (answer.ok) return succeed(undefined);
	const hidden = (text: string): string => Object.values(headers).reduce(hideKey, text);
	const { code, message, detail } = answer.failure;
	return {
		ok: false,
		failure: {
			code,
			message: `The model provider ${providerId} could not be set. ${hidden(message)}`,
			hint: 'Correct agents.NAME.provider in the config, or take it out.',
			...(detail === undefined ? {} : { detail: hidden(detail) }),
		},
	};
}

/** ACP extension of both big adapters, announced in `_meta.steering` of the answer to `initialize`. */
const METHOD = '_session/steering';

/** Without a running turn the text stays with us: a turn that an agent starts for it would run unseen. */
const OPT_IN = { steering: { idleBehavior: 'promptRequired' } };

const ANSWERS = new Map<unknown, SteeringAnswer>([
	['injected', 'injected'],
	['promptRequired', 'promptRequired'],
	['startedNewTurn', 'startedNewTurn'],
	// Codex, where its turn takes no text at the moment.
	['failed', 'refused'],
]);

/** `_session/steering`, without a time limit: the caller decides how long to wait. */
function createSteer(call: Call): AgentConnection['steer'] {
	return async (sessionId: string, blocks: readonly ContentBlock[]) => {
		const params = { sessionId, prompt: blocks.map(toWireBlock), _meta: OPT_IN };
		const answer = await call(METHOD, params, { patience: null });
		if (!answer.ok) return answer;
		return succeed(ANSWERS.get(objectOf(answer.value)['outcome']) ?? 'unclear');
	};
}
