import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { ReviewMarksPort } from '../../core/review/review.js';
import { count, exactly, list, optional, type Read, shape, shortText, text, variant, word } from '../../core/schema.js';
import { systemError } from '../errno.js';
import { openRecordFile, type RecordFile } from './record-file.js';

/** Folders whose marks are kept, and of each the rows and their characters; the oldest are dropped. */
const MOST_FOLDERS = 200;
const MOST_ROWS = 5000;
const MOST_CHARS = 500_000;

const name = shortText(10_000);
const lines = list(text(1000), 10);

const readRow = variant('kind', {
	viewed: shape({ kind: exactly('viewed'), path: name, content: name }),
	note: shape({
		kind: exactly('note'),
		id: name,
		path: name,
		line: count,
		lastLine: optional(count),
		side: word({ old: true, new: true }),
		text: text(20_000),
		excerpt: text(100_000),
		before: lines,
		after: lines,
	}),
});

type Row = Read<typeof readRow>;

/** Marks and notes of reviews: a private JSON file for each folder, never in the folder itself. */
export function createReviewMarks({ folder }: { readonly folder: () => Promise<string> }): ReviewMarksPort {
	const open = async (top: string): Promise<RecordFile<Row>> => {
		const hash = createHash('sha256').update(top).digest('hex').slice(0, 24);
		return openRecordFile<Row>(join(await folder(), `${hash}.json`), { most: MOST_ROWS, readRecord: readRow });
	};
	const put = async (top: string, row: Row | null, isOld: (row: Row) => boolean): Promise<Result<void>> => {
		try {
			const file = await open(top);
			await file.change((rows) => fitting([...(row === null ? [] : [row]), ...rows.filter((each) => !isOld(each))]));
			await dropOldest(await folder());
			return succeed(undefined);
		} catch (error) {
			const { code, why } = systemError(error);
			return fail(code, `This was not kept: ${why}.`);
		}
	};
	return {
		async load(top) {
			const rows = await (await open(top)).read();
			return {
				viewed: rows.flatMap((row) => (row.kind === 'viewed' ? [row] : [])),
				notes: rows.flatMap((row) => {
					if (row.kind !== 'note') return [];
					const { kind: _, ...note } = row;
					return [note];
				}),
			};
		},
		setViewed(top, { path, content }, isViewed) {
			const row = isViewed ? ({ kind: 'viewed', path, content } as const) : null;
			return put(top, row, (other) => other.kind === 'viewed' && other.path === path && other.content === content);
		},
		saveNote: (top, note) =>
			put(top, { kind: 'note', ...note }, (other) => other.kind === 'note' && other.id === note.id),
		dropNote: (top, id) => put(top, null, (other) => other.kind === 'note' && other.id === id),
	};
}

/** The newest rows: notes first, which somebody wrote. */
function fitting(rows: readonly Row[]): readonly Row[] {
	let left = MOST_CHARS;
	const kept = new Set<Row>();
	for (const kind of ['note', 'viewed']) {
		for (const row of rows) {
			if (row.kind !== kind) continue;
			left -= JSON.stringify(row).length;
			if (left >= 0) kept.add(row);
		}
	}
	return rows.filter((row) => kept.has(row));
}

async function dropOldest(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter((file) => file.endsWith('.json'));
	if (names.length <= MOST_FOLDERS) return;
	const dated = await Promise.all(
		names.map(async (file) => ({ file, at: (await stat(join(folder, file)).catch(() => null))?.mtimeMs ?? 0 })),
	);
	dated.sort((one, other) => other.at - one.at);
	await Promise.all(dated.slice(MOST_FOLDERS).map(({ file }) => rm(join(folder, file), { force: true })));
}
