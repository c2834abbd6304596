import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin, namesOf } from './path-inside.js';

/** A symbolic link, and what it says. */
export type SymbolicLink = { readonly at: string; readonly to: string };

/** The links below a folder that lead to a path, and where it really is; null where nothing is. */
export type Followed = { readonly links: readonly SymbolicLink[]; readonly real: string | null };

/** As many as the system follows. */
const MOST_LINKS = 40;

/**
 * Follows a path as the system does; of its links those below `folder` are listed, which has its own resolved. `linkAt`:
 * the target of a link; null where something else is, undefined where nothing is.
 */
export function followLinks(path: string, folder: string, linkAt: LinkAt = targetOf): Followed {
	const links: SymbolicLink[] = [];
	const waiting = namesOf(path);
	let followed = 0;
	let at = '/';
	for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
		if (name === '..') {
			at = dirname(at);
			continue;
		}
		const next = join(at, name);
		const to = linkAt(next);
		if (to === undefined || followed > MOST_LINKS) return { links, real: null };
		if (to === null) {
			at = next;
			continue;
		}
		followed += 1;
		if (isWithin(folder, next)) links.push({ at: next, to });
		if (isAbsolute(to)) at = '/';
		waiting.unshift(...namesOf(to));
	}
	return { links, real: at };
}

type LinkAt = (path: string) => string | null | undefined;

function targetOf(path: string): string | null | undefined {
	try {
		return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
	} catch {
		return undefined;
	}
}
