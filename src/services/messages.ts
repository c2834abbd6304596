import { exitPhrase } from '../core/exit-status-text.js';
import { fail } from '../core/failure.js';
import type { ExitStatus } from '../core/tool-call.js';
import { messageOf } from './errno.js';

// What the user or an agent reads when something fails here, with what can be done about it.

/** What keeps something from being attached to a prompt. */
export const ATTACHMENTS = {
	oddPath: (path: string) => fail('invalid', `${path} cannot be a path here.`, { hint: 'Check the name.' }),
	outside: (path: string) =>
		fail('outside-workspace', `${path} is outside the workspace.`, {
			hint: 'Only files of the workspace are attached.',
		}),
	noImageTool: () =>
		fail('could-not-start', 'Nothing here can read a picture from the clipboard.', {
			hint: 'Install wl-clipboard or xclip (pngpaste on macOS), or paste the path of an image file.',
		}),
	noChanges: (which: 'diff' | 'staged') =>
		fail('not-found', `git has no changes to tell here (@${which}).`, { hint: 'Start in a git work tree.' }),
	repositoryElsewhere: () =>
		fail('invalid', 'The settings of this repository lead to another folder, so git was not asked.', {
			hint: 'Look at core.worktree in .git/config.',
		}),
	filtersStay: () =>
		fail('invalid', 'The filters of this repository cannot be turned off, so git was not asked.', {
			hint: 'Look at the filter settings in .git/config.',
		}),
	noPicture: (where: string) =>
		fail('invalid', `${where} is no PNG, JPEG, GIF or WebP.`, { hint: 'Convert the picture first.' }),
	pictureTooLarge: (where: string, size: string, most: string) =>
		fail('too-large', `${where} has ${size}; at most ${most} go as an image.`, { hint: 'Make the picture smaller.' }),
};

/** What goes wrong with the editor and the clipboard. */
export const DESKTOP = {
	tooLongToCopy: () =>
		fail('too-large', 'The text is too long for the terminal to copy it.', {
			hint: 'Copy a part of it, or install wl-copy, xclip or xsel.',
		}),
	notEdited: (why: string) =>
		fail('internal', `The text could not be edited: ${why}.`, { hint: 'The draft is unchanged.' }),
	noEditor: (name: string) =>
		fail('could-not-start', `The editor ${JSON.stringify(name)} was not found outside of the workspace.`, {
			hint: 'Set VISUAL or EDITOR to an editor that is installed, or to an absolute path.',
		}),
	noFile: (file: string) => fail('not-a-file', `${file} is not a file.`),
	cannotBeOpened: (file: string, why: string) => fail('not-found', `${file} cannot be opened: ${why}.`),
	editorNotStarted: (why: string) => fail('could-not-start', `The editor could not be started: ${why}.`),
	editorFailed: (exit: ExitStatus) => fail('cancelled', `The editor ${exitPhrase(exit)}: the draft is unchanged.`),
	editedTooLarge: () =>
		fail('too-large', 'The edited text is too large for a prompt.', { hint: 'Name the file instead.' }),
	editedNotText: () => fail('not-text', 'The edited text is not UTF-8.', { hint: 'Save it as UTF-8.' }),
};

/** What goes wrong with exports. */
export const EXPORTS = {
	tooMany: (file: string) =>
		fail('invalid', `There are too many files like ${file}.`, { hint: 'Choose another name.' }),
	noFolder: (file: string) =>
		fail('not-found', `There is no folder for ${file}.`, { hint: 'Make it first, or name another.' }),
};

/** What goes wrong with reading and writing files. */
export const FILES = {
	becameLink: (where: string) =>
		fail('outside-workspace', `${where} became a link while it was being opened.`, { hint: 'Try again.' }),
	notAFile: (where: string, what: string) =>
		fail('not-a-file', `${where} is ${what}, not a file.`, { hint: 'Give the path of a regular file.' }),
	moved: (where: string) =>
		fail('outside-workspace', `${where} changed its place while it was being opened.`, {
			hint: 'Try again when nothing moves the folders above it.',
		}),
	oddLine: (path: string) =>
		fail('invalid', `The line or limit for ${path} is not a whole number.`, { hint: 'Lines count from 1.' }),
	brokenText: (path: string) =>
		fail('invalid', `The text for ${path} has half characters that UTF-8 cannot hold.`, {
			hint: 'Send the text again, whole.',
		}),
	outside: (path: string, workspace: string) =>
		fail('outside-workspace', `${path} is outside the workspace.`, { hint: `Use paths inside ${workspace}.` }),
	lineTooFar: (where: string, line: number) =>
		fail('too-large', `${where} is too large: line ${line} does not begin within the first gigabyte.`, {
			hint: 'Use a command that knows how to look into large files.',
		}),
	tooLargeToRead: (where: string, why: string, most: number) =>
		fail('too-large', `${where} is too large to be read at once: ${why}, the most is ${most}.`, {
			hint: 'Read a part of it with line and limit.',
		}),
	oddPath: (path: string, complaint: string) =>
		fail('invalid', `The path ${path} ${complaint}.`, { hint: 'Give the full path of one file.' }),
	pathHidden: (path: string) =>
		fail('no-permission', `The path ${path} cannot be looked at: permission denied.`, {
			hint: 'Check the permissions of the folders above it.',
		}),
	pathUnresolved: (path: string, why: string) =>
		fail('invalid', `The path ${path} cannot be resolved (${why}).`, { hint: 'Give the full path of one file.' }),
	inProc: (path: string) =>
		fail('outside-workspace', `${path} leads into /proc, which is never opened.`, {
			hint: 'Give the path of a file inside the workspace.',
		}),
	danglingLink: (path: string) =>
		fail('invalid', `The path ${path} follows a link to nowhere.`, { hint: 'Remove the dangling link.' }),
	linkLoop: (path: string) =>
		fail('invalid', `The path ${path} goes through a loop of links.`, { hint: 'Remove the looping link.' }),
	notText: (where: string, what: string) =>
		fail('not-text', `${where} is ${what}; only UTF-8 text can be read or replaced here.`, {
			hint: 'Use a command that knows its format.',
		}),
};

/** What goes wrong with running git. */
export const GIT = {
	notStarted: () => fail('cancelled', 'git was not started.'),
	couldNotStart: (why: string) => fail('could-not-start', `git could not be started: ${why}`),
	timedOut: (milliseconds: number) =>
		fail('timed-out', `git took longer than ${Math.round(milliseconds / 1000)} seconds.`),
	stopped: () => fail('cancelled', 'git was stopped.'),
};

/** Why a program is not found. */
export const PROGRAMS = {
	noName: () => fail('could-not-start', 'The command has no usable name.', { hint: 'Name an executable file.' }),
	notExecutableFile: (command: string) =>
		fail('could-not-start', `${command} is not an executable file.`, { hint: 'Name an executable file.' }),
	notExecutable: (command: string, path: string) =>
		fail('could-not-start', `${command} may not be run: permission denied.`, {
			hint: `Make ${path} executable (chmod +x), or start it with its interpreter.`,
		}),
	unreachable: (command: string) =>
		fail('could-not-start', `${command} cannot be reached: permission denied.`, {
			hint: 'Check the permissions of the folders above it.',
		}),
	missing: (command: string) =>
		fail('could-not-start', `${command} was not found.`, {
			hint: 'Check the spelling, and that it is installed and on PATH.',
		}),
	inWorkspace: (command: string) =>
		fail('could-not-start', `${command} is not started from the workspace: anybody could have put it there.`, {
			hint: 'Name it by its absolute path if you mean it.',
		}),
};

/** What goes wrong with versions of the workspace. */
export const SNAPSHOTS = {
	cancelled: () => fail('cancelled', 'Looking at the workspace was cancelled.'),
	gone: () =>
		fail('not-found', 'This version of the workspace is not kept any more.', {
			hint: 'Versions are kept for 30 days, and as long as there is room for them.',
		}),
};

/** What goes wrong in the state folder. */
export const STATE = {
	locked: (lock: string) =>
		fail('timed-out', `${lock} is held by another acp-tui.`, { hint: 'If none is running, delete that file.' }),
	rulesDoubted: (file: string, doubt: string) => fail('no-permission', `No rule is remembered in ${file}: ${doubt}.`),
	rulesOfLaterVersion: (file: string) =>
		fail('invalid', `${file} was written by a later version of acp-tui; it is left as it is.`),
};

/** What goes wrong with the keys that were given to sign-ins. */
export const CREDENTIALS = {
	doubted: (file: string, doubt: string) =>
		fail('no-permission', `The keys in ${file} are not used: ${doubt}.`, {
			hint: 'Make the file and its folder your own, for you alone to write, or remove the file and sign in again.',
		}),
	unreadable: (file: string, why: string) =>
		fail('no-permission', `The keys in ${file} cannot be read: ${why}.`, {
			hint: 'Correct that, or remove the file and sign in again.',
		}),
	damaged: (file: string) =>
		fail('invalid', `The keys in ${file} cannot be read: it is not JSON of the expected form.`, {
			hint: 'Correct it, or remove the file and sign in again.',
		}),
	ofLaterVersion: (file: string) =>
		fail('invalid', `${file} was written by a later version of acp-tui; its keys are not used.`),
	notKept: (file: string, why: string) => fail('disk-full', `The key could not be kept in ${file}: ${why}.`),
	oddVariable: (name: string) =>
		fail('invalid', `${JSON.stringify(name)} cannot be set: names hold letters, digits and _, values no NUL.`),
};

/** What goes wrong with commands in terminals. */
export const TERMINALS = {
	oddVariable: () =>
		fail('could-not-start', 'The command asks for an environment variable that cannot be set.', {
			hint: 'Names hold neither = nor NUL, values no NUL.',
		}),
	nulInArgument: (command: string) =>
		fail('could-not-start', `${command} was not started: an argument holds a NUL character.`),
	noSuchFolder: (command: string, cwd: string) =>
		fail('could-not-start', `${command} was not started: ${cwd} is not a folder.`, {
			hint: 'Give an existing folder as cwd.',
		}),
	noPseudoTerminal: (command: string, error: unknown) =>
		fail('could-not-start', `${command} was not started: the system has no pseudo-terminal for it.`, {
			hint: 'Close some programs and try again.',
			detail: messageOf(error),
		}),
	noTerminalModule: (error: unknown) =>
		fail('could-not-start', 'Commands cannot be run: the pseudo-terminal module could not be loaded.', {
			hint: 'Install acp-tui again, with its optional dependencies.',
			detail: messageOf(error),
		}),
	tooManyOfUser: (most: number) =>
		fail('could-not-start', `It was not started: ${most} commands of yours run already.`),
	leaving: () => fail('could-not-start', 'It was not started: acp-tui is about to leave.'),
	tooMany: (command: string) =>
		fail('could-not-start', `${command} was not started: too many terminals are open.`, {
			hint: 'Release the terminals that are done, or kill one.',
		}),
	sessionClosed: (command: string) => fail('could-not-start', `${command} was not started: its session was closed.`),
	unknown: (terminalId: string) =>
		fail('no-such-terminal', `There is no terminal ${JSON.stringify(terminalId.slice(0, 100))}.`, {
			hint: 'It was released, or never created.',
		}),
	notEnded: () =>
		fail('timed-out', 'The command did not end within two seconds, not even when it was killed.', {
			hint: 'It may be waiting for a disk or a network file system; look at it with ps.',
		}),
	notAwaited: () => fail('cancelled', 'Nobody waits for this command any more.'),
};

/** Why the content of a file is not kept, as words that follow “because”. */
export const GAPS = {
	oddName: 'its name is no valid UTF-8',
	hidden: 'it may not be looked at: permission denied',
	nested: 'it is a folder or repository of its own',
	device: 'it is a pipe, socket or device',
	ownRepository: 'it is a repository of its own',
	closedFolder: 'its files may not be listed: permission denied',
	notWritten: 'it could not be written to the disk',
	tooLarge: (most: string) => `it is larger than ${most}`,
	usedUp: (most: string) => `the ${most} for kept files are used up`,
	more: (count: number) => `${count} more files could not be kept`,
	tooMany: (most: number) => `there are more than ${most} files; the others are not kept`,
} as const;

/** Why a file was not put back, as words that follow “because”. */
export const NOT_RESTORED = {
	oddName: 'its name does not belong to a file of the workspace',
	unseen: 'what it was before was not kept: it was ignored, or elsewhere',
	notKept: 'its older content was not kept',
	notKeptAnyMore: 'its older content is not kept any more',
	changed: 'it was changed since',
	folderThere: 'a folder is in its place',
	oddThere: 'something else is in its place',
	folderMissing: 'its folder is not there',
	folderElsewhere: 'its folder leads out of the workspace by a link',
	folderIsLink: 'its folder was replaced by a link',
	folderIsFile: 'a file is in the place of its folder',
	notWritten: (why: string) => `it cannot be written: ${why}`,
} as const;

/** Why git does more than read in a repository, as words that follow “because”. */
export const REPOSITORY = {
	unclear: 'it is not clear which repository git would read',
	aboveWorkspace: 'the git repository reaches above the workspace',
	noSettings: 'the git configuration cannot be read',
	elsewhere: '.git leads to a repository somewhere else',
	alternates: 'the git repository reads objects of another one',
	noIndex: 'the git index cannot be read',
	manySubmodules: 'there are too many submodules to look at',
	hook: 'the repository has a post-index-change hook, which git would run',
	variable: (name: string) => `${name} leads git to another repository`,
	link: (file: string) => `the file ${file} in the .git folder leads somewhere else`,
	indexNames: (path: string) => `the git index names ${path}`,
	folderOutside: (folder: string) => `the folder ${folder} leads out of the workspace`,
	unclearSubmodule: (name: string) => `it is not clear what the submodule ${name} is`,
	inSubmodule: (name: string, because: string) => `in the submodule ${name} ${because}`,
	setting: (name: string) => `the repository sets ${name}: git may run programs or read elsewhere`,
	ownSetting: (name: string, path: string) => `your git setting ${name} leads to ${path} here`,
	notLookedAt: (why: string) => `the repository could not be looked at: ${why}`,
} as const;

/** Why a program may be another one than its name says. */
export const PROGRAM_DOUBTS = {
	inWorkspace: (name: string) => `the program ${name} would be taken from the workspace`,
	versionManager: (name: string) =>
		`the program ${name} is started by a version manager, which the workspace can direct`,
	notFound: (name: string, why: string) => `the program ${name} could not be looked for: ${why}`,
} as const;
