import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/types.js';
import { resumeCommandLine } from '../../core/sessions/resume-command.js';

/* What is said when an older session is to be taken up. */

export const NOT_KEPT = 'No sessions are kept here, so there is none to resume.';
export const OPEN_HERE = 'This session is open in this program already.';
export const OPEN_HERE_HINT = 'switch to it in the list of sessions';
export const openElsewhere = (pid: number | null): string =>
	`This session is open in another acp-tui${pid === null ? '' : ` (process ${pid})`}.`;
export const openElsewhereHint = (id: string): string =>
	`end it there first; "acp-tui --resume ${id} --fork" goes on in a copy, "acp-tui sessions export ${id}" prints it`;
export const otherAgent = (name: string): string =>
	`The session belongs to ${name}, which is not the agent of this run.`;
export const otherFolderHint = (cwd: string, id: string, isInShadow: boolean): string =>
	resumeCommandLine(id, { ...(isInShadow ? { sandbox: 'shadow' } : {}), cwd });
export const folderGone = (cwd: string, here: string): string =>
	`The session's folder ${cwd} is gone: it goes on in ${here}.`;
export const NO_BYPASS = 'The session was left with permissions bypassed; that is off now.';
export const NO_BYPASS_HINT = 'start with --allow-bypass to have it in reach';
export const NO_SNAPSHOTS = 'No versions of the files are kept here.';
export const modeNotBack = (name: string, mode: Mode) => ({
	title: `The mode ${name} of this session is gone or has changed; the session goes on in ${modeLabel(mode)} mode.`,
	hint: '/mode chooses another',
});
