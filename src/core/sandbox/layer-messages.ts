import { changeRows } from '../shadow/change-rows.js';
import type { ShadowChange } from '../shadow/shadow-change.js';
import { counted } from '../text/counted.js';
import { clip, sanitizeLine } from '../text/sanitize.js';

export type LayerBecause = 'changed nothing' | 'applied' | 'discarded';

/** Why a command whose changes nobody could review counts as denied; `way`: what would allow it. */
export const notTaken = (paths: readonly string[], way: string): string =>
	`it changed ${named(paths)}, and -p cannot ask whether to take that; ${way}`;

export type WhyDiscarded = 'full' | 'denied' | 'plan' | 'headless' | 'no-turn' | 'rejected' | 'dismissed';

const WHY: Readonly<Record<WhyDiscarded, string>> = {
	full: 'It left hardly any room on the disk and was ended; they were dropped',
	denied: 'A rule denies that, so they were dropped',
	plan: 'Plan mode is on, so they were dropped',
	headless: 'Nobody is here to take them, so they were dropped',
	'no-turn': 'No prompt is being worked on, so they were dropped',
	rejected: 'The user discarded these changes',
	dismissed: 'They were dropped',
};

const MOST_NAMED = 5;
const MOST_NAME = 80;

export function changedPaths(changes: readonly ShadowChange[]): readonly string[] {
	return changeRows(changes).map(({ path }) => path);
}

/** Text for the agent below the output of a command whose changes were discarded. */
export function discardedWords(why: WhyDiscarded, paths: readonly string[]): string {
	return `acp-tui ran this command on a copy of the workspace, where it changed ${named(paths)}. ${WHY[why]}: the workspace is as it was.`;
}

export function ignoredWords(paths: readonly string[]): string {
	const are = paths.length === 1 ? 'is' : 'are';
	return `${named(paths)} ${are} changed on acp-tui’s copy of the workspace alone, as git ignores that: later commands find it there, the workspace itself is as it was. A rule for the command (${EXAMPLE}) lets it change the workspace.`;
}

const EXAMPLE = 'Execute(npm run build)';

export function tooManyWords(count: number): string {
	return `acp-tui ran this command on a copy of the workspace, where it changed ${counted(count, 'file')}. That is too much to review, so it was dropped: ask the user to allow the command itself.`;
}

export function notApplied(skipped: readonly { readonly path: string; readonly reason: string }[]): string {
	const rows = skipped.slice(0, MOST_NAMED).map(({ path, reason }) => `${nameOf(path)} (${sanitizeLine(reason)})`);
	return `acp-tui brought the changes of this command into the workspace, but for ${joined(rows, skipped.length)}.`;
}

function named(paths: readonly string[]): string {
	return joined(paths.slice(0, MOST_NAMED).map(nameOf), paths.length);
}

function nameOf(path: string): string {
	return clip(sanitizeLine(path), MOST_NAME);
}

function joined(names: readonly string[], total: number): string {
	const more = total - names.length;
	return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}
