import { findAgent } from '../../../agent/catalogue.js';
import type { AgentConnection } from '../../../core/agent-port.js';
import type { AuthMethod } from '../../../core/auth-method.js';
import { type Failure, type FailureCode, fail, type Result, succeed } from '../../../core/failure.js';
import { type AuthStatus, isSignedIn } from '../../../core/sign-in/auth-status.js';
import { loginCommand } from '../../../core/sign-in/credentials.js';
import type { SubcommandHost } from '../../subcommand.js';
import { elicitOnConsole } from './elicit-on-console.js';
import { ensureAgentNamed, openSignInAgent, type SignInAgent, type SignInRequest } from './sign-in-agent.js';
import { chooseMethod, type SignedIn, signInBy, wordsOf } from './sign-in-by.js';
import { createConsole, type SignInConsole } from './sign-in-console.js';
import * as messages from './sign-in-messages.js';

/** The exit code where a sign-in is needed or did not succeed. */
const NOT_SIGNED_IN = 3;
/** Code that ctrl+c ends with elsewhere: here it is a cancelled sign-in. */
const INTERRUPTED = 130;
/** Seconds: pages and codes of sign-ins expire before. */
const USUAL_TIMEOUT = 15 * 60;

/** Failures after which a second try makes sense. */
const REPEATABLE: ReadonlySet<FailureCode> = new Set([
	'auth-required',
	'agent-error',
	'agent-exit',
	'cancelled',
	'timed-out',
]);

export async function login(
	request: SignInRequest,
	host: SubcommandHost,
	desk: SignInConsole = createConsole(host.world.env),
): Promise<number> {
	ensureAgentNamed('login', request);
	const seconds = request.timeout ?? USUAL_TIMEOUT;
	const late = AbortSignal.timeout(seconds * 1000);
	const signal = AbortSignal.any([host.stop.signal, late]);
	const agent = await openSignInAgent(request, host, {
		signal,
		hasTerminal: desk.isTerminal,
		onAddress: desk.showAddress,
		elicit: (asked, until) => elicitOnConsole(desk, asked, until),
	});
	try {
		const done = await signIn(agent, request.method ?? null, desk, signal);
		if (done.ok) {
			desk.print(done.value);
			return 0;
		}
		const code = host.stop.signal.aborted ? Number(host.stop.signal.reason) : NOT_SIGNED_IN;
		if (code !== NOT_SIGNED_IN && code !== INTERRUPTED) return code;
		const isLate = late.aborted && !host.stop.signal.aborted;
		const failure: Failure = isLate
			? { code: 'timed-out', message: `The sign-in to ${agent.title()} was not finished within ${seconds} s.` }
			: done.failure;
		desk.say(`acp-tui: ${wordsOf(failure)}`);
		if (failure.hint === undefined && REPEATABLE.has(failure.code))
			desk.say(`To try again: ${loginCommand(agent.launch)}`);
		return NOT_SIGNED_IN;
	} finally {
		await agent.close();
	}
}

/** Signs in, and returns the sentence that says so. */
async function signIn(
	agent: SignInAgent,
	named: string | null,
	desk: SignInConsole,
	signal: AbortSignal,
): Promise<Result<string>> {
	const started = await agent.start();
	if (!started.ok) return started;
	const connection = started.value;
	const { title } = connection.info;
	const methods = await methodsOf(connection, agent);
	if (!methods.ok) return methods;
	if (methods.value.length === 0 && named === null) return withoutMethods(connection, agent, desk);
	const method = await chooseMethod(methods.value, named, title, desk, signal);
	if (method === null) {
		const isUsable = methods.value.some(({ type }) => type !== 'unknown');
		return isUsable
			? fail('cancelled', `The sign-in to ${title} was cancelled: no way was chosen.`)
			: fail('usage', `${title} offers no way to sign in that acp-tui knows; use the agent's own program.`);
	}
	const signedIn = await signInBy(method, { agent, connection, desk, signal });
	if (!signedIn.ok) return signedIn;
	const account = await accepted(connection, agent, signedIn.value);
	if (!account.ok) return account;
	const kept = await save(agent, signedIn.value);
	if (!kept.ok)
		return fail('auth-required', `You are signed in for now, but the key could not be kept: ${wordsOf(kept.failure)}`);
	await agent.remember(true);
	if (signedIn.value.given.apiKeys !== undefined || signedIn.value.given.env !== undefined)
		desk.say('The first prompt shows whether the key is valid.');
	return succeed(account.value === null ? `Signed in to ${title}.` : `Signed in to ${title}: ${account.value.label}.`);
}

/** Methods of an agent, as it said at the start, or as it says when it refuses a session. */
async function methodsOf(connection: AgentConnection, { cwd }: SignInAgent): Promise<Result<readonly AuthMethod[]>> {
	if (connection.info.authMethods.length > 0) return succeed(connection.info.authMethods);
	const opened = await connection.newSession({ cwd, additionalDirectories: [], mcpServers: [], systemPrompt: null });
	if (!opened.ok && opened.failure.code !== 'auth-required') return opened;
	if (opened.ok) await connection.closeSession(opened.value.sessionId);
	return succeed(opened.ok ? [] : (opened.failure.authMethods ?? []));
}

/** An agent that names no way to sign in: it needs none, or none here. */
async function withoutMethods(
	connection: AgentConnection,
	agent: SignInAgent,
	desk: SignInConsole,
): Promise<Result<string>> {
	const { title } = connection.info;
	const checked = await verify(connection, agent);
	if (checked.ok) return succeed(`${title} opens sessions without a sign-in.`);
	if (checked.failure.code !== 'auth-required') return checked;
	if (!desk.isTerminal)
		return fail(
			'usage',
			`${title} offers no way to sign in without a terminal. In a terminal, run: ${loginCommand(agent.launch)}`,
		);
	return fail('usage', messages.noMethods(title, findAgent(agent.launch.name)?.signIn));
}

/** Whether the agent takes the sign-in. Some know of it only after a restart, so only a second refusal counts. */
async function accepted(
	connection: AgentConnection,
	agent: SignInAgent,
	{ given, needsRestart }: SignedIn,
): Promise<Result<AuthStatus | null>> {
	if (!needsRestart) {
		const first = await verify(connection, agent);
		// A key may hold only as long as the agent runs: it is kept here for the next one.
		if (first.ok || first.failure.code !== 'auth-required' || given.apiKeys !== undefined) return first;
	}
	const again = await agent.start(given.env ?? {});
	if (!again.ok) return again;
	const second = await verify(again.value, agent);
	const isKeyRefused = !second.ok && second.failure.code === 'auth-required' && given.env !== undefined;
	return isKeyRefused
		? fail('auth-required', `${again.value.info.title} did not accept what was given; it is not kept.`)
		: second;
}

function save({ credentials, credentialsName }: SignInAgent, { given }: SignedIn): Promise<Result<void>> {
	const isNothing = given.env === undefined && given.apiKeys === undefined;
	return isNothing ? Promise.resolve(succeed(undefined)) : credentials.save(credentialsName, given);
}

/** Milliseconds for a word on the account behind a session that was opened. */
const STATUS_PATIENCE = 1000;
const LOOK_EVERY = 50;

/**
 * Asks the agent whether it takes the sign-in: it must open a session, and must not say that nobody is signed in.
 * Returns the account where it tells one. Fails with `auth-required` when it refuses.
 */
async function verify(connection: AgentConnection, agent: SignInAgent): Promise<Result<AuthStatus | null>> {
	const { title } = connection.info;
	const opened = await connection.newSession({
		cwd: agent.cwd,
		additionalDirectories: [],
		mcpServers: [],
		systemPrompt: null,
	});
	if (!opened.ok) {
		if (opened.failure.code !== 'auth-required') return opened;
		return fail('auth-required', `The sign-in succeeded, but ${title} still asks for one.`);
	}
	const status = await statusOf(connection, agent);
	await connection.closeSession(opened.value.sessionId);
	if (status !== null && isSignedIn(status) === false)
		return fail('auth-required', `The sign-in succeeded, but ${title} says: ${status.label}.`);
	return succeed(status);
}

/** Waits a moment, as some agents report their account after the sign-in. */
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

/** Whether the account is still unknown, or may be from before the sign-in. */
function isOpen(status: AuthStatus | null): boolean {
	return status === null || isSignedIn(status) !== true;
}

const FAILED = 3;

export async function logout(
	request: SignInRequest,
	host: SubcommandHost,
	desk: SignInConsole = createConsole(host.world.env),
): Promise<number> {
	ensureAgentNamed('logout', request);
	const { signal } = host.stop;
	const agent = await openSignInAgent(request, host, { signal, hasTerminal: false, onAddress: () => {} });
	const failed = (failure: Failure): number => {
		desk.say(`acp-tui: ${wordsOf(failure)}`);
		return signal.aborted ? Number(signal.reason) : FAILED;
	};
	try {
		const started = await agent.start();
		if (!started.ok) return failed(started.failure);
		const { title, auth } = started.value.info;
		if (auth.logout) {
			const answer = await started.value.logout();
			if (!answer.ok) return failed(answer.failure);
		}
		const forgotten = await agent.credentials.forget(agent.credentialsName);
		if (!forgotten.ok) return failed(forgotten.failure);
		await agent.remember(false);
		if (auth.logout) {
			desk.print(`Signed out of ${title}.`);
			desk.say('A key in the environment, or in the settings of the agent, still applies.');
			return 0;
		}
		if (forgotten.value) {
			desk.print(`Removed what was kept for ${title}. It has no sign-out of its own over the protocol.`);
			return 0;
		}
		const refused = await started.value.logout();
		return refused.ok ? 0 : failed(refused.failure);
	} finally {
		await agent.close();
	}
}
