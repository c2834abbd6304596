import { fail } from '../../core/failure.js';
import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const REASONS = {
	odd: 'it is a device, a pipe or a socket in the view',
	oddInWorkspace: 'it is a device, a pipe or a socket in the workspace',
	noChange: 'nothing differs there',
	wholeOnly: 'it can only be taken as a whole',
	folderInTheWay: 'it is a folder in the workspace whose files would have to be deleted, too',
	changedMeanwhile: 'it changed in the workspace while the changes were applied',
	changedInView: 'it changed in the view while the changes were applied',
	notWritten: (why: string): string => `it could not be written: ${why}`,
	notReadable: (mode: number): string => `it cannot be read: its permissions are ${mode.toString(8).padStart(3, '0')}`,
	notMounted: 'the view is not open, and only there it can be shown again',
} as const;

export const SHADOW = {
	noView: (why: string): string => `A copy-on-write view of the workspace could not be made: ${why}.`,
	notFound: (id: string) =>
		fail('not-found', `There is no shadow ${id}.`, { hint: '"acp-tui shadow list" names those that are kept.' }),
	severalBegin: (beginning: string, ids: readonly string[]) =>
		fail(
			'usage',
			`Several shadows begin with ${beginning}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' …' : ''}.`,
			{ hint: 'Give more of the id.' },
		),
	inUse: (id: string, pid: number) =>
		fail('in-use', `The shadow ${id} is in use by another acp-tui (process ${pid}).`, {
			hint: 'Apply or discard its changes there, or end that session first.',
		}),
	notRead: (id: string, why: string) => fail('internal', `The shadow ${id} could not be read: ${why}.`),
	unreadable: (id: string, folder: string) =>
		fail('invalid', `The shadow ${id} could not be read: its record is damaged, or of a newer acp-tui.`, {
			hint: `What the agent wrote is in ${folder}; "acp-tui shadow discard ${id}" removes it.`,
		}),
	noWorkspace: (id: string, cwd: string) =>
		fail('not-found', `The workspace of the shadow ${id} is not there: ${cwd}.`, {
			hint: 'Bring the folder back, or discard the shadow.',
		}),
	holdsState: (cwd: string, folder: string) =>
		fail('usage', `A shadow of ${cwd} cannot be kept inside of it, in ${folder}.`, {
			hint: 'Set ACP_TUI_STATE_DIR to a folder outside of the workspace, or use --sandbox fence.',
		}),
	changedSince: (path: string) =>
		fail('invalid', `The agent changed ${sanitizeLine(path)} since the changes were looked at.`, {
			hint: '/changes looks at them again.',
		}),
	notApplied: (why: string) => fail('internal', `Nothing was applied: ${why}.`),
	full: () =>
		fail('disk-full', 'Nothing was applied: there is no room left on the disk.', {
			hint: 'Make room and apply the changes again; they are kept.',
		}),
	noRoom: (needed: number, free: number) =>
		fail(
			'disk-full',
			`Nothing was applied: it takes ${formatBytes(needed)}, and the disk has ${formatBytes(free)} left.`,
			{ hint: 'Make room and apply the changes again; they are kept.' },
		),
	readOnly: (paths: readonly string[]): string =>
		`The agent can only read the folders beside the workspace: ${paths.map((path) => sanitizeLine(path)).join(', ')}. What it changed there would not wait for you.`,
	notReopened: (id: string, why: string): string =>
		`What this session left in the shadow ${id} could not be opened again: ${why} Look at it with "acp-tui shadow show ${id}".`,
	mounts: (paths: readonly string[]): string =>
		`What is mounted in the workspace is read-only for the agent: ${paths.join(', ')}.`,
	isCopy: (why: string, files: number): string =>
		`The agent works in a copy of the workspace (${count(files, 'file', 'files')}), as the system offers no overlay: ${why}. It sees what you edit with the next prompt.`,
	tooLarge: (why: string, most: string) =>
		fail('too-large', `${SHADOW_NONE(why)} A copy is not made of a workspace with more than ${most}.`, {
			hint: 'Use --sandbox fence or --worktree.',
		}),
	notSetApart: (why: string) => fail('too-large', `What waits in the shadow could not be set apart: ${why}.`),
	notCopied: (why: string) => fail('internal', `The workspace could not be copied: ${why}.`),
} as const;

function SHADOW_NONE(why: string): string {
	return `The system offers no overlay here: ${why}.`;
}

export function firstSentence(detail: string): string {
	return (detail.split('\n')[0] ?? '').replace(/\.$/, '');
}
