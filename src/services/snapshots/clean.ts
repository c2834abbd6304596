import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Fields, isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { isAlive, type ProcessMark, readMark } from '../state/process-mark.js';

type RunFacts = {
	readonly workspace: string;
	/** The process that works in the run; null: unknown. */
	readonly by: ProcessMark | null;
	/** Bytes of contents that this run wrote, and that it shares with earlier runs. */
	readonly written: number;
	readonly shared: number;
};

export const RUN_FILE = 'run.json';

const ELSEWHERE = 24 * 3600 * 1000;

type Run = { readonly folder: string; readonly at: number; readonly facts: RunFacts };

/**
 * Removes the runs of all workspaces that are older than `before` (milliseconds since the epoch), then the oldest ones
 * until all take at most `maxBytes`. The run in `own`, and those in use, stay. Never throws.
 */
export async function cleanRuns(
	snapshots: string,
	{ before, maxBytes, own }: { readonly before: number; readonly maxBytes: number; readonly own: string },
): Promise<void> {
	const folders = (await namesIn(snapshots)).map((name) => join(snapshots, name));
	const found = await Promise.all(folders.map(readRuns));
	let runs = found.flat().sort((one, other) => one.at - other.at);
	for (const run of runs) {
		if (run.at >= before && bytesOf(runs) <= maxBytes) break;
		if (run.folder !== own && !(await isInUse(run))) {
			runs = runs.filter((other) => other !== run);
			await rm(run.folder, { recursive: true, force: true }).catch(() => {
				// The next cleaning tries again.
			});
		}
	}
	// Only empty ones go.
	await Promise.all(folders.map((folder) => rmdir(folder).catch(() => {})));
}

async function readRuns(workspace: string): Promise<readonly Run[]> {
	const names = await namesIn(workspace);
	const runs = await Promise.all(names.map((name) => readFacts(join(workspace, name))));
	return runs.filter((run) => run !== null);
}

/**
 * Shared contents count in the run that wrote them, or once with the oldest run of their workspace: a run shares with
 * the previous one only. `runs` is sorted, the oldest first.
 */
function bytesOf(runs: readonly Run[]): number {
	const seen = new Set<string>();
	return runs.reduce((bytes, { folder, facts }) => {
		const workspace = dirname(folder);
		const shared = seen.has(workspace) ? 0 : facts.shared;
		seen.add(workspace);
		return bytes + facts.written + shared;
	}, 0);
}

async function namesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** A run without readable facts was being made, or is broken: its folder's time decides. */
async function readFacts(folder: string): Promise<Run | null> {
	const file = join(folder, RUN_FILE);
	const text = await readFile(file, 'utf8').catch(() => '{}');
	const facts = (await stat(file).catch(() => null)) ?? (await stat(folder).catch(() => null));
	return facts === null ? null : { folder, at: facts.mtimeMs, facts: parseFacts(text) };
}

function parseFacts(text: string): RunFacts {
	const value = jsonIn(text);
	const { workspace = '', written, shared }: Fields = isRecord(value) ? value : {};
	const bytes = (found: unknown): number => (typeof found === 'number' && found >= 0 ? found : 0);
	return { workspace: String(workspace), by: readMark(value), written: bytes(written), shared: bytes(shared) };
}

/** A process in another container is invisible from here: its run counts as in use for a day. */
async function isInUse({ at, facts: { by } }: Run): Promise<boolean> {
	return by !== null && ((await isAlive(by)) ?? Date.now() - at < ELSEWHERE);
}
