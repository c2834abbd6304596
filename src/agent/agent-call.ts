import type { AgentExit, AgentInfo, AgentLaunch } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import { type Failure, fail, type Result, succeed } from '../core/failure.js';
import { signInLine } from '../core/sign-in/credentials.js';
import { classifyError } from './errors/error-class.js';
import { readError, withoutCommonplace } from './errors/error-text.js';
import { exitFailure } from './exit-text.js';
import { objectOf } from './json.js';
import type { Rpc } from './rpc.js';
import { readAuthMethods } from './sign-in/auth-methods.js';
import { within } from './within.js';

export type CallerParts = {
	readonly info: AgentInfo;
	readonly launch: AgentLaunch;
	readonly rpc: Rpc;
	readonly exited: Promise<AgentExit>;
};

/** The agent gets `$/cancel_request` for a request that is given up; a later answer is ignored. */
type CallOptions = {
	/** Milliseconds until the answer must arrive; null: no limit. */
	readonly patience: number | null;
	readonly signal?: AbortSignal;
};

/** `error` is what the agent answered, `code` its JSON-RPC code. */
export type Called = Result<unknown> & { readonly code?: number | null; readonly error?: unknown };

/** Sends a request. Never rejects; `auth-required` is ACP's -32000, `protocol`: nothing could be written. */
export type Call = (method: string, params: unknown, options: CallOptions) => Promise<Called>;

export function createCaller({ info, launch, rpc, exited }: CallerParts): Call {
	async function goneFailure(): Promise<Failure> {
		// The pipes close a moment before the exit is known.
		const outcome = await within(exited, 1500);
		return exitFailure(info.title, outcome?.value ?? null);
	}

	function unsent(method: string, error: unknown): Failure {
		const message = `${method} could not be sent to ${info.title}: ${readError(error).text}`;
		return { code: 'protocol', message, hint: '/restart starts the agent again', isUnsent: true };
	}

	function answerFailure(method: string, error: unknown): Called {
		const { code, text, detail } = readError(error);
		const extra = defined({ detail });
		const { advice, ...facts } = classifyError(error, text, Date.now());
		if (facts.errorClass === 'signIn') {
			const named = readAuthMethods(objectOf(objectOf(error)['data'])['authMethods']);
			const authMethods = named.length > 0 ? named : info.authMethods;
			const hint = signInLine(launch);
			const said = withoutCommonplace(text);
			const message = `${info.title} needs you to sign in${said === '' ? '.' : `: ${said}`}`;
			const failure: Failure = { code: 'auth-required', message, hint, authMethods, ...extra, ...facts };
			return { ok: false, failure, code, error };
		}
		const number = code === null ? '' : ` (${code})`;
		const message =
			method === 'session/new'
				? `${info.title} could not open a session: ${text}${number}`
				: `${info.title} answered ${method} with an error${number}: ${text}`;
		const hint = advice === null ? {} : { hint: advice };
		return { ok: false, failure: { code: 'agent-error', message, ...hint, ...extra, ...facts }, code, error };
	}

	return async (method, params, { patience, signal }) => {
		const calledOff = (): Called => fail('cancelled', `${method} was called off before ${info.title} answered.`);
		if (signal?.aborted === true) return calledOff();
		const late = new AbortController();
		const timer = patience === null ? undefined : setTimeout(() => late.abort(), patience);
		const givenUp = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
		try {
			return succeed(await rpc.request(method, params, givenUp));
		} catch (error) {
			if (late.signal.aborted) {
				return fail(
					'timed-out',
					`${info.title} did not answer ${method} within ${Math.round((patience ?? 0) / 1000)} s.`,
				);
			}
			if (givenUp.aborted) return calledOff();
			if (rpc.isClosed) return { ok: false, failure: await goneFailure() };
			// A failed write without an error code of the agent means that the request never arrived.
			const isUnsent = rpc.hasWriteFailed && readError(error).code === null;
			return isUnsent ? { ok: false, failure: unsent(method, error) } : answerFailure(method, error);
		} finally {
			clearTimeout(timer);
		}
	};
}
