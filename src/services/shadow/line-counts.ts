import { diffArrays } from 'diff';
export type LineCounts = { readonly added: number | null; readonly removed: number | null };

/** More differing lines are not aligned: it would take seconds. */
const MOST_EDITS = 4000;

/** Counts differing lines. Texts too different to be aligned in time have all their lines counted. */
export async function countLines(
	before: string,
	after: string,
): Promise<{ readonly added: number; readonly removed: number }> {
	const [old, now] = [linesOf(before), linesOf(after)];
	let start = 0;
	while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
	let end = 0;
	const most = Math.min(old.length, now.length) - start;
	while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
	const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
	if (removed.length === 0 || added.length === 0) return { added: added.length, removed: removed.length };
	const parts = diffArrays(removed, added, { maxEditLength: MOST_EDITS, timeout: 200 });
	if (parts === undefined) return { added: added.length, removed: removed.length };
	return { added: sum(parts.filter((part) => part.added)), removed: sum(parts.filter((part) => part.removed)) };
}

function linesOf(text: string): string[] {
	if (text === '') return [];
	const lines = text.split('\n');
	// A last line without its end is another line than one with it.
	if (lines.at(-1) === '') lines.pop();
	else lines.push(`${lines.pop() ?? ''}\0`);
	return lines;
}

function sum(parts: readonly { readonly value: readonly string[] }[]): number {
	return parts.reduce((total, { value }) => total + value.length, 0);
}
