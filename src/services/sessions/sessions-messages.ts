import type { LogHolder } from '../../core/sessions/session-log-ports.js';

export const SESSION_INDEX = {
	notStored: (why: string): string =>
		`The index of sessions could not be stored: ${why}. Lists and searches take longer.`,
};

export const SESSION_LOG = {
	inUse: ({ pid, isThisProgram }: LogHolder): string =>
		isThisProgram
			? 'This session is open in this program already.'
			: `This session is open in another acp-tui${pid > 0 ? ` (process ${pid})` : ''}.`,
	notFound: (id: string): string => `There is no session ${id}.`,
	notOurs: (id: string): string => `The log of session ${id} is damaged: it does not begin as one.`,
	newer: (id: string): string =>
		`The session ${id} was kept by a newer version of acp-tui: it can be read, not continued here.`,
	notSaved: (why: string): string => `This session is not being kept: ${why}.`,
	notSavedHint: 'The conversation goes on. Keeping it is tried again every few seconds.',
};
