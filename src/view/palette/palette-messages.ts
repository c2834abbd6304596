export const TITLE = 'Palette';
export const LABEL = 'Run: ';
export const HINT = 'a command, key, mode, model, setting, session or file';
export const NOT_SET = 'not set';
export const NONE = 'Nothing has these letters.';

/** Kinds of entries, in the order of the list. */
export const KINDS = {
	command: 'Commands',
	action: 'Keys',
	mode: 'Modes',
	model: 'Models',
	theme: 'Themes',
	setting: 'Settings',
	choice: 'Arguments',
	agentCommand: 'Agent commands',
	open: 'Open sessions',
	session: 'Sessions',
	file: 'Files',
} as const;

/** Kinds as they stand beside a name. */
export const KIND_WORDS: Readonly<Record<keyof typeof KINDS, string>> = {
	command: 'command',
	action: 'key',
	mode: 'mode',
	model: 'model',
	theme: 'theme',
	setting: 'setting',
	choice: 'argument',
	agentCommand: 'agent',
	open: 'open session',
	session: 'session',
	file: 'file',
};
