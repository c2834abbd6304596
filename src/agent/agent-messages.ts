/* What is said of an agent that does not start, does not answer or answers with an error. `line` is its command line. */

export const couldNotStart = (line: string, reason: string): string => `Could not start "${line}": ${reason}.`;
export const START_REASONS = {
	noDirectory: (cwd: string) => `the directory ${cwd} does not exist`,
	closedDirectory: (cwd: string) => `no permission to enter the directory ${cwd}`,
	noInterpreter: 'the interpreter that its first line names was not found',
	notFound: (command: string) => `${command} was not found`,
	notAllowed: (command: string) => `no permission to run ${command}`,
	inWorkspace: (command: string, path: string) =>
		`the only ${command} on the PATH is ${path}, inside the workspace, where a repository can put any program; its name alone does not start it`,
	unknown: 'the system gave no reason',
} as const;
export const START_HINTS = {
	noDirectory: 'Choose a directory that exists.',
	closedDirectory: 'Choose another directory, or change its permissions.',
	noInterpreter: (command: string) => `Correct the first line of ${command}.`,
	notInstalled: (install: string) => `To install it: ${install}`,
	notFound: (command: string) => `Install ${command}, put it on the PATH, or correct its name.`,
	notExecutable: (path: string) => `Make it executable: chmod +x ${path}`,
	notAllowed: 'Check who may run it.',
	inWorkspace: (install: string | undefined, path: string) =>
		`${install === undefined ? '' : `${install}. `}To start that file, name its path: --agent-command "${path}"`,
} as const;
export const CALLED_OFF = 'The start of the agent was called off.';
export const HANDSHAKE = {
	noObject: (line: string) => `"${line}" answered initialize with something else than an object.`,
	version: (line: string, spoken: readonly string[], ours: number) =>
		spoken.length === 0
			? `"${line}" names no version of ACP; acp-tui speaks ACP ${ours}.`
			: `"${line}" speaks ACP ${spoken.join(', ')} only; acp-tui speaks ACP ${ours}.`,
	closed: (line: string) => `"${line}" closed its output before it answered initialize.`,
	refused: (line: string, code: string, text: string) => `"${line}" refused the handshake${code}: ${text}`,
	ended: (line: string, how: string) => `"${line}" ${how} before it answered initialize.`,
	silent: (line: string, seconds: number) => `"${line}" did not answer initialize within ${seconds} s.`,
} as const;
export const HANDSHAKE_HINTS = {
	version: 'Use a release of the agent that speaks ACP 1.',
	ended: 'Run the command in a terminal to see what it needs.',
	notStarted: 'A program that it starts was not found, or may not be started.',
	silent: 'Check that the command starts an agent that speaks ACP on standard input and output.',
} as const;
export const CALLS = {
	silent: (agent: string, method: string, seconds: number) => `${agent} did not answer ${method} within ${seconds} s.`,
	calledOff: (method: string, agent: string) => `${method} was called off before ${agent} answered.`,
	unsent: (agent: string, method: string, reason: string) => `${method} could not be sent to ${agent}: ${reason}`,
	signIn: (agent: string, text: string) => `${agent} needs you to sign in${text === '' ? '.' : `: ${text}`}`,
	error: (agent: string, method: string, code: string, text: string) =>
		`${agent} answered ${method} with an error${code}: ${text}`,
	noOptions: (agent: string) => `${agent} answered session/set_config_option without its options.`,
	cannotOpen: (agent: string, code: string, text: string) => `${agent} could not open a session: ${text}${code}`,
	lacks: (agent: string, method: string) => `${agent} does not support ${method}.`,
	noList: (agent: string) => `${agent} answered session/list without a list.`,
	noFork: (agent: string) => `${agent} answered session/fork without the id of a new session.`,
	noSessionId: (agent: string) => `${agent} opened a session without a sessionId.`,
} as const;
export const SIGN_IN = {
	refused: (agent: string, text: string) => `${agent} did not accept the sign-in: ${text}`,
	failed: (agent: string, text: string) => `The sign-in to ${agent} failed: ${text}`,
	cancelled: (agent: string) => `The sign-in to ${agent} was cancelled.`,
	ended: (why: string) => `The sign-in ended with the agent: ${why}`,
	notByRequest: (agent: string, method: string) => `${agent} cannot be asked to sign in by "${method}".`,
	variables: (names: readonly string[]) =>
		`The agent reads its key from ${names.join(' or ')}: set ${names.length === 1 ? 'it' : 'one of them'} for the agent.`,
	noLogout: (agent: string) => `${agent} cannot sign out over the protocol.`,
	noLogoutHint: "Sign out with the agent's own program.",
	logoutFailed: (agent: string, text: string) => `${agent} did not sign out: ${text}`,
} as const;
export const SHARED = {
	sessionGone: 'This session is not open any more; nothing was changed.',
	isOpen: 'This session is open beside this one already: alt+l shows it.',
	isOver: 'The agent has ended.',
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
export const PROVIDER = {
	refused: (id: string, reason: string): string => `The model provider ${id} could not be set. ${reason}`,
	hint: 'Correct agents.NAME.provider in the config, or take it out.',
} as const;
