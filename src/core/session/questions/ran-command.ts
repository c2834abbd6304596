import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import { failedInSandbox } from '../../sandbox/sandbox-messages.js';
import {
	allowOrReject,
	type CommandResult,
	clientPermission,
	type Made,
	type PermissionQuestion,
} from '../question.js';

export function hasRun({ failedInSandbox, result }: PermissionQuestion): boolean {
	return failedInSandbox !== undefined || result !== undefined;
}

export const WITH_NETWORK = 'with-network';

type MadeOf = Omit<Made, 'because'> & Pick<PermissionQuestion, 'offers'>;

/**
 * Asks whether a command that failed by its sandbox runs again without: `allow` and `reject`; and with the network
 * alone where that is what it lacked (`canHaveNetwork`).
 */
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
	return {
		...clientPermission({ ...made, because }),
		options: allowOrReject(yes, no),
		result: made.result,
	};
}
