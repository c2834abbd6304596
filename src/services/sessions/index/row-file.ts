import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecordId } from '../../../core/sessions/record.js';
import { READ_FLAGS } from '../../files/opened.js';
import { replaceFile } from '../../files/replace-file.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import type { LogRow } from './log-row.js';

export type RowFile = {
	/** By id; empty where the file is missing, damaged or of another version. */
	load(): Promise<ReadonlyMap<string, StoredRow>>;
	/** Appends rows; the last one of an id counts. Ignores write errors. */
	add(rows: readonly LogRow[]): Promise<void>;
	/** Writes these rows only. Ignores write errors. */
	replace(rows: Iterable<StoredRow>): Promise<void>;
};

export type StoredRow = {
	row(): LogRow | null;
	mayBeIn(quotedFolder: string): boolean;
	readonly text: string;
};

const HEADER = '{"format":"acp-tui-session-rows","version":1}';
const MOST_BYTES = 256 * 1024 * 1024;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Several processes may append to the file at once; nothing is opened before the first call. */
export function openRowFile(file: string): RowFile {
	let lines = 0;
	return {
		async load() {
			const text = await readText(file);
			const rows = new Map<string, StoredRow>();
			if (!text.startsWith(`${HEADER}\n`)) return rows;
			lines = 0;
			let from = HEADER.length + 1;
			for (let to = text.indexOf('\n', from); to !== -1; to = text.indexOf('\n', from)) {
				// `{"id":"` and twelve characters.
				const id = text.slice(from + 7, from + 19);
				if (isRecordId(id)) rows.set(id, storedRow(text.slice(from, to), id));
				from = to + 1;
				lines += 1;
			}
			return rows;
		},
		async add(rows) {
			if (rows.length === 0) return;
			const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
			await attempt(async () => {
				await makePrivateFolder(dirname(file));
				const handle = await open(file, APPEND, 0o600);
				try {
					const { size } = await handle.stat();
					await handle.writeFile(size === 0 ? `${HEADER}\n${text}` : text);
				} finally {
					await handle.close();
				}
			});
		},
		async replace(rows) {
			const kept = [...rows];
			// A third may be outdated before it is worth the work.
			if (lines <= kept.length * 1.5 + 100) return;
			lines = kept.length;
			await attempt(() =>
				replaceFile(file, `${HEADER}\n${kept.map(({ text }) => `${text}\n`).join('')}`, { isFlushed: false }),
			);
		},
	};
}

async function attempt(write: () => Promise<void>): Promise<void> {
	try {
		await write();
	} catch {
		// A full disk or a read-only folder costs time, nothing else: the rows are read from the logs again.
	}
}

async function readText(file: string): Promise<string> {
	try {
		const handle = await open(file, READ_FLAGS);
		try {
			const facts = await handle.stat();
			return facts.isFile() && facts.size <= MOST_BYTES ? await readFile(handle, 'utf8') : '';
		} finally {
			await handle.close();
		}
	} catch {
		// No index yet, or one that cannot be read: it is made anew.
		return '';
	}
}

export function storedAs(row: LogRow): StoredRow {
	return { row: () => row, mayBeIn: (folder) => JSON.stringify(row.cwd) === folder, text: JSON.stringify(row) };
}

function storedRow(text: string, id: string): StoredRow {
	let parsed: LogRow | null | undefined;
	return {
		text,
		// Of a damaged log nobody knows the folder.
		mayBeIn: (quotedFolder) => text.includes(quotedFolder) || text.includes('"isBroken":true'),
		row() {
			parsed ??= parseRow(text, id);
			return parsed;
		},
	};
}

const TEXTS = ['agent', 'cwd', 'ownTitle', 'agentTitle', 'firstWords', 'lastWords'] as const;
const NUMBERS = ['size', 'mtimeMs', 'ino', 'createdAt', 'updatedAt', 'prompts'] as const;
const FLAGS = ['isBroken', 'isNewer', 'isTurnOpen'] as const;
const TEXTS_OR_NULL = ['sessionId', 'branch'] as const;

function parseRow(text: string, id: string): LogRow | null {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		// Half a line, of a full disk.
		return null;
	}
	if (typeof value !== 'object' || value === null) return null;
	const fields = value as Readonly<Record<string, unknown>>;
	const isRow =
		fields['id'] === id &&
		TEXTS.every((name) => typeof fields[name] === 'string') &&
		NUMBERS.every((name) => Number.isFinite(fields[name])) &&
		FLAGS.every((name) => typeof fields[name] === 'boolean') &&
		TEXTS_OR_NULL.every((name) => fields[name] === null || typeof fields[name] === 'string');
	if (!isRow || !isCost(fields['cost'])) return null;
	return value as LogRow;
}

function isCost(value: unknown): boolean {
	if (value === null) return true;
	if (typeof value !== 'object') return false;
	const { amount, currency } = value as Readonly<Record<string, unknown>>;
	return Number.isFinite(amount) && typeof currency === 'string';
}
