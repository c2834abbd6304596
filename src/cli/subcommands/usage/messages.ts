export const badSince = (text: string): string =>
	`--since takes a span such as 24h, 7d or 2w, or a date such as 2026-11-20; "${text}" is neither.`;

export const badGrouping = (text: string, choices: readonly string[]): string =>
	`--by takes ${choices.join(', ')}; "${text}" is none of them.`;

export const since = (time: string): string => `Since ${time}`;
export const ALL_SESSIONS = 'All sessions that are kept';

export const nothingSince = (time: string): string => `No prompt was sent since ${time}.`;
export const NOTHING = 'No prompt was sent in the sessions that are kept.';
export const notKept = (folder: string): string => `No session is kept: there is no ${folder}.`;

export const GROUPS = { agent: 'agent', project: 'project', model: 'model' } as const;
export const TOTAL = 'total';
export const NO_MODEL = '(no model named)';
