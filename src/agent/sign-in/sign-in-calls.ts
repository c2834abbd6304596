import type { AgentInfo } from '../../core/agent-info.js';
import type { SignInCalls } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { type Failure, fail, succeed } from '../../core/failure.js';
import type { Call, Called } from '../agent-call.js';
import { readError } from '../errors/error-text.js';
import { objectOf } from '../json.js';
import { quirksOf } from '../quirks.js';
import { readAuthStatus, type SignInWatch } from './sign-in-watch.js';
import { hideKey } from './without-key.js';

/** Milliseconds until an answer must arrive; a sign-in itself waits for the user. */
const STATUS_PATIENCE = 10_000;
const LOGOUT_PATIENCE = 60_000;
const REQUEST_CANCELLED = -32800;
const MOST_NAMES = 5;

type SignInParts = { readonly info: AgentInfo; readonly call: Call; readonly watch: SignInWatch };

export function createSignInCalls({ info, call, watch }: SignInParts): SignInCalls {
	return {
		async authenticate(methodId, { apiKey }, signal) {
			const method = info.authMethods.find(({ id }) => id === methodId);
			if (method !== undefined && method.type !== 'agent')
				return fail('usage', `${info.title} cannot be asked to sign in by "${method.name}".`);
			const key = quirksOf(info.name).isApiKeyPlain === true ? apiKey : { apiKey };
			const params = { methodId, ...(apiKey === undefined ? {} : { _meta: { 'api-key': key } }) };
			const end = watch.begin();
			try {
				const answer = await call('authenticate', params, { patience: null, signal });
				return answer.ok ? succeed(undefined) : { ok: false, failure: failureOf(answer, info.title, apiKey) };
			} finally {
				end();
			}
		},
		async logout() {
			if (!info.auth.logout)
				return fail('usage', `${info.title} cannot sign out over the protocol.`, {
					hint: "Sign out with the agent's own program.",
				});
			const answer = await call('logout', {}, { patience: LOGOUT_PATIENCE });
			if (answer.ok) return succeed(undefined);
			const { code, detail } = answer.failure;
			if (answer.error === undefined) return answer;
			const { text } = readError(answer.error);
			return fail(code, `${info.title} did not sign out: ${text}`, defined({ detail }));
		},
		async authStatus() {
			if (!info.auth.status) return succeed(watch.status());
			const answer = await call('auth/status', {}, { patience: STATUS_PATIENCE });
			return answer.ok ? succeed(readAuthStatus(answer.value) ?? watch.status()) : answer;
		},
	};
}

/** Failure of a sign-in, without the given key anywhere in it. */
function failureOf(answer: Extract<Called, { ok: false }>, agent: string, key: string | undefined): Failure {
	const { failure, code, error } = answer;
	const named = { agent: hideKey(agent, key) };
	if (failure.code === 'cancelled' || code === REQUEST_CANCELLED)
		return { code: 'cancelled', message: `The sign-in to ${named.agent} was cancelled.` };
	const shown = {
		...failure,
		message: hideKey(failure.message, key),
		...(failure.detail === undefined ? {} : { detail: hideKey(failure.detail, key) }),
	};
	if (failure.code === 'agent-exit') return { ...shown, message: `The sign-in ended with the agent: ${shown.message}` };
	if (error === undefined) return shown;
	const text = hideKey(readError(error).text, key);
	const { hint: _, ...rest } = shown;
	if (failure.code === 'auth-required')
		return { ...rest, message: `${named.agent} did not accept the sign-in: ${text}` };
	const names = variablesOf(error);
	const which = names.length === 1 ? 'it' : 'one of them';
	const hint = `The agent reads its key from ${names.join(' or ')}: set ${which} for the agent.`;
	return { ...rest, ...(names.length === 0 ? {} : { hint }), message: `The sign-in to ${named.agent} failed: ${text}` };
}

function variablesOf(error: unknown): readonly string[] {
	const listed = objectOf(objectOf(error)['data'])['envVars'];
	if (!Array.isArray(listed)) return [];
	const names = listed.map((item: unknown) => (typeof item === 'string' ? item : objectOf(item)['name']));
	return names
		.filter((name): name is string => typeof name === 'string' && /^[A-Za-z_]\w{0,99}$/.test(name))
		.slice(0, MOST_NAMES);
}

/** Milliseconds; no user is involved. */
const KEY_PATIENCE = 60_000;

type SavedKeysParts = {
	readonly info: AgentInfo;
	readonly call: Call;
	readonly authenticate: SignInCalls['authenticate'];
	readonly savedKeys: () => Promise<Readonly<Record<string, string>>>;
};

/** Repeats a request that lacks a sign-in, once per connection, with the saved key: some agents keep none on disk. */
export function withSavedKeys({ info, call, authenticate, savedKeys }: SavedKeysParts): Call {
	let isTried = false;
	return async (method, params, options) => {
		const answer = await call(method, params, options);
		if (answer.ok || answer.failure.code !== 'auth-required' || isTried) return answer;
		const offered = answer.failure.authMethods ?? info.authMethods;
		const keys = await savedKeys();
		const taking = offered.find(({ id, type }) => type === 'agent' && Object.hasOwn(keys, id));
		const apiKey = taking === undefined ? undefined : keys[taking.id];
		if (taking === undefined || apiKey === undefined) return answer;
		isTried = true;
		const late = AbortSignal.timeout(KEY_PATIENCE);
		const signal = options.signal === undefined ? late : AbortSignal.any([options.signal, late]);
		const signedIn = await authenticate(taking.id, { apiKey }, signal);
		return signedIn.ok ? call(method, params, options) : answer;
	};
}
