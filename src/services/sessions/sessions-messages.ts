import type { LogHolder } from '../../core/sessions/ports.js';

export const SESSION_INDEX = {
	notStored: (why: string): string =>
		`The index of sessions could not be stored: ${why}. Lists and searches take longer.`,
};

export const SESSION_LOG = {
	inUse: ({ pid, isThisProgram }: LogHolder): string =>
		isThisProgram
			? 'This session is open in this program already.'
			: `This session is open in another acp-tui${pid > 0 ? ` (process ${pid})` : ''}.`,
	inUseHint: 'Close it there, or fork it here to go on from the same point.',
	notLocked: (why: string): string => `The session could not be locked: ${why}.`,
	notFound: (id: string): string => `There is no session ${id}.`,
	notReadable: (id: string, why: string): string => `The session ${id} could not be read: ${why}.`,
	notOurs: (id: string): string => `The log of session ${id} is damaged: it does not begin as one.`,
	newer: (id: string): string =>
		`The session ${id} was kept by a newer version of acp-tui: it can be read, not continued here.`,
	notKept: (why: string): string => `This session is not being kept: ${why}.`,
	notKeptHint: 'The conversation goes on. Keeping it is tried again every few seconds.',
	notCopied: (why: string): string => `The session could not be forked: ${why}.`,
	noSuchPrompt: 'This prompt is not in the log of the session.',
	gap: (why: string): string => `It could not be written at that time: ${why}.`,
};
