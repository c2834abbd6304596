import type { AgentHost } from '../../core/agent-port.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { findAddresses } from '../../core/sign-in/sign-in-address.js';
import type { JsonObject } from '../json.js';
import { AUTH_STATUS_NOTIFICATIONS, readAuthStatus } from './auth-status.js';

/** Addresses shown per sign-in: a page and its alternatives, not a log full of links. */
const MOST_ADDRESSES = 5;

/** `host` gets every address once per sign-in, every change of the account, and the end of the last sign-in. */
export function createSignInWatch(host: Pick<AgentHost, 'onAuthAddress' | 'onAuthStatus'> & { onNoneRuns?(): void }) {
	let running = 0;
	let told = new Set<string>();
	let status: AuthStatus | null = null;
	return {
		/** Looks for addresses until the returned function is called. */
		begin(): () => void {
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
		/** Line of standard error, or of standard output that is no message; `isCut`: it was longer. */
		seeLine(line: string, isCut: boolean): void {
			if (running === 0) return;
			for (const address of findAddresses(line, isCut)) {
				if (told.has(address.url) || told.size >= MOST_ADDRESSES) continue;
				told.add(address.url);
				host.onAuthAddress(address);
			}
		},
		takeNotification(message: JsonObject): boolean {
			if (!AUTH_STATUS_NOTIFICATIONS.includes(String(message['method']))) return false;
			const next = readAuthStatus(message['params']);
			if (next === null || JSON.stringify(next) === JSON.stringify(status)) return true;
			status = next;
			host.onAuthStatus(next);
			return true;
		},
		status: (): AuthStatus | null => status,
	};
}

export type SignInWatch = ReturnType<typeof createSignInWatch>;
