import type { Failure } from '../../core/failure.js';
import { errorClassOf } from '../../core/failure-class.js';

/* What the interface says of prompts that failed. */

const RETRY_REASONS = { rateLimited: 'Service busy', connection: 'No connection' } as const;

/** The countdown, from the longest form to the shortest; behind it stands whether esc stops it. */
export const countdown = {
	service: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · again in ${left} (${count} of ${limit}) · enter sends now`,
		`${reason} · again in ${left} · enter now`,
		`again in ${left} · enter now`,
	],
	serviceTyping: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · again in ${left} (${count} of ${limit})`,
		`again in ${left}`,
	],
	opening: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · session again in ${left} (${count} of ${limit}) · enter tries now`,
		`${reason} · again in ${left} · enter now`,
		`again in ${left} · enter now`,
	],
	openingTyping: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · session again in ${left} (${count} of ${limit})`,
		`again in ${left}`,
	],
	reset: (time: string, left: string): readonly string[] => [
		`Usage limit · your prompt goes at ${time} (in ${left}) · enter sends now`,
		`Sends at ${time} (in ${left}) · enter now`,
		`sends at ${time}`,
	],
	resetTyping: (time: string, left: string): readonly string[] => [
		`Usage limit · your prompt goes at ${time} (in ${left})`,
		`Sends at ${time} (in ${left})`,
		`sends at ${time}`,
	],
} as const;

export const failedList = {
	usageLimit: (until: string | null): string => (until === null ? 'Usage limit reached' : `Usage limit until ${until}`),
} as const;

/** Keys and commands that help after a turn failed. */
const failedHints = {
	again: '/retry sends it again.',
	choices: '/retry shows what can be done.',
	prompt: '↑ brings the prompt back.',
} as const;

export function retryReason(failure: Failure): string {
	return errorClassOf(failure) === 'connection' ? RETRY_REASONS.connection : RETRY_REASONS.rateLimited;
}

/** Hint for a failed turn: the words of the failure, and the key or the command that helps. */
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
