import { counted } from '../../../core/text/counted.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';

export const noShadows = 'No shadow holds changes; agents work in one with --sandbox shadow, or where /agent says so.';
export const noChanges = (id: string): string => `Nothing differs in the shadow ${id}.`;

/** What a row of the list says behind the id. */
export const rowWords = (agent: string, files: number | null, age: string, heldBy: number | null): string =>
	[
		sanitizeLine(agent),
		files === null ? 'changes unknown' : counted(files, 'change'),
		age,
		...(heldBy === null ? [] : [`in use (process ${heldBy})`]),
	].join(', ');

export const applyQuestion = (count: number, cwd: string): string =>
	`Apply ${counted(count, 'change')} to ${sanitizeLine(cwd)}? [y/N] `;
export const discardQuestion = (count: number | null): string =>
	`Discard ${count === null ? 'all changes' : counted(count, 'change')} for good? [y/N] `;
export const needsYes = (action: 'apply' | 'discard', id: string): string =>
	`nobody can be asked here; "acp-tui shadow ${action} ${id} --yes" does it without a question`;
export const noSuchPath = (path: string, id: string): string =>
	`nothing differs at ${sanitizeLine(path)} in the shadow ${id}`;

export const applied = (count: number): string => `Applied ${counted(count, 'change')}.`;
export const discarded = (count: number): string => `Discarded ${counted(count, 'change')}.`;
export const discardedAll = (id: string): string => `Discarded the shadow ${id}.`;
export const keptBeside = (path: string, at: string): string =>
	`The workspace's ${sanitizeLine(path)} is kept as ${sanitizeLine(at)}.`;
export const left = (rows: readonly { readonly path: string; readonly reason: string }[], action: string): string =>
	[`Not ${action}:`, ...rows.map(({ path, reason }) => `  ${sanitizeLine(path)}: ${sanitizeLine(reason)}`)].join('\n');
export const conflictsHint = "With --conflicts they are applied, too; the workspace's files stay beside them.";
