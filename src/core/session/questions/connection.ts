import type { AlwaysOffer, PermissionOption } from '../../policy/types.js';
import { clientPermission, type PermissionQuestion } from '../question.js';

export type ConnectionChoice = { readonly isOpen: boolean; readonly holds: 'turn' | 'session' };

export const CONNECTION_CHOICES: Readonly<Partial<Record<string, ConnectionChoice>>> = {
	allow: { isOpen: true, holds: 'turn' },
	'allow-session': { isOpen: true, holds: 'session' },
	reject: { isOpen: false, holds: 'turn' },
	'reject-session': { isOpen: false, holds: 'session' },
};

const OPTIONS: readonly PermissionOption[] = [
	{ id: 'allow', name: 'Allow until this turn ends', kind: 'allow_once' },
	{ id: 'allow-session', name: 'Allow for this session', kind: 'allow_once' },
	{ id: 'reject', name: 'Reject', kind: 'reject_once' },
	{ id: 'reject-session', name: 'Reject for this session', kind: 'reject_always' },
];

export function connectionQuestion(
	made: Pick<PermissionQuestion, 'id' | 'request' | 'because' | 'askedAt'> & {
		readonly offers: readonly AlwaysOffer[];
	},
): PermissionQuestion {
	return { ...clientPermission(made), options: OPTIONS, isConnection: true };
}
