import { fail } from '../../core/failure.js';

export const GIT = {
	notStarted: () => fail('cancelled', 'git was not started.'),
	couldNotStart: (why: string) => fail('could-not-start', `git could not be started: ${why}`),
	timedOut: (milliseconds: number) =>
		fail('timed-out', `git took longer than ${Math.round(milliseconds / 1000)} seconds.`),
	stopped: () => fail('cancelled', 'git was stopped.'),
};
