import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { jsonIn } from '../../../core/json-in.js';
import { change, clearJournal, databaseFile, withDatabase } from './database.js';
import { type LogRow, logRow } from './log-row.js';
import type { RecordFiles } from './record-files.js';

/** `elsewhere`: of a session in another folder than the one that is asked about. */
export type StoredRow = LogRow | 'elsewhere' | null;

/** The rows of an index by id; with a folder only its own. Null for one that is damaged. */
export function knownRows(database: DatabaseSync, cwd: string | undefined): ReadonlyMap<string, StoredRow> {
	// The folder of a damaged log is unknown.
	const all = database.prepare('SELECT id, iif(?1 IS NULL OR cwd IS NULL OR cwd = ?1, row, NULL) AS row FROM log');
	return new Map(
		all.all(cwd ?? null).map(({ id, row }) => [String(id), typeof row === 'string' ? parsed(row) : 'elsewhere']),
	);
}

/** Null where it is damaged: the log says it again. */
function parsed(row: string): LogRow | null {
	return logRow(jsonIn(row)) ?? null;
}

export function storeRows(database: DatabaseSync, changed: readonly LogRow[], gone: readonly string[]): void {
	if (changed.length > 0) {
		change(database, () => {
			const put = database.prepare('INSERT OR REPLACE INTO log (id, cwd, row) VALUES (?, ?, ?)');
			for (const row of changed) put.run(row.id, row.isBroken ? null : row.cwd, JSON.stringify(row));
		});
	}
	// A search that had read a log before it was deleted writes its text after that was erased.
	const orphans = database.prepare('SELECT id FROM said WHERE id NOT IN (SELECT id FROM log)').all();
	const erased = [...gone, ...orphans.map(({ id }) => String(id))];
	if (erased.length > 0) erase(database, erased);
}

/** Records erased in one transaction, as other programs may have to wait for it. */
const AT_ONCE = 64;

/** Removes records and their texts from the index, if there is one. */
function erase(database: DatabaseSync, ids: readonly string[]): void {
	for (let from = 0; from < ids.length; from += AT_ONCE) {
		change(database, () => {
			const removals = [
				database.prepare('DELETE FROM said WHERE id = ?'),
				database.prepare('DELETE FROM log WHERE id = ?'),
			];
			for (const id of ids.slice(from, from + AT_ONCE)) for (const removal of removals) removal.run(id);
		});
	}
	clearJournal(database);
}

/** Removes the rows of records, and all that was said in them, from an index that is there. */
export async function eraseRecords(files: RecordFiles, ids: readonly string[]): Promise<void> {
	if (ids.length > 0) await withStored(files, (database) => erase(database, ids));
}

/** Bytes that the messages of each record take in the index. */
export async function bytesOfTexts(files: RecordFiles): Promise<ReadonlyMap<string, number>> {
	const rows = await withStored(files, (database) =>
		database.prepare('SELECT id, length(folded) + length(text) AS bytes FROM said').all(),
	);
	return new Map((rows ?? []).map(({ id, bytes }) => [String(id), Number(bytes)]));
}

/** The row of a log whose first line may be damaged by now; null where none is known. */
export async function storedRow(files: RecordFiles, id: string): Promise<LogRow | null> {
	const found = await withStored(files, (database) => database.prepare('SELECT row FROM log WHERE id = ?').get(id));
	return typeof found?.['row'] === 'string' ? parsed(found['row']) : null;
}

async function withStored<T>(files: RecordFiles, use: (database: DatabaseSync) => T): Promise<T | undefined> {
	const file = databaseFile(files.derived);
	return existsSync(file) ? withDatabase(file, use) : undefined;
}
