import type { ChangedFile, Evidence } from '../../core/changes.js';
import type { Entry, TurnEndEntry } from '../../core/session/entries/entry.js';
import type { Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';
import type { ToolCall, ToolKind } from '../../core/tool-call.js';

export const omitted = {
	lines: (count: number): string => counted(count, 'more line'),
	earlierLines: (count: number, isMoreLost = false): string =>
		`${isMoreLost ? 'over ' : ''}${counted(count, 'earlier line')}`,
	files: (count: number): string => counted(count, 'more file'),
	changes: (count: number): string => counted(count, 'more change'),
	outputLost: 'earlier output was dropped',
};

export const HOW_TO_OPEN = '(ctrl+o)';
export const HOW_TO_EXPORT = '· /export writes all';

export const VERBS: Readonly<Record<ToolKind, string>> = {
	read: 'Read',
	edit: 'Edit',
	delete: 'Delete',
	move: 'Move',
	search: 'Search',
	execute: 'Run',
	think: 'Think',
	fetch: 'Fetch',
	switch_mode: 'Switch mode',
	other: 'Tool',
};

export const ENDINGS: Readonly<Record<NonNullable<ToolCall['ending']>, string>> = {
	stopping: 'stopping…',
	outlived: 'still running',
	unconfirmed: 'no word that it ended',
};
export const STOPPED = 'stopped';

export const LOST_CHANGES = { undone: 'undone', discarded: 'discarded', refused: 'not written ·', unfinished: '' };
/** Of a command that ran on a copy of the workspace; its exit is then ours, and not its own. */
export const CHANGES_DISCARDED = 'changes discarded';
export const IN_SHADOW = { waits: 'in the shadow', applied: 'applied', partlyApplied: 'partly applied' };

export const SUBAGENT_WORDS: Readonly<Partial<Record<Subagent['status'], string>>> = {
	waiting: '· waits for you',
	idle: '· idle',
	failed: '· failed',
	cancelled: '· stopped',
	unknown: '· state unknown',
};

export function denied(because: string): string {
	// A denial by a rule names the rule.
	if (because.startsWith('denied ')) return because;
	return because === '' ? 'denied' : `denied: ${because}`;
}

export const MISSING_OUTPUT = {
	none: '(no output)',
	notSent: 'no output sent by the agent',
	nothingSent: 'no output or exit code sent by the agent',
};

export function forAgentOnly(lines: number, others: number): string {
	const parts = [
		...(lines > 0 ? [counted(lines, 'line')] : []),
		...(others > 0 ? [counted(others, 'attachment')] : []),
	];
	return ['for the agent only', ...(parts.length > 0 ? [parts.join(', ')] : [])].join(' · ');
}

export const NOTHING_MORE = 'Nothing more to show.';

export const thoughtFor = (time: string | null): string => (time === null ? 'Thought' : `Thought for ${time}`);

export const COMPACTION: Readonly<Record<Extract<Entry, { kind: 'compaction' }>['status'], string>> = {
	in_progress: 'Compacting the context…',
	completed: 'Context compacted',
	failed: 'Compacting the context failed',
	cancelled: 'Compacting the context was cancelled',
	unknown: 'Context compaction',
};

/** `time`: how long the turn took; empty: that does not matter. */
export function stopWords({ endedBy }: Pick<TurnEndEntry, 'endedBy'>, time = ''): string {
	if (endedBy === 'agent-after-refusal')
		return `The agent stopped after your refusal${time === '' ? '' : ` (${time})`}`;
	return `${endedBy === undefined ? 'Stopped' : 'The agent stopped'}${time === '' ? '' : ` after ${time}`}`;
}

export const turnEnd = {
	refusal: 'The agent refused to go on.',
	refusalHint: 'Rephrase your request: ↑ brings the prompt back.',
	maxTokens: 'The answer reached the token limit.',
	maxTokensHint: 'Say "continue" to let the agent go on; /new begins a conversation with more room.',
	maxRequests: 'The agent reached the limit of requests for one turn.',
	maxRequestsHint: 'Say "continue" to let it go on.',
	unknown: (word: string): string => `The turn ended: ${word === '' ? 'no reason given' : word}`,
	serviceTrouble: 'The service had a problem.',
	failed: 'The turn failed.',
	agentExit: 'The agent exited before the turn ended.',
	interrupted: 'Interrupted: acp-tui ended before the turn did.',
	interruptedHint: 'Say "continue" to let the agent go on.',
};

export const plan = {
	seen: (count: number, all: number): string => `Approved plan: work seen on ${count} of ${all}`,
	halted: (isStopped: boolean, open: number): string =>
		isStopped || open > 0 ? ` · ${isStopped ? STOPPED : `${open} left`} ` : ' ',
	hidden: (done: number, open: number): string =>
		[done > 0 ? `${done} done` : '', open > 0 ? `${open} more` : ''].filter((part) => part !== '').join(', '),
};

const NOT_SAVED = 'it was not saved';
const ofSeveral = (reason: string): string =>
	reason
		.replace(/^it is /, 'they are ')
		.replace(/^it was /, 'they were ')
		.replace(/^it /, 'they ');

export const changes = {
	title: (count: number): string => `${counted(count, 'file')} changed`,
	undo: '/undo',
	reviewKey: 'alt+r',
	review: ' review',
	allUndone: ' · undone',
	undone: ' ✓ undone',
	more: (count: number): string => `  and ${count} more`,
	added: ' new',
	deleted: ' deleted',
	mixed: 'changed without approval, or by another program (ctrl+o)',
	gap: ({ gap }: Pick<ChangedFile, 'gap'>): string => `cannot be undone: ${gap ?? NOT_SAVED}.`,
	gaps: (count: number, { gap = NOT_SAVED }: Pick<ChangedFile, 'gap'>): string =>
		`${counted(count, 'file')} cannot be undone: ${ofSeveral(gap)}.`,
};

export function planModeTitle(files: number, remaining: number): string {
	const title = 'Files changed while plan mode is on';
	if (files === 0) return `${title}; they are as before again`;
	return remaining === 0 ? `${title}; you undid it` : title;
}
export const PLAN_MODE_HINT = '→ alt+u or /undo undoes this';

export function evidenceWords(known: Evidence, oneLine: (title: string) => string): string {
	switch (known.type) {
		case 'allowed':
			return `“${oneLine(known.title)}” was allowed.`;
		case 'named':
			return known.isRefused
				? `The agent’s tool call “${oneLine(known.title)}” names this file, and was refused.`
				: `The agent’s tool call “${oneLine(known.title)}” names this file; you were not asked.`;
		case 'beside':
			return `Probably changed by “${oneLine(known.title)}”, which was allowed.`;
		case 'ran':
			return `Changed without approval, probably by “${oneLine(known.title)}”.`;
		case 'unknown':
			return 'Changed without approval: by the agent, you or another program.';
	}
}

export const userCommand = {
	offered: 'you ran',
	private: 'you ran · private',
	sent: 'you ran · shared with the agent',
};

export const copyLabels = {
	lastMessage: 'Last message',
	plan: 'Plan',
	code: (language: string): string => (language === '' ? 'Code' : `Code (${language})`),
};
