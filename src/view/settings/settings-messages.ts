export const noSetting = (typed: string): string => `No setting “${typed}”`;
export const NOT_SET = 'not set';

export const how = (file: string): string => `enter changes ${file} · tab the other file · ctrl+d takes it out`;

export const facts = {
	now: (value: string, source: string): string => `Now: ${value} (${source})`,
	user: (value: string | null): string => `Your config: ${value ?? '–'}`,
	project: (value: string | null): string => `The project’s: ${value ?? '–'}`,
	choices: (choices: readonly string[]): string => `One of: ${choices.join(', ')}`,
	isLive: 'A change counts at once.',
	isLater: 'A change counts from the next start.',
};

export const trust = {
	title: (file: string): string => `Trust ${file}?`,
	would: (effects: string): string => `It would ${effects}.`,
	yes: 'Trust it until it changes',
	no: 'Not now',
};

export const spoken = {
	change: 'change it',
	unset: 'take it out of the file',
	how: 'A number chooses one, words search, empty closes.',
	value: (key: string, value: string): string =>
		`The new value of ${key}, now ${value === '' ? NOT_SET : value}. Empty goes back.`,
};
