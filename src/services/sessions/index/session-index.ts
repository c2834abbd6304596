import { lstatSync } from 'node:fs';
import { defined } from '../../../core/defined.js';
import type { Result } from '../../../core/failure.js';
import type {
	FoundSession,
	Pruned,
	PruneLimits,
	SessionHit,
	SessionIndexPort,
	SessionList,
	SessionQuery,
	SessionRow,
} from '../../../core/session-index.js';
import { newestFirst } from '../../../core/sessions/merge-lists.js';
import { parseQuery } from '../../../core/sessions/search-query.js';
import { isMissing, systemError } from '../../errno.js';
import { lockHolder } from '../../state/process-lock.js';
import { SESSION_INDEX } from '../sessions-messages.js';
import { deleteRecord, renameRecord } from './change-record.js';
import { databaseFile, withDatabase } from './database.js';
import { brokenRow, type Known, type LogRow, readLogRow, toSessionRow } from './log-row.js';
import { MessageTexts } from './message-texts.js';
import { pruneRecords } from './prune-sessions.js';
import { namesIn, type RecordFiles, recordFiles } from './record-files.js';
import { bestFirst, hitOf, type Match, matchOf } from './search-sessions.js';
import { eraseRecords, knownRows, type StoredRow, storeRows } from './stored-rows.js';

export type SessionIndexOptions = { readonly folder: string; readonly isPersisted: boolean };

type Watch<T> = { readonly signal?: AbortSignal; readonly onRows?: (rows: readonly T[]) => void };

/** Milliseconds for which a list is reused while the user types. */
const LIST_HOLDS_FOR = 2000;
const MOST_HITS = 200;
/** Milliseconds between partial results. */
const SHOW_EVERY = 60;

/** Opens the index of records; nothing is read before the first call. */
export function createSessionIndex({ folder, isPersisted }: SessionIndexOptions): SessionIndexPort {
	return new SessionIndex(recordFiles(folder), isPersisted);
}

class SessionIndex implements SessionIndexPort {
	readonly #files: RecordFiles;
	/** Null: nothing is written. */
	readonly #database: string | null;
	#trouble: string | null = null;
	#last: { readonly cwd: string | undefined; readonly at: number; readonly known: Promise<Known> } | null = null;

	constructor(files: RecordFiles, isPersisted: boolean) {
		this.#files = files;
		this.#database = isPersisted ? databaseFile(files.derived) : null;
	}

	async list(query: SessionQuery = {}, { signal, onRows }: Watch<SessionRow> = {}): Promise<SessionList> {
		const onKnown = onRows && ((known: Known) => onRows(rowsOf(known, query)));
		const { logs, held } = await this.#know(query.cwd, defined({ signal, onKnown }));
		return {
			rows: rowsOf({ logs, held }, query),
			unreadable: logs.filter(({ isBroken }) => isBroken).map(({ id }) => id),
			...(this.#trouble === null ? {} : { trouble: this.#trouble }),
		};
	}

	async search(
		text: string,
		query: SessionQuery = {},
		{
			signal,
			onHits,
			most = MOST_HITS,
		}: {
			readonly signal?: AbortSignal;
			readonly onHits?: (hits: readonly SessionHit[]) => void;
			readonly most?: number;
		} = {},
	): Promise<readonly SessionHit[]> {
		const wanted = parseQuery(text);
		if (wanted === null) return [];
		const { logs, held } = await this.#recent(query.cwd);
		const needles = {
			phrase: Buffer.from(wanted.phrase),
			parts: wanted.parts.map((text) => ({ text, bytes: Buffer.from(text) })),
		};
		const byTime = logs.toSorted((one, other) => other.updatedAt - one.updatedAt);
		return withDatabase(
			logs.length === 0 ? null : this.#database,
			async (database) => {
				const texts = new MessageTexts(database, this.#files.log);
				const matches: Match[] = [];
				const hits = new Map<string, SessionHit>();
				const hitFor = (match: Match): SessionHit => {
					const hit = hits.get(match.row.id) ?? hitOf(match, wanted, texts);
					hits.set(match.row.id, hit);
					return hit;
				};
				const best = (): readonly SessionHit[] => matches.sort(bestFirst).slice(0, most).map(hitFor);
				let shownAt = performance.now();
				const onPause = (): void => {
					if (onHits === undefined || performance.now() - shownAt < SHOW_EVERY) return;
					onHits(best());
					shownAt = performance.now();
				};
				await inSlices(
					byTime,
					(log) => {
						const row = toSessionRow(log, held.has(log.id));
						const match = fits(log, row, query) ? matchOf(log, row, wanted, { needles, texts }) : null;
						if (match !== null) matches.push(match);
					},
					{ signal, onPause },
				);
				texts.flush();
				return best();
			},
			this.#noteTrouble,
		);
	}

	async find(id: string, query: SessionQuery = {}): Promise<FoundSession> {
		if (id === '') return { type: 'none' };
		const { rows } = await this.list(query);
		const own = rows.find((row) => row.id === id) ?? rows.find((row) => row.sessionId === id);
		if (own !== undefined) return { type: 'found', row: own };
		const found = rows.filter((row) => row.id.startsWith(id) || row.sessionId?.startsWith(id) === true);
		const [first, ...more] = found;
		if (first === undefined) return { type: 'none' };
		return more.length === 0 ? { type: 'found', row: first } : { type: 'several', rows: found };
	}

	rename(id: string, title: string): Promise<Result<void>> {
		this.#last = null;
		return renameRecord(this.#files, id, title);
	}

	delete(id: string): Promise<Result<void>> {
		this.#last = null;
		return deleteRecord(this.#files, id, () => eraseRecords(this.#files, [id]));
	}

	async prune(limits: PruneLimits): Promise<Pruned> {
		this.#last = null;
		return pruneRecords(this.#files, await this.#know(undefined), limits);
	}

	readonly #noteTrouble = (error: unknown): void => {
		this.#trouble = SESSION_INDEX.notStored(systemError(error).why);
	};

	#recent(cwd: string | undefined): Promise<Known> {
		const last = this.#last;
		if (last !== null && last.cwd === cwd && performance.now() - last.at < LIST_HOLDS_FOR) return last.known;
		const known = this.#know(cwd);
		const mine = { cwd, at: performance.now(), known };
		this.#last = mine;
		setTimeout(() => {
			if (this.#last === mine) this.#last = null;
		}, LIST_HOLDS_FOR).unref();
		return known;
	}

	async #know(
		cwd: string | undefined,
		{ signal, onKnown }: { readonly signal?: AbortSignal; readonly onKnown?: (known: Known) => void } = {},
	): Promise<Known> {
		const { ids, locked } = await namesIn(this.#files.folder).catch(() => NO_NAMES);
		if (ids.length === 0) return { logs: [], held: NO_NAMES.locked };
		return withDatabase(
			this.#database,
			async (database) => {
				const stored = knownRows(database, cwd);
				const wanted = ids.filter((id) => stored.get(id) !== 'elsewhere');
				const before = (id: string): LogRow | null => {
					const row = stored.get(id) ?? null;
					return row === 'elsewhere' ? null : row;
				};
				const held = await this.#heldOf(wanted.filter((id) => locked.has(id)));
				if (onKnown !== undefined) {
					const logs = wanted.flatMap((id) => before(id) ?? []);
					if (logs.length > 0) onKnown({ logs, held });
				}
				const logs: LogRow[] = [];
				const changed: LogRow[] = [];
				await inSlices(
					wanted,
					(id) => {
						const row = this.#current(id, before(id));
						if (row === null) return;
						logs.push(row);
						if (row !== before(id)) changed.push(row);
					},
					defined({ signal, onPause: onKnown && paced(() => onKnown({ logs, held })) }),
				);
				if (this.#database !== null) storeRows(database, changed, gone(stored, ids));
				return { logs, held };
			},
			this.#noteTrouble,
		);
	}

	#current(id: string, before: LogRow | null): LogRow | null {
		const file = this.#files.log(id);
		try {
			const facts = lstatSync(file);
			const isSame = before?.size === facts.size && before.mtimeMs === facts.mtimeMs && before.ino === facts.ino;
			return isSame ? before : readLogRow(file, id, before);
		} catch (error) {
			return isMissing(error) ? null : (before ?? brokenRow(id));
		}
	}

	async #heldOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
		const holders = await Promise.all(
			ids.map(async (id) => ((await lockHolder(this.#files.lock(id))) === null ? [] : [id])),
		);
		return new Set(holders.flat());
	}
}

const NO_NAMES: Awaited<ReturnType<typeof namesIn>> = { ids: [], locked: new Set() };

/** Ids of rows whose log somebody removed. */
function gone(stored: ReadonlyMap<string, StoredRow>, ids: readonly string[]): readonly string[] {
	const left = new Set(ids);
	return [...stored.keys()].filter((id) => !left.has(id));
}

function rowsOf({ logs, held }: Known, query: SessionQuery): readonly SessionRow[] {
	return logs
		.map((log) => ({ log, row: toSessionRow(log, held.has(log.id)) }))
		.filter(({ log, row }) => fits(log, row, query))
		.map(({ row }) => row)
		.sort(newestFirst);
}

function fits({ isBroken }: LogRow, row: SessionRow, { cwd, agent }: SessionQuery): boolean {
	return !isBroken && (cwd === undefined || row.cwd === cwd) && (agent === undefined || row.agent === agent);
}

function paced(show: () => void): () => void {
	let at = performance.now();
	return () => {
		if (performance.now() - at < 100) return;
		show();
		at = performance.now();
	};
}

const SLICE = 8;

/** Processes items in slices, yielding to the event loop between them. Stops when the signal aborts. */
export async function inSlices<T>(
	items: Iterable<T>,
	work: (item: T) => void,
	{ signal, onPause }: { readonly signal?: AbortSignal | undefined; readonly onPause?: () => void } = {},
): Promise<void> {
	let until = performance.now() + SLICE;
	for (const item of items) {
		work(item);
		if (performance.now() < until) continue;
		onPause?.();
		await new Promise((resolve) => setImmediate(resolve));
		if (signal?.aborted === true) return;
		until = performance.now() + SLICE;
	}
}
