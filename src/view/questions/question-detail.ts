import type { ActionRequest, PathFact } from '../../core/policy/policy-types.js';
import type { UrlElicitationQuestion } from '../../core/session/question.js';
import { ADDRESS_WARNINGS } from '../../core/sign-in/sign-in-address.js';
import { revealHidden } from '../../core/text/reveal.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { ADDRESS, OUTSIDE } from './detail-messages.js';
import { CHANGE_DOUBTS } from './questions-messages.js';

/** One detail of a question, safe to draw: a path has no name, a text of several lines comes below its name. */
export type QuestionDetail = {
	readonly name: string;
	readonly lines: readonly string[];
	readonly isOutside: boolean;
	readonly isWarning?: true;
	/** Lines added and removed, behind the text; `tail` comes after them. */
	readonly counts?: { readonly added: number; readonly removed: number };
	readonly tail?: string;
	/** Words of ours: a line of them ends between two words. */
	readonly isWords?: true;
};

/** A text as one line in which nothing is hidden. */
export function shownLine(text: string): string {
	return sanitizeLine(revealHidden(text));
}

/** A text as lines in which nothing is hidden. */
export function shownLines(text: string): readonly string[] {
	return sanitizeText(revealHidden(text)).split('\n');
}

/** A named detail; a text of several lines keeps them. */
export function questionDetail(name: string, text: string, isOutside = false): QuestionDetail {
	return { name: shownLine(name), lines: shownLines(text), isOutside };
}

/** True for the rows that are paths. */
export function isPath({ name }: QuestionDetail): boolean {
	return name === '' || name === OUTSIDE;
}

/** Every path once, on its own; what is outside comes first. */
export function pathDetails(paths: readonly PathFact[], cwd: string): QuestionDetail[] {
	const shown = new Map<string, QuestionDetail>();
	for (const path of paths) {
		const detail = pathDetail(path, cwd);
		const key = `${detail.isOutside}${detail.lines[0]}`;
		if (!shown.has(key)) shown.set(key, detail);
	}
	const all = [...shown.values()];
	return [...all.filter((path) => path.isOutside), ...all.filter((path) => !path.isOutside)];
}

function pathDetail({ given, real, relative, isInside }: PathFact, cwd: string): QuestionDetail {
	const written = shownLine(withinOf(given, cwd));
	const meant = isInside ? (relative ?? real) : real;
	const target = meant === null ? null : meant === '' ? 'the whole workspace' : shownLine(meant);
	// A link is shown with where it leads.
	const text =
		target === null || target === written ? written : isSame(given, meant, cwd) ? target : `${written} → ${target}`;
	return { name: isInside ? '' : OUTSIDE, lines: [text], isOutside: !isInside };
}

/** The path as it is written from the workspace on. */
function withinOf(path: string, cwd: string): string {
	const local = path.startsWith('file://') ? path.slice('file://'.length) : path;
	return local.startsWith(`${cwd}/`) ? local.slice(cwd.length + 1) : local;
}

/** Whether a path, read without links, is the one that it was found to be. */
function isSame(given: string, meant: string | null, cwd: string): boolean {
	const parts: string[] = [];
	for (const part of withinOf(given, cwd).split('/')) {
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
	}
	return parts.join('/') === meant || `${cwd}/${parts.join('/')}` === meant;
}

/** An address to open, below the host in our words: what is odd about it, all of it, and what the agent says. */
export function addressDetails({ address, message }: UrlElicitationQuestion): readonly QuestionDetail[] {
	const words = message.trim();
	const careful = address.warnings.map((warning) => ADDRESS_WARNINGS[warning]).join('; ');
	return [
		...(careful === '' ? [] : [{ ...questionDetail('careful', careful), isWarning: true as const }]),
		questionDetail(ADDRESS, address.url),
		...(words === '' ? [] : [questionDetail('says', words)]),
	];
}

/** Names who asks and the host, for a low screen. */
export function briefAddress({ agent, address }: UrlElicitationQuestion): string {
	return shownLine(`${agent}: open ${address.host}`);
}

/** A text to be written. `oldText` is null where there is none before, where nobody says, or where it is not believed. */
export type QuestionChange = {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Doubt to be said of it, such as why all of the new text is shown as new; empty where it is a plain change. */
	readonly doubt: string;
};

/** Every change of a request, as it was worked out; where nobody did, as it is stated. */
export function changesOf({ changes, diffs }: ActionRequest): readonly QuestionChange[] {
	if (changes === undefined) return diffs.map(({ path, oldText, newText }) => ({ path, oldText, newText, doubt: '' }));
	return changes.map(({ path, oldText, newText, doubt, movedTo }) => ({
		...{ path, oldText, newText },
		doubt: [
			...(movedTo === undefined ? [] : [`Moves the file to ${sanitizeLine(movedTo)}.`]),
			...(doubt === undefined ? [] : [CHANGE_DOUBTS[doubt]]),
		].join(' '),
	}));
}
