import { realpathSync } from 'node:fs';

/**
 * Resolves the links of folders that somebody in a sandbox may change, each once: what leads elsewhere later counts as
 * gone (null), or a link that is put in its place would open another folder with the next sandbox.
 */
export function createSettledPaths(): (path: string) => string | null {
	const settled = new Map<string, string>();
	return (path) => {
		const now = realOf(path);
		if (now === null) return null;
		const first = settled.get(path) ?? now;
		settled.set(path, first);
		return now === first ? now : null;
	};
}

function realOf(path: string): string | null {
	try {
		return realpathSync.native(path);
	} catch {
		return null;
	}
}
