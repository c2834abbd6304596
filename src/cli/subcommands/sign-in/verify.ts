import type { AgentConnection } from '../../../core/agent-port.js';
import { fail, type Result, succeed } from '../../../core/failure.js';
import { type AuthStatus, isSignedIn } from '../../../core/sign-in/auth-status.js';
import * as messages from './messages.js';
import type { SignInAgent } from './sign-in-agent.js';

/** Milliseconds for a word on the account behind a session that was opened. */
const STATUS_PATIENCE = 1000;
const LOOK_EVERY = 50;

/**
 * Asks the agent whether it takes the sign-in: it must open a session, and must not say that nobody is signed in.
 * Returns the account where it tells one. Fails with `auth-required` when it refuses.
 */
export async function verify(connection: AgentConnection, agent: SignInAgent): Promise<Result<AuthStatus | null>> {
	const { title } = connection.info;
	const opened = await connection.newSession({
		cwd: agent.cwd,
		additionalDirectories: [],
		mcpServers: [],
		systemPrompt: null,
	});
	if (!opened.ok) {
		if (opened.failure.code !== 'auth-required') return opened;
		return fail('auth-required', messages.stillRefused(title));
	}
	const status = await statusOf(connection, agent);
	await connection.closeSession(opened.value.sessionId);
	if (status !== null && isSignedIn(status) === false)
		return fail('auth-required', messages.saysSignedOut(title, status.label));
	return succeed(status);
}

/** What the agent says of its account, which it may tell a moment later. */
async function statusOf(connection: AgentConnection, agent: SignInAgent): Promise<AuthStatus | null> {
	if (connection.info.auth.status) {
		const asked = await connection.authStatus();
		return asked.ok ? asked.value : null;
	}
	if (connection.info.auth.pushesStatus !== true) return agent.status();
	for (let waited = 0; waited < STATUS_PATIENCE && isOpen(agent.status()); waited += LOOK_EVERY) {
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
	}
	return agent.status();
}

/** Nothing was said yet, or something that may be from before the sign-in. */
function isOpen(status: AuthStatus | null): boolean {
	return status === null || isSignedIn(status) !== true;
}
