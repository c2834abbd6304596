import type { AgentHost } from '../../core/agent-port.js';
import { NETWORK_BECAUSE } from '../../core/network/messages.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import type { Router } from './router.js';

export type RoutingHost = AgentHost & { readonly account: () => AuthStatus | null };

const CLOSED = { isOpen: false, because: NETWORK_BECAUSE.noSession } as const;

const MOST_ELICITATIONS = 200;

export function createRoutingHost(router: Router): RoutingHost {
	let account: AuthStatus | null = null;
	const asked = new Map<string, AgentHost>();
	return {
		account: () => account,
		onEvents: (sessionId, events) => router.deliver(sessionId, events),
		// The log is shared by all sessions.
		onStderr: (line) => router.foremost().onStderr(line),
		// The sandbox is one for all sessions; the oldest, the conversation, answers for it.
		connections: {
			mayConnect: async (wanted, signal) => (await router.first().connections?.mayConnect(wanted, signal)) ?? CLOSED,
			onConnectionClosed: (...closed) => router.first().connections?.onConnectionClosed(...closed),
		},
		onIgnored: (method) => router.foremost().onIgnored(method),
		onRefused: (method, code, message) => router.foremost().onRefused(method, code, message),
		onJunk: (count) => router.foremost().onJunk(count),
		// All sessions share one account.
		onAuthStatus(status) {
			account = status;
			for (const { host } of router.members) host.onAuthStatus(status);
		},
		onAuthAddress: (address) => router.foremost().onAuthAddress(address),
		async elicit(request, signal) {
			const { scope, input } = request;
			// A turn's request belongs to its session, whatever else is being opened or signed in.
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
