import type { CommandResult } from '../../core/session/questions/question.js';
import { type ChangeRow, changeRows } from '../../core/shadow/change-rows.js';
import { counted } from '../../core/text/counted.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { wordsOf } from '../shadow/change-words.js';
import { gitFiles, SIGNS } from '../shadow/messages.js';
import { type QuestionDetail, shownLine } from './detail.js';

/** What a command on a copy of the workspace did, in a sentence. */
export function resultHeadline({ exit, changes }: CommandResult): string {
	return `This command changed ${counted(changeRows(changes).length, 'file')}${endWords(exit)}`;
}

function endWords({ code, signal }: ExitStatus): string {
	if (code === 0) return '';
	return code === null ? ` · ended by ${signal ?? 'a signal'}` : ` · exit ${code}`;
}

/** What the diffs below do not show of its changes, each on a row of its own. */
export function resultDetails({ changes }: CommandResult): QuestionDetail[] {
	return changeRows(changes).flatMap((row) => {
		const words = wordsOf(row).map(({ text }) => text);
		if (words.length === 0 && isInDiff(row)) return [];
		return [{ name: '', lines: [shownLine([nameOf(row), ...words].join(' · '))], isOutside: false }];
	});
}

function nameOf({ path, changes, isGit }: ChangeRow): string {
	const [change] = changes;
	return isGit ? `${path} (${gitFiles(changes.length)})` : `${SIGNS[change?.status ?? 'modified']} ${path}`;
}

function isInDiff({ changes: [change], isGit }: ChangeRow): boolean {
	return !isGit && change?.kind === 'file' && change.added !== null;
}
