import { walkUnignored } from '../files/ignore-rules.js';
import { runGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import { MOST_PATHS, type PathList } from './path-list.js';

export type Listing = {
	readonly workspace: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
	readonly onGrowth: () => void;
};

const LONGEST = 60_000;

/** Fills a list with git's tracked and new files, without ignored and deleted ones. False where git cannot list. */
export async function listByGit(list: PathList, { workspace, env, signal, onGrowth }: Listing): Promise<boolean> {
	const call = async (args: readonly string[], take: (record: string) => void): Promise<boolean> => {
		const split = splitOutput('\0', (record) => {
			take(record);
			return true;
		});
		const onData = (chunk: Buffer): boolean => {
			split(chunk);
			onGrowth();
			return true;
		};
		const ended = await runGit({ cwd: workspace, env, args, timeout: LONGEST, signal, onData });
		return ended.ok && ended.value === 0;
	};
	// Tracked files come from the index at once; new ones have to be looked for on the disk.
	const hasKept = await call(['ls-files', '-z', '--cached'], (path) => list.add(path));
	if (!hasKept || signal.aborted) return false;
	await call(['ls-files', '-z', '-t', '--others', '--deleted', '--exclude-standard'], (record) => {
		if (record.startsWith('? ')) list.add(record.slice(2));
		else if (record.startsWith('R ')) list.drop(record.slice(2));
	});
	return list.paths.length > 0;
}

/** Entries never listed, whatever the ignore rules say. */
const NEVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__', '.venv', '.DS_Store']);

/** Fills a list by walking, where git cannot list. */
export function listByWalk(list: PathList, { workspace, signal, onGrowth }: Listing): Promise<void> {
	return walkUnignored(workspace, {
		isSkipped: (entry) => NEVER.has(entry.name) || !(entry.isDirectory() || entry.isFile() || entry.isSymbolicLink()),
		take(path) {
			list.add(path);
			return list.paths.length < MOST_PATHS;
		},
		mayGoOn() {
			onGrowth();
			return !signal.aborted;
		},
	});
}
