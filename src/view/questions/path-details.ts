import type { PathFact } from '../../core/policy/types.js';
import { type QuestionDetail, shownLine } from './detail.js';
import { OUTSIDE } from './detail-messages.js';

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
