export const addressTitle = (agent: string, host: string): string => `${agent} asks you to open ${host}`;

export const ADDRESS_BECAUSE = 'it opens only when you choose so';

export const ADDRESS_OPTIONS = {
	open: 'Open it in the browser',
	'go-on': 'Go on without opening it',
	decline: 'Decline',
	cancel: 'Cancel',
} as const;
export const ADDRESS_ANSWERS: Readonly<Record<keyof typeof ADDRESS_OPTIONS, string>> = {
	open: 'you opened it',
	'go-on': 'you went on without opening it',
	decline: 'you declined',
	cancel: 'you cancelled',
};

export const addressAsked = (agent: string, host: string, answer: string): string =>
	`${agent} asked you to open ${host}: ${answer}`;
export const addressTakenBack = 'not answered';
export const addressDone = 'it says that this is done';

export const formTitle = (agent: string): string => `${agent} asks you`;
export const FORM_BECAUSE = { waits: 'it waits for your answer', goesOn: 'it works on meanwhile' } as const;
