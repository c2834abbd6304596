/** What the app says of its own in the transcript. */

/** A defect of ours while an effect was carried out. */
export function internalError(effect: string, error: unknown): string {
	return `Something went wrong in acp-tui (${effect}): ${String(error)}`;
}

/** An agent that takes no folders beside the workspace. */
export function directoriesNotTaken(agent: string, folders: readonly string[]) {
	return {
		title: `${agent} does not support additional directories, so it does not know about them.`,
		detail: folders.join('\n'),
		hint: 'it can still read and edit files there when a prompt names them by their full path',
	};
}

/** Servers of types that an agent does not take (`mcpCapabilities`). */
export function serversOfTypeNotTaken(agent: string, types: readonly string[], names: readonly string[]) {
	return {
		title: `${agent} takes no MCP servers of type ${types.join(' or ')}, so it was not given ${listOf(names)}.`,
		hint: '/mcp shows all of them',
	};
}

/** An agent that does nothing with the servers that it is given. */
export function serversIgnored(agent: string, names: readonly string[]) {
	return {
		title: `${agent} does nothing with MCP servers, so it was not given ${listOf(names)}.`,
		hint: 'its own documentation may say how it gets tools',
	};
}

/** An agent that opened a session only without the servers. */
export function serversRefused(agent: string, names: readonly string[], reason: string) {
	return {
		title: `${agent} refused the MCP servers, so the session goes on without ${listOf(names)}.`,
		detail: reason,
		hint: '"acp-tui mcp test NAME" tells whether one works',
	};
}

const MOST_NAMES = 8;

function listOf(names: readonly string[]): string {
	const shown = names.slice(0, MOST_NAMES);
	return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}

/** The agent sends updates while no session is open. */
export const UNKNOWN_SESSION = 'The agent sends updates while no session is open; they are not shown.';

/** What a session that the agent has beside the open one says stands below this. */
export const otherSession = (name: string): string => `another session of the agent: ${name}`;

/** The same for those beyond the first few. */
export const FURTHER_SESSIONS = 'further sessions of the agent';

/** More updates came before a session was open than are kept. */
export const earlyUpdatesLeftOut = (count: number): string =>
	`The agent sent ${count.toLocaleString('en')} more updates before its session was open than are kept; they are not shown.`;

/** More questions at once than anybody answers. */
export const tooManyQuestions = (most: number): string =>
	`The agent asks more than ${most} questions at once: what is beyond is refused unseen.`;

/** A turn began before the files were kept. */
export const FILES_KEPT_LATE =
	'The agent began before the files were kept; what it changed in the first moments may be missing.';

/** A folder beside the workspace was removed, unmounted or closed. */
export const folderUnusable = (folder: string, because: string) => ({
	title: `${folder} cannot be used: ${because}.`,
	hint: 'files there are neither read, written nor kept until it is back',
});

/** Such a folder can be used again. */
export const folderBack = (folder: string): string => `${folder} is back.`;

/** There is no port for folders beside the workspace. */
export const NO_FOLDERS = 'No folder can be added here.';

/** The user's shell is not to be had. */
export const NO_SHELL = 'Commands cannot be run here.';

/** What an agent asks of the user with `elicitation/create`, and why nobody is asked. */
export const ELICITATION = {
	asks: (agent: string): string => `${agent} asks for something`,
	nobody: 'nobody is there to answer',
	unknownMode: (agent: string, mode: string): string =>
		`${agent} asked for something in a way that acp-tui does not offer (${mode}); acp-tui answered that you cannot.`,
	noForm: (agent: string, because: string): string =>
		`${agent} asked you with a form that cannot be shown; acp-tui answered that you cannot: the form ${because}.`,
	noAddress: (agent: string): string =>
		`${agent} asked to open something that is not a web address; it was not opened.`,
} as const;

/** What the transcript says of a form of an agent and its answer. */
export const FORM_NOTE = {
	asked: (agent: string, question: string): string =>
		question === '' ? `${agent} asked you` : `${agent} asked you: ${question}`,
	decline: 'You declined.',
	cancel: 'You cancelled.',
	over: 'Not answered.',
	agreed: 'You agreed.',
	empty: 'You sent it empty.',
	secret: 'given, and not kept here',
	nothing: 'no answer',
	more: (count: number): string => `and ${count} more`,
	manyOver: (agent: string, count: number): string => `${agent} asked you ${count} questions; none was answered.`,
	yes: 'yes',
	no: 'no',
} as const;

/** Beside choices: an answer of the user's own. */
export const OWN_ANSWER = 'Other';

/** A rule that could not be written. */
export const ruleNotStored = (rule: string): string =>
	`The rule ${rule} holds until you leave, but could not be stored.`;

/** Where nothing is kept. */
export const RULE_FOR_THIS_RUN = 'This rule holds until you leave: nothing of this run is kept.';
export const RULE_REMOVED_FOR_THIS_RUN =
	'This rule is removed until you leave: nothing of this run is kept, so one that was stored is back after that.';

/** A rule that could not be taken out of its file. */
export const ruleNotRemoved = (rule: string): string =>
	`The rule ${rule} does not hold any more, but is back when you start again: it could not be removed.`;

/** The agent does not answer a switch of its mode or of an option. */
export const switchNotAnswered = (what: string): string => `The agent did not answer the request to switch ${what}.`;

/** The agent answered such a switch with an error. */
export const switchFailed = (what: string, reason: string): string => `The agent did not switch ${what}: ${reason}`;

/** An agent without a choice of model was asked for one. */
export const noModels = (agent: string, model: string): string =>
	`${agent} offers no choice of model, so it was not switched to ${model}.`;

/** What can be done about it. */
export const NO_MODELS_HINT = 'The agent’s own settings may name its model.';

/** The model that was asked for is none of the agent's. */
export const modelNotOffered = (agent: string, model: string): string => `${agent} does not offer the model ${model}.`;

/** The model that a session had before is not among those that the agent offers. */
export const sessionModelGone = (agent: string, model: string): string =>
	`${agent} no longer offers ${model}, the model of this session; it goes on with its own.`;

/** The model that the user chose the last time is gone. */
export const modelGone = (agent: string, model: string): string =>
	`${agent} no longer offers ${model}, the model you chose last time; it starts with its own.`;

const MOST_MODELS = 40;

/** The models that there are, by what they are chosen by. */
export const modelsOffered = (values: readonly string[]): string => {
	const more = values.length - MOST_MODELS;
	return `It offers: ${values.slice(0, MOST_MODELS).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
};

/** The agent was told to take a model and did not. */
export const modelNotTaken = (agent: string, model: string): string => `${agent} did not switch to the model ${model}.`;

/** An option, or this value of it, is none of the agent's. */
export const optionNotOffered = (agent: string, id: string, value: string | boolean, isRemembered: boolean): string =>
	isRemembered
		? `${agent} no longer offers ${id} ${value}, which you chose last time; it starts with its own.`
		: `${agent} does not offer ${value} for the option ${id} that the config sets.`;

/** The mode that the user chose the last time is gone. */
export const modeGone = (agent: string, mode: string): string =>
	`${agent} no longer offers its mode ${mode}, which you chose last time; it starts with its own.`;

/** An agent that takes no model provider was given one by the config. */
export function providerNotTaken(agent: string, providerId: string) {
	return {
		title: `${agent} takes no model provider, so it does not use ${providerId}: it has its own way to its models.`,
		hint: 'agents.NAME.provider in the config names it',
	};
}

/** Why a sign-in did not succeed. */
export const SIGN_IN = {
	noAgent: 'The agent does not run.',
	unknownKind: 'This kind of sign-in is not known here.',
	noTerminal: 'The agent’s program cannot have the terminal here.',
	noStore: 'Keys cannot be kept here.',
	stopped: 'The sign-in was stopped.',
	programFailed: (how: string): string => `The sign-in program ${how}.`,
} as const;
/** No agent can be chosen where nobody is there. */
export const NO_AGENTS = 'Another agent cannot be chosen here.';

/** The user did not want to wait for it. */
export const gaveUpResuming = (rung: string): string => `session/${rung} was stopped.`;

/** The agent said nothing at all. */
export const silentWhileResuming = (agent: string, rung: string, patience: number): string =>
	`${agent} did not answer session/${rung} and said nothing for ${Math.round(patience / 1000)} s.`;

/** Why no prompt is sent to a new session instead. */
export const notResumed = (agent: string, why: string | undefined): string =>
	why === undefined ? `${agent} cannot resume this session.` : `${agent} could not resume the session: ${why}`;

/** What to do about it where nobody can be asked. */
export const notResumedHint = (hasTranscript: boolean): string =>
	hasTranscript
		? 'The prompt went to no other session. Try again later, or add --briefing to continue in a new session with a summary of this one.'
		: 'The prompt went to no other session. Try again later, or begin a new session.';

/** Another session of this program signed in or out of an agent whose process this one shares. */
export function accountIsShared(agent: string, change: 'signed-in' | 'signed-out') {
	const how = change === 'signed-in' ? 'signed in to' : 'signed out of';
	return { title: `Another session ${how} ${agent}: this one works with the same account.` };
}

/** The agent of this session is a process that other sessions use as well. */
export function processIsShared(agent: string) {
	return {
		title: `${agent} runs in one process for this session and others: if it ends, it ends for all of them.`,
		hint: '/session new isolated opens a session with a process of its own',
	};
}

/** An agent tells more of a session than is kept. */
export const historyLeftOut = (size: string): string =>
	`The agent sent more of this session than is kept: the oldest ${size} are left out.`;

/** What an agent tells of a session is another conversation than ours. */
export const OTHER_HISTORY = {
	title: 'The agent tells another conversation for this session: what follows is what it remembers.',
	hint: 'what stands above is what was kept here; /new begins a session that knows neither',
};

/** A value that a session was left with may let the agent do more unasked: it is for the user to choose once more. */
export const optionNotRestored = (name: string, value: string | boolean): string =>
	`${name} is not set to ${value} again by itself: it may decide what the agent asks about.`;

/** An option of the agent that lets things through unasked was on when it started. */
export const optionOff = (agent: string, name: string): string =>
	`${agent} started with “${name}” on. It is off in this session, so that ${agent} asks first.`;
export const optionOffHint = (id: string): string => `To keep it on, set ${id} in the agent's options in your config`;
export const optionStaysOn = (agent: string, name: string): string =>
	`${agent} started with “${name}” on and did not turn it off: it may edit and run commands without asking.`;
export const OPTION_STAYS_ON_HINT = 'A sandbox limits it: /agent sets one';

/** Nobody looks after git worktrees. */
export const NO_WORKTREES_HERE = 'There are no worktrees in this run.';

/** The list of git worktrees. */
export const WORKTREES = {
	none: {
		title: 'This repository has no worktrees of sessions',
		hint: '/worktree new opens a session in a new one, with a branch of its own',
	},
	some: {
		title: 'Worktrees of this repository',
		hint: '/worktree NAME opens a session in one; acp-tui worktrees remove NAME removes one',
	},
} as const;

/** Why a file or terminal request is not covered by what was allowed before. */
export const OTHER_TEXT = 'this is not the text that was allowed before';
export const FILE_MOVED = 'the file changed since this was allowed';
export const OTHER_COMMAND = 'this is not the command, folder or environment that was allowed before';
export const cannotAsk = (because: string): string => `not allowed without asking, and -p cannot ask: ${because}`;
/** Why a question comes a second time. */
export const FILE_CHANGED_MEANWHILE = 'the file changed on disk while this was asked';

/** A plan to approve, of which the request says something else than the file that it names. Markdown. */
export const bothPlans = (plan: string, path: string, written: string): string =>
	[
		'**The request and the file of this plan say different things.** This is the plan of the request:',
		plan,
		'---',
		`**This is the file** ${path}:`,
		written,
	].join('\n\n');

/** Of a dry run: what an agent's own terminal would do instead, in these modes. */
export function runsOnCopyFirst(modes: readonly string[]): string {
	return `in acp-tui’s terminals (${modes.join(', ')}) it runs on a copy of the workspace first; only what it changed is then decided about`;
}
