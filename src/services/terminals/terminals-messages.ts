import { fail, messageOf } from '../../core/failure.js';

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
	tooMany: (command: string) =>
		fail('could-not-start', `${command} was not started: too many terminals are open.`, {
			hint: 'Release the terminals that are done, or kill one.',
		}),
	unknown: (terminalId: string) =>
		fail('no-such-terminal', `There is no terminal ${JSON.stringify(terminalId.slice(0, 100))}.`, {
			hint: 'It was released, or never created.',
		}),
	notEnded: () =>
		fail('timed-out', 'The command did not end within two seconds, not even when it was killed.', {
			hint: 'It may be waiting for a disk or a network file system; look at it with ps.',
		}),
};
