import type { AgentInfo } from '../../core/agent-info.js';
import type { SignInCalls } from '../../core/sign-in/sign-in-calls.js';
import type { Call } from '../call.js';

/** Milliseconds; no user is involved. */
const KEY_PATIENCE = 60_000;

type KeptKeysParts = {
	readonly info: AgentInfo;
	readonly call: Call;
	readonly authenticate: SignInCalls['authenticate'];
	readonly keptKeys: () => Promise<Readonly<Record<string, string>>>;
};

/**
 * Repeats a request that was refused for want of a sign-in, once per connection, after handing over the saved API key
 * again: some agents keep a key only while they run. A failure is reported as the original refusal.
 */
export function withKeptKeys({ info, call, authenticate, keptKeys }: KeptKeysParts): Call {
	let isTried = false;
	return async (method, params, options) => {
		const answer = await call(method, params, options);
		if (answer.ok || answer.failure.code !== 'auth-required' || isTried) return answer;
		const offered = answer.failure.authMethods ?? info.authMethods;
		const keys = await keptKeys();
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
