import { counted } from '../../core/text/counted.js';

// What the frame says around the transcript: status line, draft, queue, search, help and welcome. Questions, lists,
// keys and commands have messages of their own.

export const tooSmall = (columns: number, rows: number): string => `acp-tui needs ${columns}×${rows} cells`;

export const placeholders = {
	reject: 'Type a reason to reject, or press a key above',
} as const;

export const planPlaceholder = (count: number): string =>
	`Write what should change, or press ${count > 3 ? `1 to ${count}` : '1, 2 or 3'}`;

export const why = 'why';

export const putAside = (count: number): string => (count === 1 ? 'draft put aside' : `${count} drafts put aside`);
export const putAsideKey = (count: number, key: string): string =>
	`${putAside(count)} · ${key} brings ${count === 1 ? 'it' : 'the last'} back`;

const andNew = (count: number): string => (count === 0 ? '' : `, ${count} new`);

/** The status line. A part that begins with a blank or a dot follows another. */
export const status = {
	changesWait: (count: number, columns: number): string =>
		columns < 60
			? `${counted(count, 'change')}: /changes`
			: `${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow: /changes`,
	sideQuestion: (phase: string): string => `/btw: ${phase}`,
	starting: (agent: string): string => `Starting ${agent}…`,
	opening: (agent: string): string => `Opening a session with ${agent}…`,
	resuming: (agent: string): string => `Resuming the session with ${agent}…`,
	resumingOtherwise: (agent: string): string => `Resuming the session with ${agent} in another way…`,
	escGoesOnWithout: ' · esc begins a new one below it',
	notStarted: { title: 'The agent did not start', enter: 'tries again' },
	noSession: { title: 'No session is open', enter: 'tries again' },
	signedOut: { title: 'You are not signed in', enter: 'shows how' },
	quit: { title: 'The agent quit', enter: 'starts it again' },
	enterDoes: (isDraftEmpty: boolean, what: string): string =>
		` · ${isDraftEmpty ? 'enter' : 'enter on an empty draft'} ${what}`,
	onHold: (count: number): string => `${count} on hold`,
	sendsNext: ' · enter sends the next',
	subagents: (count: number): string => ` · ${counted(count, 'sub-agent')}`,
	subagentsAtWork: (count: number): string =>
		`${counted(count, 'sub-agent')} still ${count === 1 ? 'works' : 'work'} · /subagents`,
	outlived: (count: number): string => `${counted(count, 'command')} of the agent still running`,
	stuck: '■ The agent does not stop. ',
	stuckKey: 'ctrl+c ends its process',
	stopping: 'Stopping… ',
	waiting: '◆ Waiting for you ',
	working: 'Working',
	took: (time: string): string => ` · ${time}`,
	tokens: (count: string): string => ` · ${count} tokens`,
	silent: (time: string): string => ` · no word from the agent for ${time}`,
	queued: (count: number): string => ` · ${count} queued`,
	escStops: ' · esc stops',
	escStopsAgent: ' · esc stops the agent',
	entriesBelow: (count: number, unseen: number): string =>
		`↓ ${count} ${count === 1 ? 'entry' : 'entries'} below${andNew(unseen)} · ctrl+end`,
	linesBelow: (count: number, unseen: number): string =>
		`↓ ${counted(count, 'line')} below${andNew(unseen)} · ctrl+end`,
	newBelow: (count: number): string => `↓ ${count} new below · ctrl+end`,
} as const;

export const ownCommands = {
	running: (line: string): string => `Running ${line}`,
	keys: (time: string, background: string, attach: string): string =>
		` ${time} · esc stops${background === '' ? '' : ` · ${background} backgrounds it`}${attach === '' ? '' : ` · ${attach} types into it`}`,
	sent: (line: string): string => `Output of ${line} will be sent with your next prompt`,
	sentMany: (count: number): string => `Output of ${count} commands will be sent with your next prompt`,
	sentShort: 'Output goes along',
	notSent: (share: string, count: number): string =>
		share === '' ? '' : ` · ${share}: don’t send${count > 1 ? ' the last' : ''}`,
	background: (count: number): string => `${count} in the background · /bashes`,
} as const;

export const queue = {
	place: (number: number): string => `queued ${number}: `,
} as const;

export const search = {
	noMatch: 'no match',
} as const;

export const tryKeys = {
	title: 'Try a key',
} as const;

export const help = {
	title: 'Keys',
	commands: 'Commands',
	agentCommands: 'Commands of the agent',
	finding: (filter: string): string => `Find: ${filter}`,
	nothing: 'No matches.',
	showsAll: 'esc shows all',
	typeToFind: 'type to find',
	typeToFindLong: 'type to find · esc closes',
} as const;

export const welcome = {
	first: [
		['/', ' commands   '],
		['?', ' keys   '],
		['shift+tab', ' mode'],
	],
	tour: [['/tour', ' shows all in two minutes']],
	realAgents: [['/agent', ' chooses a real agent; this one is a demo']],
} as const;

export const firstScreen = {
	more: (count: number): string => (count > 0 ? `: ${count} more` : ''),
	demo: [
		['/tour', ' shows all in two minutes   '],
		['/agent', ' chooses a real agent'],
	],
	sandboxes: {
		off: 'no sandbox',
		watch: 'no sandbox',
		fence: 'fenced in plan mode',
		shadow: 'works on a copy',
	},
} as const;

/** One a day. */
export const tips = [
	'plan mode changes nothing until you approve the plan: /plan',
	'/handover continues with another agent: it is told what was done',
	'/btw asks on the side, while the turn goes on',
	'/rewind goes back to an earlier prompt, with the files if you like',
	'a line that begins with ! runs as a command of yours',
	'@ mentions a file; pictures can be pasted or dropped',
	'/undo takes back what the last turn changed',
	'acp-tui -c continues the latest session of this folder',
	'--sandbox shadow lets an agent work on a copy: /changes applies it',
	'/worktree opens a session in a git worktree of its own',
	'/permissions test "COMMAND" says what happens to a command',
	'/usage shows what was used, by day, agent and model',
] as const;

export const statusLine = {
	EARLIER: 'move left',
	LATER: 'move right',
} as const;
