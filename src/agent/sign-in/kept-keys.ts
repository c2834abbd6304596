import type { AgentInfo } from '../../core/agent-info.js';
import type { SignInCalls } from '../../core/sign-in/sign-in-calls.js';
import type { Call } from '../call.js';

/** Milliseconds that a key may take: nobody has to do anything for it. */
const KEY_PATIENCE = 60_000;

/** What it needs of its connection. */
type KeptKeysParts = {
	readonly info: AgentInfo;
	readonly call: Call;
	readonly authenticate: SignInCalls['authenticate'];
	/** The API keys that the user gave to sign-in methods, by their ids. */
	readonly keptKeys: () => Promise<Readonly<Record<string, string>>>;
};

/**
 * Requests that use what the user has given already: some agents hold a key only as long as they run. A request that
 * is refused for want of a sign-in is repeated once after the key was handed over again; each connection tries that
 * once, and what fails is told as the refusal that it was.
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
