import type { AgentHost } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { findAddresses } from '../../core/sign-in/sign-in-address.js';
import { bounded, isObject, type JsonObject, objectOf, textOf } from '../json.js';

/** Addresses shown per sign-in: a page and its alternatives, not a log full of links. */
const MOST_ADDRESSES = 5;

/** `host` gets every address once per sign-in, every change of the account, and the end of the last sign-in. */
export function createSignInWatch(host: Pick<AgentHost, 'onAuthAddress' | 'onAuthStatus'> & { onNoneRuns?(): void }) {
	let running = 0;
	let reported = new Set<string>();
	let status: AuthStatus | null = null;
	return {
		/** Looks for addresses until the returned function is called. */
		begin(): () => void {
			if (running === 0) reported = new Set();
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
				if (reported.has(address.url) || reported.size >= MOST_ADDRESSES) continue;
				reported.add(address.url);
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

const MOST_KIND = 60;
const MOST_LABEL = 200;

/** The protocol's notification (unstable), and the older one. */
const AUTH_STATUS_NOTIFICATIONS: readonly string[] = ['auth/status_update', '_auth/status_update'];

/** Reads `{authStatus: {kind, label, detail}}` or `{state, accounts: [{label, active, …}]}`; null for neither. */
export function readAuthStatus(value: unknown): AuthStatus | null {
	const params = objectOf(value);
	const older = params['authStatus'];
	if (isObject(older)) {
		const kind = textOf(older['kind']) ?? '';
		const label = textOf(older['label']) ?? kind;
		return label === '' ? null : statusOf(kind, label, textOf(older['detail']));
	}
	const state = textOf(params['state']);
	if (state === undefined) return null;
	const listed: unknown = params['accounts'];
	const accounts = Array.isArray(listed) ? listed.slice(0, 100).map(objectOf) : [];
	const account = accounts.find(({ active }) => active === true) ?? accounts[0] ?? {};
	const label = textOf(account['label']) ?? textOf(account['name']) ?? textOf(account['email']) ?? state;
	return statusOf(state, label, textOf(account['organization']));
}

function statusOf(kind: string, label: string, detail: string | undefined): AuthStatus {
	return defined({
		kind: bounded(kind, MOST_KIND),
		label: bounded(label, MOST_LABEL),
		detail: detail === undefined ? undefined : bounded(detail, MOST_LABEL),
	});
}
