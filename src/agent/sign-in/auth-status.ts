import { defined } from '../../core/defined.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { bounded, isObject, objectOf, textOf } from '../json.js';

const MOST_KIND = 60;
const MOST_LABEL = 200;

/** The protocol's notification (unstable), and the older one. */
export const AUTH_STATUS_NOTIFICATIONS: readonly string[] = ['auth/status_update', '_auth/status_update'];

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
