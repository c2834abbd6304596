import { lstat } from 'node:fs/promises';
import { splitOutput } from '../git/split-output.js';
import type { FileFacts } from './entry.js';
import type { GitCommand } from './git-command.js';

const BILLION = 1_000_000_000n;
const LOW_WORD = 0xffffffffn;
/** `assume-unchanged`, `skip-worktree`, `intent-to-add` and the stages of a conflict: git does not check such files. */
const UNBELIEVED_FLAGS = 0x6000f000;
/** A regular file without a conflict, with an unquoted path. */
const RECORD = new RegExp(
	[
		'^100[0-7]{3} (?<blob>[0-9a-f]{40,64}) 0\\t(?<path>[^"].*)',
		'  ctime: (?<ctime>\\d+):(?<ctimeRest>\\d+)',
		'  mtime: (?<mtime>\\d+):(?<mtimeRest>\\d+)',
		'  dev: \\d+\\tino: (?<ino>\\d+)',
		'  uid: \\d+\\tgid: \\d+',
		'  size: (?<size>\\d+)\\tflags: (?<flags>[0-9a-f]+)$',
	].join('\\n'),
);

/**
 * Finds the files with the same facts as in git's index: they are unwritten since git knew the content. Returns path →
 * object id of the content in git (conversions may make it differ from the file's). Git only prints its index here:
 * comparing it with the files may run filters that a repository names. A file with unexpected output is read like any
 * other.
 */
export async function matchIndex(
	git: GitCommand,
	indexFile: string,
	files: ReadonlyMap<string, FileFacts>,
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	// Looked at first: if the index is written anew meanwhile, fewer files are believed.
	const index = await lstat(indexFile, { bigint: true }).catch(() => null);
	if (index === null || !index.isFile()) return found;
	let record = '';
	const onOutput = splitOutput('\n', (line) => {
		record = line.startsWith('  ') ? `${record}\n${line}` : line;
		const { path = '', blob = '', ...facts } = RECORD.exec(record)?.groups ?? {};
		const file = files.get(path);
		if (file !== undefined && isUntouched(facts, file, index.mtimeNs)) found.set(path, blob);
		return true;
	});
	await git.run(['ls-files', '--cached', '--stage', '--debug'], { onOutput });
	return found;
}

function isUntouched(written: Readonly<Record<string, string>>, facts: FileFacts, indexWrittenNs: bigint): boolean {
	const { ctime = '', ctimeRest = '', mtime = '', mtimeRest = '', ino = '', size = '', flags = '' } = written;
	const mtimeNs = BigInt(mtime) * BILLION + BigInt(mtimeRest);
	return (
		(Number.parseInt(flags, 16) & UNBELIEVED_FLAGS) === 0 &&
		// What was modified as late as the index was written may have been written once more since.
		mtimeNs < indexWrittenNs &&
		mtimeNs === facts.mtimeNs &&
		BigInt(ctime) * BILLION + BigInt(ctimeRest) === facts.ctimeNs &&
		// The index keeps 32 bits of them.
		BigInt(ino) === (facts.ino & LOW_WORD) &&
		BigInt(size) === facts.size
	);
}
