import type { CommandResult } from '../../gate-event.js';
import type { AlwaysOffer, PermissionOption } from '../../policy/policy-types.js';
import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import { failedInSandbox } from '../../sandbox/sandbox-messages.js';
import {
	allowOrReject,
	type ConfirmQuestion,
	clientPermission,
	confirmation,
	type Made,
	type PermissionQuestion,
} from '../question.js';

export const START_ANSWERS = { copy: 'shadow', watch: 'watch', no: 'no' } as const;

export function startQuestion(made: {
	readonly id: string;
	readonly agent: string;
	readonly askedAt: number;
	/** False: its configured network needs a sandbox. */
	readonly mayBeWatched: boolean;
}): ConfirmQuestion {
	const watch = made.mayBeWatched ? [{ name: 'watch', value: 'files change, /undo goes back' }] : [];
	const fields = [{ name: 'copy', value: 'changes wait for your review' }, ...watch];
	const request = {
		...({ source: 'permission', kind: 'other', paths: [], diffs: [] } as const),
		title: `Let ${made.agent} work on a copy?`,
		toolInput: { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] },
	};
	return {
		...confirmation({ ...made, request, because: 'it edits and runs commands unasked' }),
		options: [
			{ id: START_ANSWERS.copy, name: 'Work on a copy', kind: 'allow_once' },
			...(made.mayBeWatched ? [{ id: START_ANSWERS.watch, name: 'Only watch', kind: 'allow_once' } as const] : []),
			{ id: START_ANSWERS.no, name: 'Do not start', kind: 'reject_once' },
		],
	};
}

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

export function hasRun({ failedInSandbox, result }: PermissionQuestion): boolean {
	return failedInSandbox !== undefined || result !== undefined;
}

export const WITH_NETWORK = 'with-network';

type MadeOf = Omit<Made, 'because'> & Pick<PermissionQuestion, 'offers'>;

/** Asks whether a command that its sandbox stopped runs again without it, or with the network alone. */
export function withoutSandbox(
	made: MadeOf & { readonly failure: SandboxFailure; readonly canHaveNetwork: boolean },
): PermissionQuestion {
	const { failure, canHaveNetwork } = made;
	const [yes, no] = allowOrReject('Run again without the sandbox', 'No, leave it as failed');
	const network = { id: WITH_NETWORK, name: 'Run sandboxed, with network', kind: 'allow_once' } as const;
	// The narrowest way that suffices comes first: the letter for yes means that.
	const options = canHaveNetwork ? [network, yes, no] : [yes, no];
	return { ...clientPermission({ ...made, because: failedInSandbox(failure) }), options, failedInSandbox: failure };
}

export const TAKE_CHANGES = {
	yes: 'Take these changes',
	no: 'Discard them',
	because: 'it ran on a copy, not on your files',
} as const;

/** Asks whether a command's changes on a copy of the workspace are applied: `allow` and `reject`. */
export function commandResult(made: MadeOf & { readonly result: CommandResult }): PermissionQuestion {
	const { yes, no, because } = TAKE_CHANGES;
	return { ...clientPermission({ ...made, because }), options: allowOrReject(yes, no), result: made.result };
}
