import type { MentionResults } from './mention-menu.js';

export type KnownFiles = { readonly found: ReadonlySet<string>; readonly missing: ReadonlySet<string> };

export const noFiles: KnownFiles = { found: new Set(), missing: new Set() };

const MOST_FILES = 1000;

export function withHits(known: KnownFiles, { query, hits }: MentionResults): KnownFiles {
	const isFull = known.found.size + known.missing.size > MOST_FILES;
	const found = new Set(isFull ? [] : known.found);
	const missing = new Set(isFull ? [] : known.missing);
	for (const { path } of hits) {
		found.add(withoutSlash(path));
		missing.delete(withoutSlash(path));
	}
	const path = withoutSlash(query);
	const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
	// The list has no ignored files: only where it has others of the folder does it say that one is missing.
	const isKnown = folder !== '' && [...found].some((each) => each === folder || each.startsWith(`${folder}/`));
	if (isKnown && !found.has(path)) missing.add(path);
	return { found, missing };
}

export function withoutSlash(path: string): string {
	return path.endsWith('/') ? path.slice(0, -1) : path;
}
