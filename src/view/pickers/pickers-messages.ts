import { modeLabel } from '../../core/policy/modes.js';
import { type OwnMode, refusesAll } from '../../core/policy/own-mode.js';
import type { Mode } from '../../core/policy/policy-types.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

export const MODE_WORDS: Readonly<Record<Mode, string>> = {
	default: 'asks before anything changes',
	acceptEdits: 'allows edits in the workspace, asks about the rest',
	plan: 'nothing changes until you approve a plan',
	bypassPermissions: 'allows nearly everything; deny rules still hold',
};
export const OUR_MODES = 'What acp-tui allows';

/** Titles of the lists of files that came within content blocks. */
export const EMBEDDED_FILES = { open: 'Open', save: 'Save' } as const;

export const ALL_OF_IT = 'All of it';

export const MAYBE_SENT = 'the agent may have it already';
export const COMMAND_ALONE = 'A command of yours has a turn of its own';
export const NOTHING_BEHIND = 'Nothing is queued behind it';
export const NO_TURN_RUNS = 'No turn is running: enter on an empty draft sends what waits';

/** Fate of words that cannot go into the running turn. */
export const NO_STEERING = { title: 'This agent cannot be steered' } as const;
export const SENT_MEANWHILE = 'It has been sent already';

export const ENTER_RESTARTS = 'enter restarts the agent, same session';
export const ENTER_CHOOSES_SANDBOX = 'enter chooses a sandbox';
const WHO_SET_IT = { you: 'You chose it', start: 'The agent began in it', agent: 'The agent went into it' } as const;
/** `lets`: what the mode allows, in words that follow its name. */
export const agentModeWords = (lets: string, who: keyof typeof WHO_SET_IT): string => `${WHO_SET_IT[who]}; it ${lets}.`;
export const sinceWhen = (time: string): string => `since ${time}`;
/** Limits that hold the agent all the same. */
export const HELD_BY = {
	fence: 'The fence still works: in plan mode no file changes.',
	shadow: 'Your files still change only when its changes are applied.',
	nothing: 'No sandbox. /agent sets one.',
} as const;
/** Limits that hold the agent, in two lines of a narrow screen. */
export const HOLDER = {
	off: 'Sandbox off: what the agent does unasked is not noticed.',
	watch: 'Watched: what the agent does unasked is noticed, not prevented.',
	fence: 'Fence: the agent can write the workspace, not your other files.',
	fenceInPlan: 'Fence: in plan mode the agent can change none of your files.',
	shadow: 'Shadow: what stays in it is not asked; you apply its changes.',
	pending: 'The sandbox of the agent is being set up.',
	failed: 'Watched: the sandbox of the agent could not be set up.',
	network: { open: '', ask: ' Other hosts are asked about.', off: ' It reaches no host but its own.' },
} as const;

export const STOP_AND = {
	leave: 'Stop it and quit',
	'new-session': 'Stop it and start a new conversation',
	'restart-agent': 'Stop it and restart the agent',
	'choose-sandbox': 'Stop it and restart the agent with this sandbox',
	compact: 'Stop it and sum up what there is by now',
	fork: 'Stop it and fork what there is by now',
} as const;
export const LET_IT_GO_ON = 'Let it go on';

export const SESSION_SIGNS = { starting: '◌', idle: '◇', working: '⠿', waiting: '◆', done: '✓', failed: '✗' } as const;

export const AGENT_WORKS = 'The agent is still working';

export const othersWork = (count: number): string =>
	count === 1 ? 'Another session is at work' : `${count} other sessions are at work`;

export const COMMAND_QUEUED = 'A command of the agent cannot go into a running turn: it is queued';

export const STOPPING_QUEUED = 'The turn is being stopped: it is queued';

export const BEING_STEERED = 'It is on its way into the running turn';

export const NOTHING_QUEUED = 'Nothing is queued';

export const MEMORY = { title: 'Remember this line' } as const;

export const nothingFound = (typed: string): string => `No model and no option has “${typed}”.`;

export const MCP_TITLE = 'MCP servers';
export const STATUS_TITLE = 'Status';

/** Words about a named mode, for lists. */
export function ownModeWords({ base, rules, model, instructions }: OwnMode): string {
	if (refusesAll(rules)) return 'words alone: nothing is read, run or changed';
	return [
		`${modeLabel(base)} mode`,
		...(rules.length === 0 ? [] : [counted(rules.length, 'rule')]),
		...(model === null ? [] : [`model ${sanitizeLine(model)}`]),
		...(instructions === null ? [] : ['instructions']),
	].join(' · ');
}

export const HOOKS = {
	results: { done: 'done', asked: 'asked', denied: 'denied', failed: 'failed' },
	sources: { user: 'your config', project: 'the project’s config' },
} as const;
