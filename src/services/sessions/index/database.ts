import { closeSync, constants, lstatSync, openSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { errnoOf } from '../../errno.js';
import { makePrivateFolderSync } from '../../state/private-folder.js';

/** Of the tables; a database of another version is made anew. */
const VERSION = 1;

/** `log`: the row of each log. `said`: its messages up to a state of the log, a line each, folded and as they are. */
const TABLES = `
	CREATE TABLE log (id TEXT PRIMARY KEY, cwd TEXT, row TEXT NOT NULL) WITHOUT ROWID;
	CREATE TABLE said (
		id TEXT PRIMARY KEY, size REAL NOT NULL, ino REAL NOT NULL, mtimeMs REAL NOT NULL, lastStart REAL NOT NULL,
		folded BLOB NOT NULL, text BLOB NOT NULL
	);
	PRAGMA user_version = ${VERSION};
`;

/** Milliseconds that a call waits for another program's change. */
const PATIENCE = 1000;

/** Folder of the database in the folder of the index, so that it can be put aside in one go. */
const FOLDER = 'search';
/** Beginning of the names that it is put aside under. */
const DISCARDED = `${FOLDER}.`;

export function databaseFile(derived: string): string {
	return join(derived, FOLDER, 'index.db');
}

/**
 * Calls `work` with the database of an index. A damaged one is made anew; where there can be none (`file` is null, a
 * full disk, a read-only folder, another program that writes for too long), `work` is called with an empty one in
 * memory. It may be called again from its beginning. `onTrouble` gets why a file could not be used.
 */
export async function withDatabase<T>(
	file: string | null,
	work: (database: DatabaseSync) => T | Promise<T>,
	onTrouble?: (error: unknown) => void,
): Promise<T> {
	for (let isRetry = false; file !== null; isRetry = true) {
		try {
			using database = openDatabase(file);
			return await work(database);
		} catch (error) {
			if (isRetry || !isDamage(error)) {
				onTrouble?.(error);
				break;
			}
			removeDatabase(file);
		}
	}
	using database = prepared(new (sqlite().DatabaseSync)(':memory:'));
	return await work(database);
}

/** Calls `change` in a transaction. */
export function change(database: DatabaseSync, make: () => void): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		make();
		database.exec('COMMIT');
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

/** Node 22 warns that its SQLite is experimental, which would be written across the screen. */
function sqlite(): typeof import('node:sqlite') {
	const { emitWarning } = process;
	process.emitWarning = () => {};
	try {
		return process.getBuiltinModule('node:sqlite');
	} finally {
		process.emitWarning = emitWarning;
	}
}

function openDatabase(file: string): DatabaseSync {
	makePrivateFolderSync(dirname(file));
	if (factsOf(file)?.isFile() === false) rmSync(file, { recursive: true });
	// SQLite would make it as the umask says. An existing one is not opened here: closing it would drop SQLite's locks.
	if (factsOf(file) === null) createFile(file);
	const database = new (sqlite().DatabaseSync)(file, { timeout: PATIENCE });
	try {
		return prepared(database);
	} catch (error) {
		database.close();
		throw error;
	}
}

function prepared(database: DatabaseSync): DatabaseSync {
	// Nothing is lost with the index, so no disk is waited for.
	database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = OFF');
	if (versionOf(database) === VERSION) return database;
	// Most texts are longer than a usual page.
	database.exec('PRAGMA page_size = 16384; PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL');
	change(database, () => {
		const version = versionOf(database);
		if (version === 0) database.exec(TABLES);
		else if (version !== VERSION) throw new OtherVersion();
	});
	return database;
}

class OtherVersion extends Error {}

function versionOf(database: DatabaseSync): unknown {
	return database.prepare('PRAGMA user_version').get()?.['user_version'];
}

function factsOf(file: string): Stats | null {
	return lstatSync(file, { throwIfNoEntry: false }) ?? null;
}

function createFile(file: string): void {
	const derived = dirname(dirname(file));
	// A program that removed a damaged database may have been killed meanwhile.
	const left = readdirSync(derived).filter((name) => name.startsWith(DISCARDED));
	for (const name of left) rmSync(join(derived, name), { recursive: true, force: true });
	try {
		closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
	} catch (error) {
		// Another program made the database meanwhile.
		if (errnoOf(error) !== 'EEXIST') throw error;
	}
}

/** Removes the database with its journal in one go: a new one must not meet the journal of the old one. */
function removeDatabase(file: string): void {
	const folder = dirname(file);
	const discarded = join(dirname(folder), `${DISCARDED}${process.pid}`);
	try {
		renameSync(folder, discarded);
	} catch {
		// Another program moved the damaged database first.
	}
	rmSync(discarded, { recursive: true, force: true });
}

/** Codes of SQLite for a damaged or foreign file; a failing statement of ours (1) means foreign tables. */
const DAMAGE = new Set([1, 11, 24, 26]);

function isDamage(error: unknown): boolean {
	if (error instanceof OtherVersion) return true;
	return error instanceof Error && 'errcode' in error && DAMAGE.has(Number(error.errcode) & 0xff);
}

/** Overwrites what the journal still holds of deleted texts, unless another program is reading. */
export function clearJournal(database: DatabaseSync): void {
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
