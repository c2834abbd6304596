export const GROUPS = ['Automatic', 'Dark', 'Light', 'Own'] as const;
export type Group = (typeof GROUPS)[number];

export const noTheme = (typed: string): string => `No theme “${typed}”`;

/** Words for themes whose name does not tell what they do. */
export const THEME_WORDS: Readonly<Record<string, string>> = {
	auto: 'follows the terminal’s background',
	neutral: 'readable on dark and on light',
	'high-contrast': 'strong colours, follows the background',
	'high-contrast-dark': 'strong colours on black',
	'high-contrast-light': 'strong colours on white',
	ansi: 'the terminal’s own 16 colours',
	mono: 'no colours',
};

export const SAMPLE = {
	prompt: 'Limit failed logins',
	answer: 'I change ',
	file: 'src/limiter.ts',
	heading: 'Two changes',
	quote: 'Limits are per address',
	ran: 'npm test',
	failed: 'failed',
	exit: '1 of 24 tests',
	question: 'Edit src/limiter.ts',
	why: 'default mode',
	allow: '1 Allow once',
	always: '2 Always…',
	reject: '3 Reject',
	modes: { plan: 'plan', acceptEdits: 'accept edits', bypass: 'bypass' },
} as const;
