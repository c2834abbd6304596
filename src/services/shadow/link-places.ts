import { namesOf } from '../files/inside.js';
import type { Difference } from './difference.js';
import { lookAtSide, type Side } from './side.js';

/** As in the system. */
const MOST_LINKS = 40;

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
	const places: (string | null)[] = [];
	const above = path.split('/').slice(0, -1);
	let at: string[] = [];
	let rest: string[] = above;
	let links = 0;
	let next: string | null = target;
	for (;;) {
		const name = rest.shift();
		if (name === undefined) {
			// Only now is it known which folder the link itself lies in.
			if (next === null) break;
			[rest, next] = [namesOf(next), null];
			if (target.startsWith('/')) {
				const below = belowRoot(target, real);
				if (below === null) return [null];
				[at, rest] = [[], below];
			}
			continue;
		}
		if (name === '..') {
			if (at.pop() === undefined) return [...places, null];
			continue;
		}
		// A name that is no text could be any.
		if (name.includes('\ufffd')) return [...places, null];
		const here = [...at, name].join('/');
		const side = lookAt(here);
		if (side?.kind !== 'link') {
			at.push(name);
			continue;
		}
		links += 1;
		if (links > MOST_LINKS) return [...places, null];
		// Those above the link itself are no part of where it leads.
		if (next === null) places.push(here);
		if (!side.target.startsWith('/')) rest = [...namesOf(side.target), ...rest];
		else {
			const below = belowRoot(side.target, real);
			if (below === null) return [...places, null];
			[at, rest] = [[], [...below, ...rest]];
		}
	}
	return [...places, at.join('/')];
}

function belowRoot(path: string, real: string): string[] | null {
	const names = namesOf(path);
	const root = namesOf(real);
	return root.every((name, index) => names[index] === name) ? names.slice(root.length) : null;
}
