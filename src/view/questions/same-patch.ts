import { applyPatch, parsePatch } from 'diff';
import type { ActionRequest } from '../../core/policy/types.js';

type Diffs = ActionRequest['diffs'];

/** Longer patches are not compared; they are shown. */
const MOST_CHARS = 200_000;

/** What a line of a unified diff begins with, its headers included. */
const PATCH_LINE = /^(?:Index: |={3,}$|diff --git |--- |\+\+\+ |@@ |[ +-]|\\ No newline|$)/;

/** Requests are drawn often and never change. */
const known = new WeakMap<Diffs, Map<string, boolean>>();

/**
 * Whether a text is one of these changes once more, as a unified diff: it is for the same file and makes exactly the
 * new text of the old one. OpenCode sends every edit in both forms.
 */
export function isPatchOf(diffs: Diffs, text: string): boolean {
	if (diffs.length === 0 || text.length > MOST_CHARS || !text.includes('@@ ')) return false;
	const answers = known.get(diffs) ?? new Map<string, boolean>();
	known.set(diffs, answers);
	const before = answers.get(text);
	if (before !== undefined) return before;
	const isSame = makesOneOf(diffs, text);
	answers.set(text, isSame);
	return isSame;
}

function makesOneOf(diffs: Diffs, text: string): boolean {
	if (!text.split('\n').every((line) => PATCH_LINE.test(line))) return false;
	try {
		const [patch, ...more] = parsePatch(text);
		if (patch === undefined || more.length > 0 || patch.hunks.length === 0) return false;
		const names = [patch.index, patch.oldFileName, patch.newFileName].filter((name) => name !== undefined);
		return diffs.some(
			({ path, oldText, newText }) =>
				names.every((name) => isNameOf(path, name)) && applyPatch(oldText ?? '', patch) === newText,
		);
	} catch {
		// Not a patch that can be read: it is shown.
		return false;
	}
}

/** Git writes `a/` and `b/` before the names, and /dev/null for a file that is not there. */
function isNameOf(path: string, name: string): boolean {
	return name === '/dev/null' || name === path || path.endsWith(`/${name.replace(/^[ab]\//, '')}`);
}
