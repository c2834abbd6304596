import { fail } from '../../../core/failure.js';

export const RECORDS = {
	notFound: (id: string) => fail('not-found', `There is no session ${id} here.`),
	running: (id: string) =>
		fail('denied', `The session ${id} is running, so it is not deleted.`, { hint: 'Leave it first.' }),
	unreadable: (id: string) => fail('invalid', `The log of the session ${id} cannot be read.`),
	newer: (id: string) =>
		fail('invalid', `The session ${id} was written by a newer version of acp-tui, so it is left as it is.`),
	notChanged: (id: string, why: string): string => `The session ${id} cannot be changed: ${why}.`,
};
