export const MODES_HINT = '/mode changes ours and the agent’s';

export const MAY_EDIT = 'This agent may act without asking.';
export const PLAN_APPROVED = 'The plan is approved. Carry it out now.';

export const notStarted = (agent: string): string => `${agent} was not started.`;

export const ALREADY_OPENING = 'A new session is already being opened.';
export const RESTART_HINT = '/restart starts it';
export const NEW_SESSION_STOPPED = 'New conversation. The turn that was running was stopped.';
export const RESTARTED = 'The agent was restarted.';
export const PROMPT_QUEUED = 'What you sent waits in the queue.';
export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const NOTHING_TO_REDO = 'There is nothing to redo.';
export const ownModelNotOffered = (mode: string, model: string): string =>
	`The agent does not offer the model ${model} of the mode ${mode}, and stays with its own.`;
export const NOT_WHILE_WORKING = 'Files of earlier turns are not put back while the agent works on them.';

export const directoriesAre = (count: number): string =>
	count === 1 ? 'One folder beside the workspace:' : `${count} folders beside the workspace:`;
export const NETWORK_HINT = 'what it reaches takes a sandbox: --sandbox fence or shadow';
