import type { ConfigOption } from '../../core/agent-info.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { foldPastes } from '../../core/session/entries/pastes.js';
import { typedText } from '../../core/session/prompts/command-prompt.js';
import type { SessionState } from '../../core/session/state.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakMemo } from '../../core/weak-memo.js';

/** `~/src/shop` for a directory in the user's home. */
export function shortDirectory(directory: string, home: string): string {
	const clean = sanitizeLine(directory);
	if (home === '' || home === '/') return clean;
	if (clean === home) return '~';
	return clean.startsWith(`${home}/`) ? `~${clean.slice(home.length)}` : clean;
}

export function currentModel(options: readonly ConfigOption[]): string {
	const option = options.find((candidate) => candidate.category === 'model' && candidate.type === 'select');
	if (option?.type !== 'select') return '';
	const name = sanitizeLine(option.choices.find((choice) => choice.value === option.value)?.name ?? option.value);
	// “(recommended)” is advice for choosing.
	return name.replace(/(?<=\S) ?\(recommended\)$/i, '');
}

const MOST_PROMPT = 1000;

/** The start of a prompt in one line. A queued prompt never changes, and a long one is not read for every frame. */
export const promptStart = weakMemo((prompt: Prompt) =>
	sanitizeLine(clip(foldPastes(typedText(prompt), prompt.pastes), MOST_PROMPT)),
);

/** Number of rows of the shadow's changes that wait to be reviewed. */
export function waitingCount({ shadow }: Pick<SessionState, 'shadow'>): number {
	return shadow === undefined ? 0 : changeRows(shadow.changes).length;
}
