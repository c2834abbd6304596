import type { Failure } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

// Messages about files, folders, pictures and changes in a prompt.

/** `name`: how the prompt calls it. */
export type AttachProblem = { readonly name: string; readonly reason: string };
export const noPictures: AttachProblem = { name: 'pictures', reason: 'this agent takes none' };
export const folderHasNoLines = 'a folder has no lines';
export const noSuchLine = (line: number): string => `no line ${line}`;
export const noChanges = { diff: 'nothing changed', staged: 'nothing staged' } as const;

const MOST_NAMED = 5;

/** Names by reason: all of one reason together, the first of many. */
function byReason(problems: readonly AttachProblem[]): string {
	const named = new Map<string, string[]>();
	for (const { name, reason } of problems) named.set(reason, [...(named.get(reason) ?? []), name]);
	return [...named].map(([reason, names]) => `${someOf(names)}: ${reason}`).join('; ');
}

function someOf(names: readonly string[]): string {
	const more = names.length - MOST_NAMED;
	return more > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}

export const sentWithout = (mention: string, left: readonly AttachProblem[]): string =>
	`${mention} goes without ${byReason(left)}`;
export const onlyLeftOut = (left: readonly AttachProblem[]): string => `nothing is left without ${byReason(left)}`;
/** For the agent. */
export const leftOut = (count: number): string =>
	`[${count === 1 ? '1 changed file is' : `${count} changed files are`} left out: the user’s permissions do not let you read ${count === 1 ? 'it' : 'them'}]`;

/** By failure code; others use their own message. */
export const REASONS: Readonly<Partial<Record<Failure['code'], string>>> = {
	'not-found': 'no such file',
	'outside-workspace': 'outside the workspace',
	'not-text': 'not a text file',
	'no-permission': 'permission denied',
};

export const tooLargeToEmbed = (name: string, bytes: number): string =>
	`${name} is sent as a link: it is larger than ${bytes} bytes`;
export const soundAsLink = (name: string): string =>
	`${name} is sent as a link: acp-tui does not send sounds themselves`;

/** All problems in a sentence, grouped by reason; it may contain the user's text. */
export function cannotAttach(problems: readonly AttachProblem[]): string {
	return `Cannot attach ${byReason(problems)}`;
}

export const sendsAnyway = (problems: readonly AttachProblem[]): string =>
	`${sanitizeLine(cannotAttach(problems))} · enter sends anyway`;
