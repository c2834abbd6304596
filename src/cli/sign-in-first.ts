import type { AgentLaunch } from '../core/agent-info.js';
import type { AgentConnection, AgentPort } from '../core/agent-port.js';
import { type Failure, fail, type Result } from '../core/failure.js';
import { type CredentialsPort, credentialsName, signInLine } from '../core/sign-in/credentials.js';
import { quote } from './quote.js';

/**
 * The port with a sign-in behind each start (`--auth`), by a method of type `agent`: nobody is there to do anything for
 * it. Where it does not succeed the agent is ended, and the start fails with `auth-required`, or with `usage` where the
 * agent has no such method.
 */
export function signingInFirst(
	agent: AgentPort,
	methodId: string,
	credentials: Pick<CredentialsPort, 'load'>,
): AgentPort {
	return {
		...agent,
		async connect(launch, options, host) {
			const connected = await agent.connect(launch, options, host);
			if (!connected.ok) return connected;
			const failure = await signIn(connected.value, launch, { methodId, credentials, signal: options.signal });
			if (failure === null) return connected;
			await connected.value.close();
			return { ok: false, failure };
		},
	};
}

type SignIn = {
	readonly methodId: string;
	readonly credentials: Pick<CredentialsPort, 'load'>;
	readonly signal: AbortSignal;
};

/** Null when it succeeded. */
async function signIn(
	connection: AgentConnection,
	launch: AgentLaunch,
	{ methodId, credentials, signal }: SignIn,
): Promise<Failure | null> {
	const { authMethods, title } = connection.info;
	const method = authMethods.find(({ id }) => id === methodId);
	if (method === undefined) {
		const ids = authMethods.map(({ id }) => id);
		return fail(
			'usage',
			`--auth ${quote(methodId)}: ${title} has no such way to sign in${ids.length === 0 ? '' : `; it has ${ids.join(', ')}`}`,
		).failure;
	}
	if (method.type !== 'agent')
		return fail('usage', `--auth ${quote(methodId)}: this way to sign in needs a user`, { hint: signInLine(launch) })
			.failure;
	const kept = await credentials.load(credentialsName(launch));
	const apiKey = kept.ok ? kept.value.apiKeys[methodId] : undefined;
	const answer: Result<void> = await connection.authenticate(methodId, apiKey === undefined ? {} : { apiKey }, signal);
	if (answer.ok) return null;
	const { message, hint = signInLine(launch) } = answer.failure;
	return { code: 'auth-required', message, hint, authMethods };
}
