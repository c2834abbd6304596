// What is shown and read out of a sign-in.

export const title = (agent: string): string => `Sign in to ${agent}`;
export const KEYS = 'enter chooses, esc not now';
export const KEYS_SHORT = 'enter, esc';
/** The draft has the keys. */
export const KEYS_ASIDE = 'tab chooses';
export const RUNNING_KEYS = 'esc stops';
export const FIELD_KEYS = 'enter goes on, esc goes back';

/** How each kind of method signs in. */
export const kinds = {
	agent: 'may open a browser',
	apiKey: (provider: string): string => (provider === '' ? 'API key' : `API key (${provider})`),
	terminal: 'runs in this terminal',
	sandboxed: 'runs in this terminal, in the sandbox',
	command: 'runs a command in this terminal',
	variables: (names: string): string => `sets ${names} for this agent`,
} as const;
export const unknownKind = (word: string): string => `not available: a sign-in of unknown type “${word}”`;
export const STOPS_TURN = 'takes effect when the agent restarts';

export const promptWaits = (words: string): string => `Your prompt waits: ${words}`;
export const NO_METHODS =
	'It lists no way to sign in from here. Sign in with its own program in another terminal, then go on here.';
export const NONE_NEEDED = 'It offers no way to sign in, and it has not asked for one.';
export const USED_UP = 'None of its ways to sign in can be used from here.';

export const ELSEWHERE = 'I signed in elsewhere: try again';
export const ELSEWHERE_WORDS = 'restarts the agent';
export const RESTART = 'Restart the agent';
export const RESTART_WORDS = 'then it asks again';
export const withoutUsual = (name: string): string => `${name}, without the usual arguments`;
export const outsideSandbox = (name: string): string => `${name}, outside the sandbox`;
export const OUTSIDE_WORDS = 'shows the command first';
export const OTHER_AGENT = 'Choose another agent';
export const OTHER_AGENT_WORDS = '/agent; what you sent is kept';
export const HAND_OVER = 'Hand over to another agent';
export const HAND_OVER_WORDS = '/handover; it begins with a summary, which you see first';
export const NOT_NOW = 'Not now';
export const NOT_NOW_WORDS = '/login comes back here';

export const waiting = (name: string, time: string): string => `Signing in: ${name} · ${time}`;
export const STOPPING = 'Stopping…';
export const OPEN_THIS = 'Open this address to go on:';
export const NO_ADDRESS = 'The agent may have opened a page in your browser.';
export const NO_BROWSER = 'No browser can open from here. An address that the agent prints is shown below.';
export const ELSEWHERE_BROWSER = 'No browser can open from here: copy the address to one on your own machine.';
export const forward = (port: number): string =>
	`The page comes back to port ${port} of this machine: forward it with ssh -L ${port}:localhost:${port} HOST`;
export const TAKES_LONG = 'This takes long. You can stop it and try again, or choose another way.';
export const beware = (host: string, odd: readonly string[]): string => `It leads to ${host}: ${odd.join(', ')}.`;
export const SHOW_ALL = 'Show all of it';
export const READ_FIRST = 'look at all of it first';
export const EXACT_KEYS = 'esc goes back';
export const COPY = 'Copy the address';
export const OPEN = 'Open it in the browser';
export const STOP = 'Stop';
export const ADDRESS_LABEL = 'Address';

export const asksToRun = {
	'other-program': (name: string): string => `“${name}” runs this command here, which is not the agent itself:`,
	outside: (name: string): string => `“${name}” runs this command here, outside the agent’s sandbox:`,
	plan: (name: string): string => `“${name}” runs this command here, without a sandbox. Plan mode cannot restrict it:`,
} as const;
export const RUN_IT = 'Run it';
export const GO_BACK = 'Go back';

export const keyLabel = (provider: string): string => (provider === '' ? 'API key' : `API key of ${provider}`);
export const KEY_OPTIONAL = 'empty: the agent uses the one of its own environment';
export const OPTIONAL = 'may be empty';
export const KEY_HIDDEN =
	'It is not shown. The agent gets it, and a file that only you can read keeps it for its next start.';
export const KEY_STORED = 'They are kept in a file that only you can read, and set whenever this agent starts.';
export const FIELD_EMPTY = 'It cannot be empty';
export const FIELD_LONG = 'That is too long for a key';

/* Commands and status. */
export const ALREADY = 'A sign-in is already shown';
export const NO_LOGOUT = 'This agent offers no sign-out';
export const NOT_CONNECTED = 'No agent is connected; /restart starts it';
export const LOGOUT_RUNNING = 'The agent is working: stop it first';

/* For screen readers. */
export const spoken = {
	notAvailable: (words: string): string => `${words}. It cannot be chosen.`,
	field: (label: string): string => `${label}. What you type is not shown. Press enter when done; escape goes back.`,
	plainField: (label: string): string => `${label}. Press enter when done; escape goes back.`,
} as const;
