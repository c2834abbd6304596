import { splitOutput } from '../git/split-output.js';

export type Tracked = {
	/** Folders with tracked files, from the top, with `/`. */
	readonly folders: ReadonlySet<string>;
	readonly submodules: readonly string[];
	/** A tracked name that leads out of the repository, which no git command writes; null when there is none. */
	readonly outside: string | null;
};

const SUBMODULE = '160000 ';

/** Parses the streamed output of `git ls-files --stage -z`. */
export function takeTracked(): { take(chunk: Buffer): void; end(): Tracked } {
	const folders = new Set<string>();
	const submodules: string[] = [];
	let outside: string | null = null;
	const take = splitOutput('\0', (entry) => {
		const name = entry.slice(entry.indexOf('\t') + 1);
		if (entry.startsWith(SUBMODULE)) submodules.push(name);
		if (name.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(name)) outside ??= name;
		for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
			const folder = name.slice(0, end);
			if (folders.has(folder)) break;
			folders.add(folder);
		}
		return true;
	});
	return { take, end: () => ({ folders, submodules, outside }) };
}
