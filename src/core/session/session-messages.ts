export const NO_PLAN_REQUEST = 'this agent has no request of its own for leaving plan mode';
export const ASKED_FOR = 'you asked for it';
export const PLAN_DONE_HINT = '/plan done approves the last answer as the plan.';
export const WENT_INTO_PLAN = 'The agent went into plan mode; nothing changes until you approve its plan.';
export const LEFT_PLAN = 'The agent left its plan mode by itself. Plan mode stays on here.';
export const NOTHING_CHOSEN = 'Nothing is remembered for this agent.';
export const choicesForgotten = (agent: string): string =>
	`Forgot what you chose for ${agent}: next time it starts with its own model, mode and options.`;
export const MODE_KEY_HINT = 'shift+tab changes the mode';
export const MODES_HINT = '/mode changes ours and the agent’s';
export const agentKeeps = (name: string): string =>
	`The agent keeps this by itself and may ask less from now on: “${name}”`;
export const TAKE_BACK_HINT = '/permissions takes it back';
export const KEPT_UNTIL_END = 'The agent keeps this until its session ends.';

export const KEPT_UNTIL_END_HINT =
	'/restart starts the agent anew for this session, /new begins another one; what it wrote into its own settings stays';

export const MAY_EDIT = 'This agent may act without asking.';
export const mayEditInMode = (mode: string): string =>
	`This agent may edit without asking: it is in its mode “${mode}”, and offers none that asks.`;
export const NO_ASKING_MODE = 'This agent offers no mode in which it asks first.';
export const NO_ASKING_MODE_HINT = '/mode shows those that it has, /agent another agent';
export const modeNotTaken = (wanted: string, now: string): string =>
	`The agent did not switch its mode to ${wanted}: it says that it is in ${now}.`;
export const optionNotTaken = (name: string, value: string | boolean): string =>
	`The agent did not switch ${name} to ${value}.`;
export const UNDO_HINT = '/undo puts files back';
export const UNDO_TO_COME_HINT = '/undo puts back what a turn changes';
export const SANDBOX_TO_COME_HINT = '/agent sets a sandbox that prevents it · /undo puts back what a turn changes';
export const CHANGES_HINT = '/changes shows what waits to be applied';
export const refused = (title: string): string => `Refused: ${title}`;
export const PLAN_APPROVED = 'The plan is approved. Carry it out now.';
export const keepsTrying = (count: number): string =>
	`Plan mode refused ${count} requests in this turn, and the agent goes on trying`;
export const KEEPS_TRYING_BECAUSE = 'the agent may not understand that it should only plan';

export const REFUSALS_CHOICES = {
	refuse: 'Go on refusing',
	stop: 'Stop the turn',
	leave: 'Leave plan mode (asks before each change)',
} as const;

export const START_QUESTION = {
	title: (agent: string): string => `Let ${agent} work on a copy?`,
	because: 'it edits and runs commands unasked',
	facts: [
		['copy', 'changes wait for your review'],
		['watch', 'files change, /undo goes back'],
	],
	options: { copy: 'Work on a copy', watch: 'Only watch', no: 'Do not start' },
} as const;
export const notStarted = (agent: string): string => `${agent} was not started.`;
export const NETWORK_HINT = 'what it reaches takes a sandbox: --sandbox fence or shadow';
export const NOT_STARTED_HINT = '/restart asks again, /agent chooses another';

export const RUN_AGAIN = {
	yes: 'Run again without the sandbox',
	withNetwork: 'Run sandboxed, with network',
	no: 'No, leave it as failed',
} as const;

export const TAKE_CHANGES = {
	yes: 'Take these changes',
	no: 'Discard them',
	because: 'it ran on a copy, not on your files',
} as const;

export const CONNECTION_NAMES = {
	once: 'Allow until this turn ends',
	session: 'Allow for this session',
	reject: 'Reject',
	rejectSession: 'Reject for this session',
} as const;

export const LEAVE_PLAN = 'Leave plan mode';
export const JUNK_LINES = 'The agent prints lines on its standard output that are not protocol; they are skipped.';
export const JUNK_LINES_HINT = '/status counts them';
export const ALREADY_OPENING = 'A new session is already being opened.';
export const NO_AGENT = 'There is no agent to open a session on.';
export const RESTART_HINT = '/restart starts it';
export const NEW_SESSION_STOPPED = 'New conversation. The turn that was running was stopped.';
export const NEW_SESSION = 'New conversation. /resume goes back to the last one.';
export const RESTARTING = 'Starting the agent again.';
export const switchingAgent = (name: string): string =>
	`Switching to ${name}. It starts a new session and knows nothing of what is above.`;
export const SWITCHED_AWAY = 'The agent was replaced by another one.';
export const RESTARTED = 'The agent was restarted.';
export const PROMPT_KEPT = 'What you sent waits in the queue.';
export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const NOTHING_TO_REDO = 'There is nothing to redo.';
export const NOT_WHILE_WORKING = 'Files of earlier turns are not put back while the agent works on them.';
export const tooManyCommands = (count: string, kept: number): string =>
	`The agent offers ${count} commands: the first ${kept} are kept.`;
export const SENT_INSTRUCTIONS = 'Sent along: your standing instructions.';
export const sentRestored = (summary: string): string => `Sent along: ${summary}.`;
export const sentOutput = (lines: readonly string[]): string => `Sent along: output of ${lines.join(' · ')}.`;
export const olderLeftOut = (count: number): string =>
	`… ${count.toLocaleString('en')} older entries left out: the transcript grew too long`;
export const ADDED_DIRECTORY = (folder: string): string => `The agent may read and edit files in ${folder} now.`;
export const ADDED_TO_READ = (path: string): string =>
	`The agent may read files in ${path} now. It cannot change them, as it works in a shadow.`;

/** Added while the agent works: there is no snapshot of its files from before. */
export const KEPT_FROM_NEXT_PROMPT = 'What changes there is watched, and can be undone, from the next prompt on.';

export const NOT_TOLD = {
	never: (agent: string): string => `${agent} cannot learn of it: name files there by their full path`,
	untilNew: (agent: string): string =>
		`${agent} learns of it in its next session (/new); until then name files there by their full path`,
};

export const directoriesAre = (count: number): string =>
	count === 1 ? 'One folder beside the workspace:' : `${count} folders beside the workspace:`;

export const NO_DIRECTORIES = {
	title: 'The agent works in the workspace alone.',
	hint: '/add-dir DIR adds a folder beside it',
};

export const USAGE_TITLE = 'Usage';

export type ReviewedPlan = 'approved' | 'kept' | 'rejected' | 'answered';
export const REVIEWED_PLAN: Readonly<Record<ReviewedPlan, string>> = {
	approved: 'Plan approved',
	kept: 'Plan not approved: kept planning',
	rejected: 'Plan not approved',
	answered: 'Plan answered',
};
