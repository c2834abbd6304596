import { resumeCommandLine } from '../../../core/sessions/resume-command.js';
import type { SessionRow } from '../../../core/sessions/session-index.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { quote } from '../../quote.js';

// What `acp-tui sessions` says. Errors follow "acp-tui: " on standard error.

export const NONE_HERE = 'No sessions in this folder. acp-tui sessions --all lists those of all folders.';
export const NONE = 'No sessions are kept here.';
export const NOTHING_FOUND = 'Nothing found.';
export const nothingFoundHere = 'Nothing found in this folder. --all searches all folders.';
export const UNTITLED = '(no title)';

export const unreadable = (ids: readonly string[]): string =>
	`${counted(ids.length, 'log')} cannot be read and ${ids.length === 1 ? 'is' : 'are'} left out: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' …' : ''}`;
export const agentFailed = (agent: string, why: string): string =>
	`the list of ${sanitizeLine(agent)} is missing: ${sanitizeLine(why)}`;
export const CUT_SHORT = {
	bounds: 'its list is longer than is read',
	'same-cursor': 'its list does not come to an end, so the rest is left out',
	failed: 'it stopped answering, so the rest is left out',
} as const;
export const cutShort = (agent: string, why: keyof typeof CUT_SHORT): string =>
	`${sanitizeLine(agent)}: ${CUT_SHORT[why]}`;

export const unknownId = (id: string): string =>
	`there is no session ${quote(id)} here ("acp-tui sessions --all" lists them)`;
export const severalIds = (id: string, rows: readonly SessionRow[]): string =>
	`${quote(id)} is the beginning of several ids: ${rows
		.slice(0, 5)
		.map((row) => row.id)
		.join(', ')}${rows.length > 5 ? ' …' : ''}`;

export const FACTS = {
	id: 'id',
	agent: 'agent',
	sessionId: 'agent’s id',
	cwd: 'folder',
	branch: 'branch',
	createdAt: 'begun',
	updatedAt: 'last used',
	prompts: 'prompts',
	cost: 'cost',
	state: 'state',
	bytes: 'size',
	shadow: 'shadow',
} as const;
export const goesOnIn = (shadow: string, id: string): string => `${shadow}: ${inShadow(id)} goes on in it`;
export const worksInShadow = (id: string): string => `${id} left a shadow: ${inShadow(id)} goes on in it`;
const inShadow = (id: string): string => resumeCommandLine(id, { sandbox: 'shadow' });
export const LAST_WORDS = 'Last words';
export const NEWER = 'Written by a newer version of acp-tui: it can be read, not changed.';
export const STATES = { running: 'running', idle: 'idle', interrupted: 'interrupted' } as const;
export const AT_AGENT = 'at the agent';

export const renamed = (id: string, title: string): string =>
	title === '' ? `${id} has the agent’s title again.` : `${id} is now called ${quote(title)}.`;

export const fileExists = (file: string): string =>
	`${quote(file)} exists already; choose another name or remove it first`;
export const exported = (file: string): string => `Exported to ${sanitizeLine(file)}`;
export const notExported = (file: string, why: string): string => `${quote(file)} cannot be written: ${why}`;

export const deleting = {
	question: (row: SessionRow, where: string): string => `Delete ${named(row)} ${where}? (y/N) `,
	here: 'here',
	hereOnly: (agent: string): string => `here (${sanitizeLine(agent)} keeps its own copy)`,
	agent: (agent: string): string => `in the list of ${sanitizeLine(agent)}`,
	both: (agent: string): string => `here and in the list of ${sanitizeLine(agent)}`,
	deletedHere: (row: SessionRow): string => `Deleted ${named(row)} here.`,
	deletedAtAgent: (row: SessionRow, agent: string): string =>
		`Deleted ${named(row)} in the list of ${sanitizeLine(agent)}.`,
	declined: 'Nothing was deleted.',
	noTerminal: 'nothing was deleted: there is no terminal to ask in. To agree: --yes',
	running: (id: string): string => `the session ${id} is running, so it is not deleted; leave it first`,
	notHere: (id: string): string => `the session ${quote(id)} is not kept here; to delete it at its agent: --at agent`,
	notAtAgent: (id: string): string => `the session ${id} never reached its agent, so there is nothing to delete there`,
};

export const PRUNED_NOTHING = 'Nothing to delete.';
export const pruned = (count: number, size: string, isDryRun: boolean): string =>
	`${isDryRun ? 'Would delete' : 'Deleted'} ${counted(count, 'session')} (${size}).`;
export const NO_LIMITS = 'the config keeps sessions of any age and size; give a limit with --older-than or --max-size';

function named({ id, title }: SessionRow): string {
	return title === '' ? id : `${quote(title)} (${id})`;
}
