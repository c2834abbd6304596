import type { Failure } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

// Messages about files, folders, pictures and changes in a prompt.

/** `name`: how the prompt calls it. */
export type AttachProblem = { readonly name: string; readonly reason: string };
export const noPictures: AttachProblem = { name: 'pictures', reason: 'this agent takes none' };
export const folderHasNoLines = 'a folder has no lines';
export const noSuchLine = (line: number): string => `no line ${line}`;
export const noChanges = { diff: 'nothing changed', staged: 'nothing staged' } as const;

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
	const byReason = new Map<string, string[]>();
	for (const { name, reason } of problems) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
	return `Cannot attach ${[...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join('; ')}`;
}

export const sendsAnyway = (problems: readonly AttachProblem[]): string =>
	`${sanitizeLine(cannotAttach(problems))} · enter sends anyway`;
