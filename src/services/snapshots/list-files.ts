import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type IgnoreRules, readIgnoreRules, SKIPPED_FOLDERS } from '../files/ignore-rules.js';
import type { Git } from '../git/open-git.js';
import { splitOutput } from '../git/split-output.js';
import { PATIENCE } from './git-repository.js';

export type Listing = {
	readonly paths: ReadonlySet<string>;
	/** Nested repositories, which are not scanned. */
	readonly nested: readonly string[];
	readonly closed: readonly string[];
	/** True with more files than `maxFiles`. */
	readonly isCut: boolean;
};

/** Lists tracked and untracked files with git; null when git failed. */
export async function listWithGit(git: Git, maxFiles: number): Promise<Listing | null> {
	const paths = new Set<string>();
	const nested: string[] = [];
	let isCut = false;
	const onOutput = splitOutput('\0', (path) => {
		if (path.endsWith('/')) {
			nested.push(path.slice(0, -1));
		} else {
			isCut = paths.size >= maxFiles && !paths.has(path);
			if (!isCut) paths.add(path);
		}
		return !isCut;
	});
	const skipped = [...SKIPPED_FOLDERS].flatMap((name) => ['-x', `${name}/`]);
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...skipped];
	const ended = await git.stream(args, onOutput, { timeout: PATIENCE });
	return ended.ok && ended.value === 0 ? { paths, nested, closed: [], isCut } : null;
}

/** Lists files by walking; follows no link and skips `SKIPPED_FOLDERS`. */
export async function listByWalking(root: string, maxFiles: number): Promise<Listing> {
	const paths = new Set<string>();
	const closed: string[] = [];
	let isCut = false;
	const visit = async (folder: string, parent: Parameters<typeof readIgnoreRules>[1]): Promise<void> => {
		const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
		if (entries === null) {
			closed.push(folder === '' ? '.' : folder.slice(0, -1));
			return;
		}
		const rules: IgnoreRules = await readIgnoreRules(
			join(root, folder),
			parent,
			new Set(entries.map((entry) => entry.name)),
		);
		for (const entry of entries) {
			if (isCut) return;
			const { name } = entry;
			if (entry.isDirectory()) {
				if (!SKIPPED_FOLDERS.has(name) && !rules.isIgnored(`${name}/`)) {
					await visit(`${folder}${name}/`, { rules, nameInParent: `${name}/` });
				}
			} else if (name !== '.git' && !rules.isIgnored(name)) {
				isCut = paths.size >= maxFiles;
				if (!isCut) paths.add(folder + name);
			}
		}
	};
	await visit('', null);
	return { paths, nested: [], closed, isCut };
}
