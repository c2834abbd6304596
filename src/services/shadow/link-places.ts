import { dirname, join } from 'node:path';
import { followLinks } from '../files/follow-links.js';
import { isWithin, relativeTo } from '../files/path-inside.js';
import type { Difference } from './shadow-difference.js';
import { lookAtSide, type Side } from './shadow-side.js';

type LookAt = (path: string) => Side | null;

/**
 * Resolves links of a view at their place: in the view, with its other changes, and in the workspace, without them. For
 * each way every link and its end are listed, relative to the workspace; null stands for one that leads out of it, or
 * is unknown.
 */
export function linkPlacesIn(
	real: string,
	differences: readonly Difference[],
): (path: string, target: string) => readonly (string | null)[] {
	const changed = new Map(differences.map(({ path, view }) => [path, view]));
	const inWorkspace: LookAt = (path) => lookAtSide(`${real}/${path}`);
	const inView: LookAt = (path) => (changed.has(path) ? (changed.get(path) ?? null) : inWorkspace(path));
	return (path, target) => [
		...new Set([...placesOf(path, target, real, inView), ...placesOf(path, target, real, inWorkspace)]),
	];
}

function placesOf(path: string, target: string, real: string, lookAt: LookAt): readonly (string | null)[] {
	const linkAt = (at: string): string | null | undefined => {
		// The folders above the workspace are no links; what else is outside is unknown, and a name that is no text could be any.
		if (isWithin(at, real)) return null;
		if (!isWithin(real, at) || at.includes('\ufffd')) return undefined;
		const side = lookAt(relativeTo(real, at));
		return side?.kind === 'link' ? side.target : null;
	};
	// Links above the link itself are no part of where it leads.
	const around = followLinks(join(real, dirname(path)), real, linkAt).real;
	if (around === null) return [null];
	const { links, real: end } = followLinks(target.startsWith('/') ? target : `${around}/${target}`, real, linkAt);
	const places = [...links.map(({ at }) => at), end];
	return places.map((at) => (at === null || !isWithin(real, at) ? null : relativeTo(real, at)));
}
