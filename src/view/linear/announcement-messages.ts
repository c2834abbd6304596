import type { NoteEntry } from '../../core/session/entries/entry.js';
import { counted } from '../../core/text/counted.js';
import { sentence } from '../spoken-text.js';

export const said = {
	user: (first: string): string => `You: ${first}`,
	steered: (first: string): string => `You, into the running turn: ${first}`,
	attachment: (summary: string): string => `With it: ${sentence(summary)}`,
	agent: (first: string): string => `Agent: ${first}`,
	block: (summary: string): string => `Agent sent: ${sentence(summary)}`,
	subAgent: (name: string, line: string): string =>
		`${name === '' ? 'Sub-agent' : `Sub-agent ${name}`}: ${line.replace(/^Agent: /, '')}`,
	unknown: (label: string, json: string): string => `Unknown from the agent: ${label}. ${json}`.trim(),
};

const LEVELS: Readonly<Record<NoteEntry['level'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

export const notice = (level: NoteEntry['level'], isFromAgent: boolean, title: string): string =>
	`${LEVELS[level]}${isFromAgent ? ' from the agent' : ''}: ${sentence(title)}`;
export const hint = (text: string): string => `Hint: ${sentence(text)}`;

export function changedFiles(count: number, names: readonly string[], isInPlanMode: boolean): string {
	const more = count > names.length ? `, and ${count - names.length} more` : '';
	const where = `${names.join(', ')}${more}`;
	return isInPlanMode
		? `Warning: ${counted(count, 'file')} changed while plan mode is on: ${where}. /undo undoes this.`
		: `${counted(count, 'file')} changed: ${where}. /undo undoes this.`;
}

export const turnFailed = (why: string): string => `The turn failed. ${sentence(why)}`;

export const tool = {
	started: (title: string): string => `Tool started: ${sentence(title)}`,
	refused: (title: string, because: string): string => `Tool refused: ${sentence(title)} Because ${sentence(because)}`,
	finished: (title: string, how: string): string => `Tool finished: ${sentence(title)}${how}`,
	failed: (title: string, how: string): string => `Tool failed: ${sentence(title)}${how}`,
	stopped: (title: string): string => `Tool stopped: ${sentence(title)}`,
	unconfirmed: (title: string): string => `Tool stopped, no word that it ended: ${sentence(title)}`,
	calls: (count: number, failed: number): string =>
		`It made ${counted(count, 'call')}${failed === 0 ? '' : `, ${failed} failed`}.`,
	change: (path: string, isNew: boolean, added: number, removed: number): string =>
		`${isNew ? 'New file' : 'Changed'} ${path}: ${counted(added, 'line')} added, ${removed} removed.`,
	/** The file itself changes when the shadow workspace is applied. */
	waitingChange: (path: string, isNew: boolean, added: number, removed: number): string =>
		`Waits in the shadow: ${isNew ? 'new file' : 'change of'} ${path}, ${counted(added, 'line')} added, ${removed} removed.`,
	output: (lines: number, shown: number): string =>
		`Output, ${counted(lines, 'line')}${shown < lines ? `, the last ${shown}` : ''}:`,
	noOutput: 'No output.',
	outputNotSent: 'No output was sent by the agent.',
};

export const session = {
	step: (index: number, status: string, text: string): string =>
		`${index}. ${STEP_WORDS[status] ?? status}: ${sentence(text)}`,
	seen: (step: string, what: string): string => `Step of the plan, ${step}: ${sentence(what)}`,
};

const STEP_WORDS: Readonly<Record<string, string>> = {
	pending: 'to do',
	in_progress: 'in progress',
	completed: 'done',
};
