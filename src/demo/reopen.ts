import type { AgentApp, AgentContext } from '@agentclientprotocol/sdk/unstable';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { type ClientAbilities, newSessionId, reopenSession, type Session } from './session.js';

/** The abilities that {@link addReopening} gives. `session/fork` is unstable: the SDK's stable types lack it. */
export const REOPENING = { resume: {}, fork: {} };

type Asked = { readonly sessionId: string; readonly cwd: string };
type Parts<Answer> = {
	readonly sessions: ReadonlyMap<string, Session>;
	/** Opens what `create` makes, as `session/new` does. */
	readonly open: (cwd: string, client: AgentContext, create: (can: ClientAbilities) => Session) => Promise<Answer>;
};

/** Adds `session/resume` and `session/fork`. */
export function addReopening<Answer extends object>(app: AgentApp, { sessions, open }: Parts<Answer>): AgentApp {
	return app
		.onRequest('session/resume', ({ params: { sessionId, cwd }, client }) => {
			const known = sessions.get(sessionId);
			// Nobody waits any longer for a turn that runs in a session that is opened anew.
			known?.turn?.abort();
			return open(cwd, client, (can) => (known?.cwd === cwd ? known : reopened({ sessionId, cwd }, can)));
		})
		.onRequest('session/fork', readAsked, ({ params, client }) =>
			open(params.cwd, client, (can) => ({ ...reopened(params, can), id: newSessionId() })),
		);
}

function reopened({ sessionId, cwd }: Asked, can: ClientAbilities): Session {
	const session = reopenSession(sessionId, cwd, can);
	if (session === null) throw RequestError.sessionNotFound(sessionId);
	return session;
}

function readAsked(params: unknown): Asked {
	const { sessionId, cwd }: Partial<Record<keyof Asked, unknown>> = Object(params);
	if (typeof sessionId === 'string' && typeof cwd === 'string') return { sessionId, cwd };
	throw RequestError.invalidParams({ details: 'sessionId and cwd are required.' });
}
