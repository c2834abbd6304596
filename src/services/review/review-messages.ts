import { fail } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

const named = (text: string): string => `“${sanitizeLine(text).slice(0, 100)}”`;

export const REVIEW = {
	noRepository: (folder: string) =>
		fail('usage', `${sanitizeLine(folder)} is not in a git repository, so there is nothing to compare with.`, {
			hint: 'What the agent changes is reviewed without one: /review turn, /review session.',
		}),
	bare: (folder: string) => fail('usage', `${sanitizeLine(folder)} is a bare repository, without files to review.`),
	unknown: (ref: string) => fail('usage', `There is no branch or commit ${named(ref)} here.`),
	oddRange: (range: string) =>
		fail('usage', `${named(range)} is not a range: turn, session, HEAD, REF, A..B or A...B.`),
	nothingShared: (range: string) => fail('usage', `The sides of ${named(range)} have no commit in common.`),
	failed: (why: string) => fail('internal', `git could not compare: ${why}`),
	changed: (path: string) => fail('changed', `${sanitizeLine(path)} changed since it was shown.`),
	oddName: (path: string) =>
		fail('invalid', `The name ${path} cannot be passed to git here, so the file is not taken back.`, {
			hint: 'Use git yourself.',
		}),
	notStaged: (path: string, why: string) => fail('invalid', `${sanitizeLine(path)} was not staged: ${why}`),
	notUnstaged: (path: string, why: string) => fail('invalid', `${sanitizeLine(path)} was not unstaged: ${why}`),
	onlyWhole: (path: string, why: string) =>
		fail('invalid', `Hunks of ${sanitizeLine(path)} cannot be staged: ${why}.`, { hint: 'Stage the whole file.' }),
	filtered: (path: string, filter: string) =>
		fail(
			'denied',
			`The content of ${sanitizeLine(path)} is made by a program that the repository names (filter ${named(filter)}), which is not run.`,
			{ hint: 'Use git yourself.' },
		),
	indexBusy: () => fail('in-use', 'Another git is at work on the index.', { hint: 'Try again when it is done.' }),
	oddPatch: () => fail('invalid', 'These hunks are not a patch of one file.'),
	doesNotFit: (path: string) => fail('changed', `These hunks do not fit ${sanitizeLine(path)} as it is now.`),
	notTakenBack: (path: string, why: string) => fail('invalid', `${sanitizeLine(path)} was left alone: ${why}.`),
	noText: (path: string, why: string) => fail('not-text', `${sanitizeLine(path)} cannot be shown: ${why}.`),
} as const;

export const ONLY_WHOLE = {
	converted: 'git stores it in another form than it has here',
	tooLarge: 'it is too large',
	noText: 'it is not text',
	oddTarget: 'the target of the link is not UTF-8',
	whole: 'it is a link or a repository of its own',
} as const;

/** Why what was taken back is still in the index. */
export const STILL_STAGED = {
	own: 'the index has edits of its own there.',
	unknown: 'what the index has of it is not known.',
} as const;

export const TITLES = {
	head: 'working tree against HEAD',
	noCommit: 'working tree, before the first commit',
	against: (ref: string) => `working tree against ${sanitizeLine(ref)}`,
	between: (range: string) => sanitizeLine(range),
} as const;
