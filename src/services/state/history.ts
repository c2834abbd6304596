import { randomBytes } from 'node:crypto';
import { appendLine, compactLines, readLines } from './line-file.js';

export type HistoryOptions = {
	readonly file: string;
	/** The path of the workspace. */
	readonly project: string;
	/** Prompts kept for a project (default 500). */
	readonly limit?: number;
};

export type PromptHistory = { load(): Promise<readonly string[]>; add(text: string): Promise<void> };

type Entry = { readonly id: string; readonly project: string; readonly text: string };

const DEFAULT_LIMIT = 500;
const MOST_CHARS = 64 * 1024;
const MOST_PROJECTS = 200;
const COMPACT_BYTES = 4 * 1024 * 1024;

/**
 * The prompt history over all sessions, oldest first: a file of JSON lines that several processes append to. It is
 * compacted beyond four megabytes. No method throws.
 */
export function createHistory(options: HistoryOptions): PromptHistory {
	const { file, project, limit = DEFAULT_LIMIT } = options;
	return {
		async load() {
			try {
				const texts = entriesOf(await readLines(file))
					.filter((entry) => entry.project === project)
					.map(({ text }) => text);
				return texts.filter((text, index) => text !== texts[index - 1]).slice(-limit);
			} catch {
				// An unreadable history is an empty one: what is typed matters more.
				return [];
			}
		},
		async add(text) {
			if (text.trim() === '' || text.length > MOST_CHARS) return;
			const entry: Entry = { id: randomBytes(6).toString('hex'), project, text };
			try {
				const size = await appendLine(file, JSON.stringify(entry));
				if (size > COMPACT_BYTES) await compactLines(file, (lines) => newestOf(lines, limit, COMPACT_BYTES / 2));
			} catch {
				// A full disk must not keep a prompt from being sent.
			}
		},
	};
}

/** Skips invalid entries, and duplicates from a concurrent compaction. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
	const seen = new Set<string>();
	return lines.flatMap((line) => {
		const entry = parseEntry(line);
		if (entry === null || seen.has(entry.id)) return [];
		seen.add(entry.id);
		return [entry];
	});
}

function parseEntry(line: string): Entry | null {
	try {
		const value: unknown = JSON.parse(line);
		if (typeof value !== 'object' || value === null) return null;
		const { id, project, text } = value as Readonly<Record<string, unknown>>;
		return typeof id === 'string' && typeof project === 'string' && typeof text === 'string'
			? { id, project, text }
			: null;
	} catch {
		// Half a line, after a crash or a full disk.
		return null;
	}
}

/** The newest entries of the last used projects, within the limit for each and the bytes for all. */
function newestOf(lines: readonly string[], limit: number, bytes: number): readonly string[] {
	const counts = new Map<string, number>();
	const kept: string[] = [];
	let size = 0;
	for (const entry of entriesOf(lines).toReversed()) {
		const count = counts.get(entry.project) ?? 0;
		if (count >= limit || (count === 0 && counts.size >= MOST_PROJECTS)) continue;
		const line = JSON.stringify(entry);
		size += Buffer.byteLength(line) + 1;
		if (size > bytes) break;
		counts.set(entry.project, count + 1);
		kept.push(line);
	}
	return kept.reverse();
}
