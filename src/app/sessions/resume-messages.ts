import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/policy-types.js';
import { resumeCommandLine } from '../../core/resuming/resume-command.js';

/* Messages about resuming an older session. */

export const NONE_SAVED = 'No sessions are kept here, so there is none to resume.';
export const openElsewhere = (pid: number | null): string =>
	`This session is open in another acp-tui${pid === null ? '' : ` (process ${pid})`}.`;
export const openElsewhereHint = (id: string): string =>
	`end it there first; "acp-tui --resume ${id} --fork" goes on in a copy, "acp-tui sessions export ${id}" prints it`;
export const otherFolderHint = (cwd: string, id: string, isInShadow: boolean): string =>
	resumeCommandLine(id, { ...(isInShadow ? { sandbox: 'shadow' } : {}), cwd });
export const modeNotBack = (name: string, mode: Mode) => ({
	title: `The mode ${name} of this session is gone or has changed; the session goes on in ${modeLabel(mode)} mode.`,
	hint: '/mode chooses another',
});
