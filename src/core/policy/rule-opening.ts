import type { SandboxOpening } from '../sandbox/command-access.js';

/** A rule's text in two parts: what it matches, and what it opens for the commands that it lets through. */
export type SplitRule = {
	readonly rule: string;
	readonly opens: SandboxOpening | null;
	/** What was expected of the second part, where it cannot be used. */
	readonly expected?: string;
};

/** So many folders may a rule name. */
const MOST_FOLDERS = 16;
const OPENING = '“with network”, “with” and folders (/srv/cache, ~/.npm), or “without sandbox”';
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Parts `Execute(npm test *) with network, ~/.npm` and `Execute(docker ps) without sandbox`. */
export function splitRule(text: string): SplitRule {
	const [, rule, how, what] =
		/^((?:plan:)?\s*[A-Za-z_]+\s*(?:\([\s\S]*\))?)\s+(with|without)\s+([^()]*)$/.exec(text) ?? [];
	if (rule === undefined || what === undefined) return { rule: text, opens: null };
	if (how === 'without') {
		return what === 'sandbox' ? { rule, opens: 'no-sandbox' } : { rule, opens: null, expected: OPENING };
	}
	const items = what.split(',').map((item) => item.trim());
	const folders = items.filter((item) => item !== 'network').map((item) => item.replace(/(?<=[^/])\/+$/, ''));
	if (folders.length > MOST_FOLDERS) return { rule, opens: null, expected: `at most ${MOST_FOLDERS} folders` };
	if (!folders.every(isFolder)) return { rule, opens: null, expected: OPENING };
	return { rule, opens: { network: items.includes('network'), folders: [...new Set(folders)] } };
}

/** A folder that may be named: absolute or below the home, neither of them itself, and plainly written. */
function isFolder(folder: string): boolean {
	if (!/^(?:~\/|\/)[^/]/.test(folder) || CONTROL.test(folder)) return false;
	return folder.split('/').every((name, at) => (name !== '' || at === 0) && name !== '.' && name !== '..');
}
