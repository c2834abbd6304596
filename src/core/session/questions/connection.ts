import type { AlwaysOffer, PermissionOption } from '../../policy/types.js';
import { clientPermission, type PermissionQuestion } from '../question.js';
import { CONNECTION_NAMES } from '../session-messages.js';

export type ConnectionChoice = { readonly isOpen: boolean; readonly holds: 'turn' | 'session' };

export const CONNECTION_CHOICES: Readonly<Partial<Record<string, ConnectionChoice>>> = {
	allow: { isOpen: true, holds: 'turn' },
	'allow-session': { isOpen: true, holds: 'session' },
	reject: { isOpen: false, holds: 'turn' },
	'reject-session': { isOpen: false, holds: 'session' },
};

const OPTIONS: readonly PermissionOption[] = [
	{ id: 'allow', name: CONNECTION_NAMES.once, kind: 'allow_once' },
	{ id: 'allow-session', name: CONNECTION_NAMES.session, kind: 'allow_once' },
	{ id: 'reject', name: CONNECTION_NAMES.reject, kind: 'reject_once' },
	{ id: 'reject-session', name: CONNECTION_NAMES.rejectSession, kind: 'reject_always' },
];

export function connectionQuestion(
	made: Pick<PermissionQuestion, 'id' | 'request' | 'because' | 'askedAt'> & {
		readonly offers: readonly AlwaysOffer[];
	},
): PermissionQuestion {
	return { ...clientPermission(made), options: OPTIONS, isConnection: true };
}
