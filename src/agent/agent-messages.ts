/* What is said of an agent that does not start, does not answer or answers with an error. `line` is its command line. */

export const couldNotStart = (line: string, reason: string): string => `Could not start "${line}": ${reason}.`;
export const START_REASONS = {
	inWorkspace: (command: string, path: string) =>
		`the only ${command} on the PATH is ${path}, inside the workspace, where a repository can put any program; its name alone does not start it`,
} as const;
export const START_HINTS = {
	inWorkspace: (install: string | undefined, path: string) =>
		`${install === undefined ? '' : `${install}. `}To start that file, name its path: --agent-command "${path}"`,
} as const;
export const CALLED_OFF = 'The start of the agent was called off.';
export const HANDSHAKE = {
	version: (line: string, spoken: readonly string[], ours: number) =>
		spoken.length === 0
			? `"${line}" names no version of ACP; acp-tui speaks ACP ${ours}.`
			: `"${line}" speaks ACP ${spoken.join(', ')} only; acp-tui speaks ACP ${ours}.`,
} as const;
export const CALLS = {
	signIn: (agent: string, text: string) => `${agent} needs you to sign in${text === '' ? '.' : `: ${text}`}`,
	error: (agent: string, method: string, code: string, text: string) =>
		`${agent} answered ${method} with an error${code}: ${text}`,
} as const;
export const SIGN_IN = {
	variables: (names: readonly string[]) =>
		`The agent reads its key from ${names.join(' or ')}: set ${names.length === 1 ? 'it' : 'one of them'} for the agent.`,
} as const;
export const ADVICE = {
	forbidden: 'The service does not let this account do that: check its plan and rights, or sign in with another one.',
	rateLimited: 'Too many requests for now: wait a moment, then send the prompt again.',
	usageLimit: "Your plan's limit is used up: wait until it resets, or change the plan or the account.",
	contextFull: 'The conversation is too long for the model: /compact where the agent has it, or /new.',
	model: 'Choose another model with /model, or with --model at the start.',
	connection:
		"The agent cannot reach its service: check the network and the agent's settings, then send the prompt again.",
	unavailable: "The agent's service has a problem: send the prompt again in a moment.",
	badRequest: 'Sending it again changes nothing: change the prompt, or go on in a new session with /new.',
	tooLarge: 'Leave out what is too large, or make it smaller, and send the prompt again.',
	refusal: 'Put it in other words, or go on in a new session with /new.',
	asRoot: 'Start acp-tui as a user that is not root, or without IS_SANDBOX in the environment.',
	filtered: "The service's rules refuse it: put it in other words.",
} as const;
