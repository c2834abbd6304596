/* What the session says of its own in the transcript and in questions. */

/** An agent without a request for leaving plan mode put a plan. */
export const NO_PLAN_REQUEST = 'this agent has no request of its own for leaving plan mode';

/** `/plan done`. */
export const ASKED_FOR = 'you asked for it';

/** After an answer in plan mode that does not look like a plan. */
export const PLAN_DONE_HINT = '/plan done approves the last answer as the plan.';

/** The agent went into its plan mode. */
export const WENT_INTO_PLAN = 'The agent went into plan mode; nothing changes until you approve its plan.';

/** The agent left its plan mode. */
export const LEFT_PLAN = 'The agent left its plan mode by itself. Plan mode stays on here.';

/** Nothing of the agent was chosen. */
export const NOTHING_CHOSEN = 'Nothing is remembered for this agent.';

/** What was chosen for an agent is forgotten. */
export const choicesForgotten = (agent: string): string =>
	`Forgot what you chose for ${agent}: next time it starts with its own model, mode and options.`;

/** How to change the mode. */
export const MODE_KEY_HINT = 'shift+tab changes the mode';

/** How to change either mode. */
export const MODES_HINT = '/mode changes ours and the agent’s';

/** An «always» of the agent's own was chosen. */
export const agentKeeps = (name: string): string =>
	`The agent keeps this by itself and may ask less from now on: “${name}”`;

/** How to take that back. */
export const TAKE_BACK_HINT = '/permissions takes it back';

/** What the agent keeps cannot be taken back from here. */
export const KEPT_UNTIL_END = 'The agent keeps this until its session ends.';

/** How it ends. */
export const KEPT_UNTIL_END_HINT =
	'/restart starts the agent anew for this session, /new begins another one; what it wrote into its own settings stays';

/** Nothing says that the agent asks. */
export const MAY_EDIT = 'This agent may act without asking.';

/** The agent is in a mode in which it does not ask, and cannot be switched to one in which it does. */
export const mayEditInMode = (mode: string): string =>
	`This agent may edit without asking: it is in its mode “${mode}”, and offers none that asks.`;

/** The agent is in a mode that asks less, and there is none that asks. */
export const NO_ASKING_MODE = 'This agent offers no mode in which it asks first.';
export const NO_ASKING_MODE_HINT = '/mode shows those that it has, /agent another agent';

/** The agent is in another mode than it was switched to. */
export const modeNotTaken = (wanted: string, now: string): string =>
	`The agent did not switch its mode to ${wanted}: it says that it is in ${now}.`;

/** An option has another value than it was switched to. */
export const optionNotTaken = (name: string, value: string | boolean): string =>
	`The agent did not switch ${name} to ${value}.`;

/** How to put files back. */
export const UNDO_HINT = '/undo puts files back';

/** The same before anything was changed. */
export const UNDO_TO_COME_HINT = '/undo puts back what a turn changes';
/** The same where a sandbox could keep it from happening. */
export const SANDBOX_TO_COME_HINT = '/agent sets a sandbox that prevents it · /undo puts back what a turn changes';

/** What an agent changed in a shadow. */
export const CHANGES_HINT = '/changes shows what waits to be applied';

/** A request was refused that no card stands for. */
export const refused = (title: string): string => `Refused: ${title}`;

/** What the agent is told when its plan is approved here. */
export const PLAN_APPROVED = 'The plan is approved. Carry it out now.';

/** Plan mode refused the agent again and again. */
export const keepsTrying = (count: number): string =>
	`Plan mode refused ${count} requests in this turn, and the agent goes on trying`;

/** Why that is asked. */
export const KEEPS_TRYING_BECAUSE = 'the agent may not understand that it should only plan';

/** What can be done about it. */
export const REFUSALS_CHOICES = {
	refuse: 'Go on refusing',
	stop: 'Stop the turn',
	leave: 'Leave plan mode (asks before each change)',
} as const;

/** Before an agent starts that is known not to ask. */
export const START_QUESTION = {
	title: (agent: string): string => `Let ${agent} work on a copy?`,
	because: 'it edits and runs commands unasked',
	facts: [
		['copy', 'changes wait for your review'],
		['watch', 'files change, /undo goes back'],
	],
	options: { copy: 'Work on a copy', watch: 'Only watch', no: 'Do not start' },
} as const;
/** It was not to be started. */
export const notStarted = (agent: string): string => `${agent} was not started.`;
/** What was said of its network takes a sandbox, and nobody can be asked for one. */
export const NETWORK_HINT = 'what it reaches takes a sandbox: --sandbox fence or shadow';
export const NOT_STARTED_HINT = '/restart asks again, /agent chooses another';

/** The answers to whether a command that failed by its sandbox runs again. */
export const RUN_AGAIN = {
	yes: 'Run again without the sandbox',
	withNetwork: 'Run sandboxed, with network',
	no: 'No, leave it as failed',
} as const;

/** What can become of what a command changed on a copy of the workspace. */
export const TAKE_CHANGES = {
	yes: 'Take these changes',
	no: 'Discard them',
	because: 'it ran on a copy, not on your files',
} as const;

/** Answers to a question about a host. */
export const CONNECTION_NAMES = {
	once: 'Allow until this turn ends',
	session: 'Allow for this session',
	reject: 'Reject',
	rejectSession: 'Reject for this session',
} as const;

/** The review of a plan. */
export const LEAVE_PLAN = 'Leave plan mode';

/** The agent writes what is no message. */
export const JUNK_LINES = 'The agent prints lines on its standard output that are not protocol; they are skipped.';

/** Where they are counted. */
export const JUNK_LINES_HINT = '/status counts them';

/** A new session is already on its way. */
export const ALREADY_OPENING = 'A new session is already being opened.';

/** No agent runs. */
export const NO_AGENT = 'There is no agent to open a session on.';

/** How to start it. */
export const RESTART_HINT = '/restart starts it';

/** A new session, and a turn that it stopped. */
export const NEW_SESSION_STOPPED = 'New conversation. The turn that was running was stopped.';

/** A new session. */
export const NEW_SESSION = 'New conversation. /resume goes back to the last one.';

/** The agent is started again; what came of its session is told when it is there. */
export const RESTARTING = 'Starting the agent again.';

/** Another agent is started in the place of the one before. */
export const switchingAgent = (name: string): string =>
	`Switching to ${name}. It starts a new session and knows nothing of what is above.`;

/** Why a turn ended. */
export const SWITCHED_AWAY = 'The agent was replaced by another one.';

/** Why a turn ended. */
export const RESTARTED = 'The agent was restarted.';

/** A prompt that never reached the agent. */
export const PROMPT_KEPT = 'What you sent waits in the queue.';

/** There is nothing to undo. */
export const NOTHING_TO_UNDO = 'There is nothing to undo.';

/** There is nothing to redo. */
export const NOTHING_TO_REDO = 'There is nothing to redo.';

/** Undo while a turn runs. */
export const NOT_WHILE_WORKING = 'Files of earlier turns are not put back while the agent works on them.';

/** The agent offers more commands than are kept. */
export const tooManyCommands = (count: string, kept: number): string =>
	`The agent offers ${count} commands: the first ${kept} are kept.`;

/** What went with the first prompt. */
export const SENT_INSTRUCTIONS = 'Sent along: your standing instructions.';

/** What went with a prompt: files that were put back. */
export const sentRestored = (summary: string): string => `Sent along: ${summary}.`;

/** What went with a prompt: the output of commands. */
export const sentOutput = (lines: readonly string[]): string => `Sent along: output of ${lines.join(' · ')}.`;

/** The transcript lost its start. */
export const olderLeftOut = (count: number): string =>
	`… ${count.toLocaleString('en')} older entries left out: the transcript grew too long`;

/** A folder beside the workspace was added. */
export const ADDED_DIRECTORY = (folder: string): string => `The agent may read and edit files in ${folder} now.`;

/** The same where the agent works in a shadow. */
export const ADDED_TO_READ = (path: string): string =>
	`The agent may read files in ${path} now. It cannot change them, as it works in a shadow.`;

/** It was added while the agent works: its files as they were before are not kept. */
export const KEPT_FROM_NEXT_PROMPT = 'What changes there is watched, and can be undone, from the next prompt on.';

/** What the agent knows of such a folder. */
export const NOT_TOLD = {
	never: (agent: string): string => `${agent} cannot learn of it: name files there by their full path`,
	untilNew: (agent: string): string =>
		`${agent} learns of it in its next session (/new); until then name files there by their full path`,
};

/** The folders beside the workspace, above their list. */
export const directoriesAre = (count: number): string =>
	count === 1 ? 'One folder beside the workspace:' : `${count} folders beside the workspace:`;

/** There is the workspace alone. */
export const NO_DIRECTORIES = {
	title: 'The agent works in the workspace alone.',
	hint: '/add-dir DIR adds a folder beside it',
};

/** Above the figures that `/usage` shows. */
export const USAGE_TITLE = 'Usage';

/** What the user said to a plan of the agent's. */
export type ReviewedPlan = 'approved' | 'kept' | 'rejected' | 'answered';
export const REVIEWED_PLAN: Readonly<Record<ReviewedPlan, string>> = {
	approved: 'Plan approved',
	kept: 'Plan not approved: kept planning',
	rejected: 'Plan not approved',
	answered: 'Plan answered',
};
