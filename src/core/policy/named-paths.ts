import type { ToolKind } from '../tool-call.js';
import type { ActionDetails } from './action-details.js';
import { pathBelowRoot } from './auto-run-files.js';
import { insideOf, type Protection, type Touch } from './protected-path.js';

/** Kinds that a rule is about beside its own: a search shows what files hold, a move takes them elsewhere. */
const COVERED: Readonly<Partial<Record<ToolKind, readonly ToolKind[]>>> = {
	read: ['read', 'search', 'move', 'fetch'],
	edit: ['edit', 'delete', 'move'],
	delete: ['delete', 'move'],
};
const PATTERN = /[*?[{]|[@+!]\(/;

/** Relation of a request's own names to a rule for paths. A folder stands for all in it, and a pattern may match anything there. */
export function namedTouch(protection: Protection, { request, kinds }: ActionDetails): Touch {
	const { kind, isProtected, mayHold, mayEndAlike } = protection;
	const names = request.paths.flatMap((path) => [path.relative, pathBelowRoot(path), path.real, path.given]);
	const paths = [...new Set(names)].filter((name) => name !== null);
	const all = [...paths, ...(protection.hasLetters ? (request.toolInput?.possiblePaths ?? []) : [])];
	// What a rule names it covers with all that is in it.
	const isNamed = all.some((name) => isProtected(name === '' ? name : insideOf(name)));
	const covered = COVERED[kind] ?? [kind];
	if (covered.some((each) => kinds.has(each))) {
		if (isNamed) return 'yes';
		const isTaken = kind !== 'read' && (kinds.has('delete') || kinds.has('move'));
		const isHolding = (name: string): boolean => {
			const at = name.search(PATTERN);
			if (at < 0) return isTaken && mayHold(name);
			return kinds.has('read') && mayEndAlike(name) && mayHold(name.slice(0, Math.max(0, name.lastIndexOf('/', at))));
		};
		return paths.some(isHolding) ? 'maybe' : 'no';
	}
	// Nobody knows what such a tool does with the file.
	return isNamed && kinds.has('other') ? 'maybe' : 'no';
}
