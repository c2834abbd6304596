import { fail } from '../../core/failure.js';
import type { RepositoryWords } from '../git/repository.js';

const repository: RepositoryWords = {
	noGit: (why) => fail('could-not-start', `A commit needs git: ${why}`),
	notARepository: (folder) =>
		fail('usage', `${folder} is not in a git repository.`, { hint: '“!git init” makes it one.' }),
	bare: (folder) => fail('usage', `${folder} is a bare repository, without files to commit.`),
	elsewhere: 'nothing is committed',
};

export const COMMITS = {
	...repository,
	notListed: (why: string) => fail('internal', `git could not list the changes: ${why}`),
	odd: 'It is neither a file nor a link.',
	unreadable: 'It cannot be read.',
	conflict: 'It has a conflict: resolve it and stage it first.',
	nested: 'It is a repository of its own.',
	noIndex: (why: string) => `The index could not be prepared: ${why}`,
	ended: (code: number) => `git ended with code ${code}; nothing was committed.`,
	notStarted: (why: string) => `git could not be started: ${why}`,
	stopped: 'Stopped; nothing was committed.',
	late: (minutes: number) => `Stopped after ${minutes} minutes; nothing was committed.`,
	signHint: '“!git commit” gives git the whole terminal, so that it can ask for the key’s passphrase',
	stoppedAfter: 'It was made, and what ran after it was stopped.',
	failedAfter: 'It was made, and a hook that ran after it failed.',
	indexStays: 'The index could not be brought up to date; “git reset” does it.',
} as const;
