import type { Failure } from '../core/failure.js';

export const otherSession = (name: string): string => `another session of the agent: ${name}`;

export function providerNotTaken(agent: string, providerId: string) {
	return {
		title: `${agent} takes no model provider, so it does not use ${providerId}: it has its own way to its models.`,
		hint: 'agents.NAME.provider in the config names it',
	};
}

export function processIsShared(agent: string) {
	return {
		title: `${agent} runs in one process for this session and others: if it ends, it ends for all of them.`,
		hint: '/session new isolated opens a session with a process of its own',
	};
}

export const cannotAsk = (because: string): string => `not allowed without asking, and -p cannot ask: ${because}`;
export const promptDenied = (because: string): Failure => ({
	code: 'denied',
	message: `This was not sent: ${because}`,
	isUnsent: true,
});
export const FILE_CHANGED_MEANWHILE = 'the file changed on disk while you were asked';
/** Asked where a part of a change was taken, and the agent writes files by itself. */
export const TAKE_BACK = { yes: 'Allow, and take the others back', no: 'Reject, and tell it what to write' } as const;
export const takeBackBecause =
	'if the agent writes the file by itself, the other hunks are taken back when it is done ("review.partial")';
