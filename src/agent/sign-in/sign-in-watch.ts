import type { AgentHost } from '../../core/agent-port.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { findAddresses } from '../../core/sign-in/sign-in-address.js';
import type { JsonObject } from '../json.js';
import { AUTH_STATUS_NOTIFICATIONS, readAuthStatus } from './auth-status.js';

/** What is seen of the sign-ins of one connection besides answers: addresses that are printed, and the account. */
export type SignInWatch = {
	/** A sign-in begins: addresses are looked for until the returned function is called. */
	begin(): () => void;
	/** A line of standard error, or one of standard output that is no message. `isCut`: it was longer. */
	seeLine(line: string, isCut: boolean): void;
	/** Takes a notification that tells of the account; false for every other one. */
	takeNotification(message: JsonObject): boolean;
	/** What the agent told last of its account. */
	status(): AuthStatus | null;
};

/** Addresses that are shown of one sign-in: a page and its alternatives, not a log full of links. */
const MOST_ADDRESSES = 5;

/** Builds it; `host` is told of every address once a sign-in, of every change of the account, and when no sign-in runs any more. */
export function createSignInWatch(
	host: Pick<AgentHost, 'onAuthAddress' | 'onAuthStatus'> & { onNoneRuns?(): void },
): SignInWatch {
	let running = 0;
	let told = new Set<string>();
	let status: AuthStatus | null = null;
	return {
		begin() {
			if (running === 0) told = new Set();
			running += 1;
			let isOver = false;
			return () => {
				if (isOver) return;
				isOver = true;
				running -= 1;
				if (running === 0) host.onNoneRuns?.();
			};
		},
		seeLine(line, isCut) {
			if (running === 0) return;
			for (const address of findAddresses(line, isCut)) {
				if (told.has(address.url) || told.size >= MOST_ADDRESSES) continue;
				told.add(address.url);
				host.onAuthAddress(address);
			}
		},
		takeNotification(message) {
			if (!AUTH_STATUS_NOTIFICATIONS.includes(String(message['method']))) return false;
			const next = readAuthStatus(message['params']);
			if (next === null || JSON.stringify(next) === JSON.stringify(status)) return true;
			status = next;
			host.onAuthStatus(next);
			return true;
		},
		status: () => status,
	};
}
