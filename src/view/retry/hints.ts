import type { Failure } from '../../core/failure.js';
import { errorClassOf } from '../../core/failure-class.js';
import { failedHints, RETRY_REASONS } from './retry-messages.js';

/** Why a prompt goes again, in the fewest words. */
export function retryReason(failure: Failure): string {
	return errorClassOf(failure) === 'connection' ? RETRY_REASONS.connection : RETRY_REASONS.rateLimited;
}

/** What can be done about a failed turn: the words of the failure, and the key or the command that helps. */
export function failedHint(failure: Failure): string {
	return [failure.hint, keyHint(failure)].filter((part) => part !== undefined && part !== '').join(' ');
}

function keyHint(failure: Failure): string {
	switch (errorClassOf(failure)) {
		case 'usageLimit':
		case 'contextFull':
			return failedHints.choices;
		case 'badRequest':
		case 'refusal':
			return failedHints.prompt;
		case 'rateLimited':
		case 'connection':
		case 'unknown':
			return failure.resetsAt === undefined ? failedHints.again : failedHints.choices;
		case 'signIn':
		case 'process':
			return '';
	}
}
