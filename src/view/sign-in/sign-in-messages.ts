// What is shown and read out of a sign-in.

/** Ways to sign in, by the kind of the method. */
export const kinds = {
	apiKey: (provider: string): string => (provider === '' ? 'API key' : `API key (${provider})`),
	variables: (names: string): string => `sets ${names} for this agent`,
} as const;

export const forward = (port: number): string =>
	`The page comes back to port ${port} of this machine: forward it with ssh -L ${port}:localhost:${port} HOST`;
export const READ_FIRST = 'look at all of it first';

export const asksToRun = {
	'other-program': (name: string): string => `“${name}” runs this command here, which is not the agent itself:`,
	outside: (name: string): string => `“${name}” runs this command here, outside the agent’s sandbox:`,
	plan: (name: string): string => `“${name}” runs this command here, without a sandbox. Plan mode cannot restrict it:`,
} as const;

/* Commands and status. */
export const NOT_CONNECTED = 'No agent is connected; /restart starts it';

/* For screen readers. */
export const spoken = {
	notAvailable: (words: string): string => `${words}. It cannot be chosen.`,
} as const;
