import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import { failedInSandbox } from '../../sandbox/sandbox-messages.js';
import { allowOrReject, type CommandResult, common, type Made, type PermissionQuestion } from '../question.js';
import { RUN_AGAIN, TAKE_CHANGES } from '../session-messages.js';

export function hasRun({ failedInSandbox, result }: PermissionQuestion): boolean {
	return failedInSandbox !== undefined || result !== undefined;
}

export const WITH_NETWORK = 'with-network';

/**
 * Asks whether a command that failed by its sandbox runs again without: `allow` and `reject`; and with the network
 * alone where that is what it lacked (`canHaveNetwork`).
 */
export function withoutSandbox(
	made: Omit<Made, 'because'> &
		Pick<PermissionQuestion, 'offers'> & { readonly failure: SandboxFailure; readonly canHaveNetwork: boolean },
): PermissionQuestion {
	const { failure, offers, canHaveNetwork } = made;
	const because = failedInSandbox(failure);
	const [yes, no] = allowOrReject(RUN_AGAIN.yes, RUN_AGAIN.no);
	const network = { id: WITH_NETWORK, name: RUN_AGAIN.withNetwork, kind: 'allow_once' } as const;
	// The narrowest way that suffices comes first: the letter for yes means that.
	const options = canHaveNetwork ? [network, yes, no] : [yes, no];
	return {
		...common({ ...made, because }),
		kind: 'permission',
		from: 'client',
		options,
		offers,
		failedInSandbox: failure,
	};
}

/** Asks whether a command's changes on a copy of the workspace are applied: `allow` and `reject`. */
export function commandResult(
	made: Omit<Made, 'because'> & Pick<PermissionQuestion, 'offers'> & { readonly result: CommandResult },
): PermissionQuestion {
	const { offers, result } = made;
	const options = allowOrReject(TAKE_CHANGES.yes, TAKE_CHANGES.no);
	return {
		...common({ ...made, because: TAKE_CHANGES.because }),
		kind: 'permission',
		from: 'client',
		options,
		offers,
		result,
	};
}
