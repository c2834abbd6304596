import type { Failure } from '../core/failure.js';

export function directoriesNotTaken(agent: string, folders: readonly string[]) {
	return {
		title: `${agent} does not support additional directories, so it does not know about them.`,
		detail: folders.join('\n'),
		hint: 'it can still read and edit files there when a prompt names them by their full path',
	};
}

export function serversOfTypeNotTaken(agent: string, types: readonly string[], names: readonly string[]) {
	return {
		title: `${agent} takes no MCP servers of type ${types.join(' or ')}, so it was not given ${listOf(names)}.`,
		hint: '/mcp shows all of them',
	};
}

export function serversIgnored(agent: string, names: readonly string[]) {
	return {
		title: `${agent} does nothing with MCP servers, so it was not given ${listOf(names)}.`,
		hint: 'its own documentation may say how it gets tools',
	};
}

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

export const otherSession = (name: string): string => `another session of the agent: ${name}`;
export const earlyUpdatesLeftOut = (count: number): string =>
	`The agent sent ${count.toLocaleString('en')} more updates before its session was open than are kept; they are not shown.`;
export const tooManyQuestions = (most: number): string =>
	`The agent asks more than ${most} questions at once: what is beyond is refused unseen.`;
export const FILES_KEPT_LATE =
	'The agent began before the files were kept; what it changed in the first moments may be missing.';
export const folderUnusable = (folder: string, because: string) => ({
	title: `${folder} cannot be used: ${because}.`,
	hint: 'files there are neither read, written nor kept until it is back',
});
export const ELICITATION = {
	unknownMode: (agent: string, mode: string): string =>
		`${agent} asked for something in a way that acp-tui does not offer (${mode}); acp-tui answered that you cannot.`,
	noForm: (agent: string, because: string): string =>
		`${agent} asked you with a form that cannot be shown; acp-tui answered that you cannot: the form ${because}.`,
} as const;
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
export const RULE_REMOVED_FOR_THIS_RUN =
	'This rule is removed until you leave: nothing of this run is kept, so one that was stored is back after that.';
export const ruleNotRemoved = (rule: string): string =>
	`The rule ${rule} does not hold any more, but is back when you start again: it could not be removed.`;
export const modelNotOffered = (agent: string, model: string): string => `${agent} does not offer the model ${model}.`;
export const sessionModelGone = (agent: string, model: string): string =>
	`${agent} no longer offers ${model}, the model of this session; it goes on with its own.`;
export const modelGone = (agent: string, model: string): string =>
	`${agent} no longer offers ${model}, the model you chose last time; it starts with its own.`;

const MOST_MODELS = 40;
export const modelsOffered = (values: readonly string[]): string => {
	const more = values.length - MOST_MODELS;
	return `It offers: ${values.slice(0, MOST_MODELS).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
};
export const optionNotOffered = (agent: string, id: string, value: string | boolean, isRemembered: boolean): string =>
	isRemembered
		? `${agent} no longer offers ${id} ${value}, which you chose last time; it starts with its own.`
		: `${agent} does not offer ${value} for the option ${id} that the config sets.`;
export const modeGone = (agent: string, mode: string): string =>
	`${agent} no longer offers its mode ${mode}, which you chose last time; it starts with its own.`;

export function providerNotTaken(agent: string, providerId: string) {
	return {
		title: `${agent} takes no model provider, so it does not use ${providerId}: it has its own way to its models.`,
		hint: 'agents.NAME.provider in the config names it',
	};
}

export const SIGN_IN = {
	noTerminal: 'The agent’s program cannot have the terminal here.',
	stopped: 'The sign-in was stopped.',
} as const;
export const gaveUpResuming = (rung: string): string => `session/${rung} was stopped.`;
export const silentWhileResuming = (agent: string, rung: string, patience: number): string =>
	`${agent} did not answer session/${rung} and said nothing for ${Math.round(patience / 1000)} s.`;
export const notResumed = (agent: string, why: string | undefined): string =>
	why === undefined ? `${agent} cannot resume this session.` : `${agent} could not resume the session: ${why}`;
export const notResumedHint = (hasTranscript: boolean): string =>
	hasTranscript
		? 'The prompt went to no other session. Try again later, or add --briefing to continue in a new session with a summary of this one.'
		: 'The prompt went to no other session. Try again later, or begin a new session.';

export function accountIsShared(agent: string, change: 'signed-in' | 'signed-out') {
	const how = change === 'signed-in' ? 'signed in to' : 'signed out of';
	return { title: `Another session ${how} ${agent}: this one works with the same account.` };
}

export function processIsShared(agent: string) {
	return {
		title: `${agent} runs in one process for this session and others: if it ends, it ends for all of them.`,
		hint: '/session new isolated opens a session with a process of its own',
	};
}

export const historyLeftOut = (size: string): string =>
	`The agent sent more of this session than is kept: the oldest ${size} are left out.`;
export const OTHER_HISTORY = {
	title: 'The agent tells another conversation for this session: what follows is what it remembers.',
	hint: 'what stands above is what was kept here; /new begins a session that knows neither',
};

export const optionOff = (agent: string, name: string): string =>
	`${agent} started with “${name}” on. It is off in this session, so that ${agent} asks first.`;
export const optionStaysOn = (agent: string, name: string): string =>
	`${agent} started with “${name}” on and did not turn it off: it may edit and run commands without asking.`;
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
export const cannotAsk = (because: string): string => `not allowed without asking, and -p cannot ask: ${because}`;
export const promptDenied = (because: string): Failure => ({
	code: 'denied',
	message: `This was not sent: ${because}`,
	isUnsent: true,
});
export const FILE_CHANGED_MEANWHILE = 'the file changed on disk while you were asked';
/** Asked where a part of a change was taken, and the agent writes files by itself. */
export const TAKE_BACK = {
	yes: 'Allow, and take the others back',
	no: 'Reject, and tell it what to write',
} as const;
export const takeBackBecause =
	'if the agent writes the file by itself, the other hunks are taken back when it is done ("review.partial")';
