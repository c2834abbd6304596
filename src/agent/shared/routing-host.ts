import type { AgentHost } from '../../core/agent-port.js';
import { NETWORK_BECAUSE } from '../../core/network/messages.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import type { Router } from './router.js';

/** The host of a process that several sessions share, and what it was told of the account last. */
export type RoutingHost = AgentHost & { readonly account: () => AuthStatus | null };

/** The answer where nobody decides. */
const CLOSED = { isOpen: false, because: NETWORK_BECAUSE.noSession } as const;

/** Ids of elicitations that are remembered, with whom they were asked of. */
const MOST_ELICITATIONS = 200;

/** Hands everything that the agent says or asks to the one session that it is for. */
export function createRoutingHost(router: Router): RoutingHost {
	let account: AuthStatus | null = null;
	/** Whose an elicitation is, by its id. */
	const asked = new Map<string, AgentHost>();
	return {
		account: () => account,
		onEvents: (sessionId, events) => router.deliver(sessionId, events),
		// These go into the log, which all of them share.
		onStderr: (line) => router.foremost().onStderr(line),
		// The sandbox is one, and the conversation answers for it: what is asked beside it came later.
		connections: {
			mayConnect: async (wanted, signal) => (await router.first().connections?.mayConnect(wanted, signal)) ?? CLOSED,
			onConnectionClosed: (...closed) => router.first().connections?.onConnectionClosed(...closed),
		},
		onIgnored: (method) => router.foremost().onIgnored(method),
		onRefused: (method, code, message) => router.foremost().onRefused(method, code, message),
		onJunk: (count) => router.foremost().onJunk(count),
		// They work with one account.
		onAuthStatus(status) {
			account = status;
			for (const { host } of router.members) host.onAuthStatus(status);
		},
		onAuthAddress: (address) => router.foremost().onAuthAddress(address),
		async elicit(request, signal) {
			const { scope, input } = request;
			// A turn's request is its session's, whatever else is being opened or signed in.
			const host = scope.sessionId === undefined ? router.foremost() : await router.hostOf(scope.sessionId);
			if (input.mode === 'url') {
				asked.set(input.elicitationId, host);
				const [oldest] = asked.keys();
				if (asked.size > MOST_ELICITATIONS && oldest !== undefined) asked.delete(oldest);
			}
			return host.elicit(request, signal);
		},
		onElicitationCompleted(elicitationId) {
			const host = asked.get(elicitationId);
			if (host !== undefined) host.onElicitationCompleted(elicitationId);
			else for (const member of router.members) member.host.onElicitationCompleted(elicitationId);
		},
		requestPermission: async (request, signal) =>
			(await router.hostOf(request.sessionId)).requestPermission(request, signal),
		readTextFile: async (request, signal) => (await router.hostOf(request.sessionId)).readTextFile(request, signal),
		writeTextFile: async (request, signal) => (await router.hostOf(request.sessionId)).writeTextFile(request, signal),
		createTerminal: async (request, signal) => (await router.hostOf(request.sessionId)).createTerminal(request, signal),
		terminalOutput: async (sessionId, id) => (await router.hostOf(sessionId)).terminalOutput(sessionId, id),
		waitForTerminalExit: async (sessionId, id, signal) =>
			(await router.hostOf(sessionId)).waitForTerminalExit(sessionId, id, signal),
		killTerminal: async (sessionId, id) => (await router.hostOf(sessionId)).killTerminal(sessionId, id),
		releaseTerminal: async (sessionId, id) => (await router.hostOf(sessionId)).releaseTerminal(sessionId, id),
	};
}
