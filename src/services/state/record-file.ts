import { readFile } from 'node:fs/promises';
import { type Result, succeed } from '../../core/failure.js';
import { type Fields, isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { Serial } from '../../core/serial.js';
import { whenMissing } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';

/** The format's version; a file of a later one is neither read nor written. */
const VERSION = 1;

/** Characters of a file that is read. */
const MOST_CHARS = 1024 * 1024;

export type RecordFile<T> = {
	/** Empty where nothing can be read. */
	read(): Promise<readonly T[]>;
	/** Replaces the records; the last are dropped over the limit. Throws; a file of a later version is left alone. */
	change(next: (records: readonly T[]) => readonly T[]): Promise<void>;
	/** Puts a record, or none, in the place of those that it takes over from; in the order of the calls. Throws the same. */
	put(record: T | null, isOld: (other: T) => boolean): Promise<void>;
};

/**
 * Opens the file, lazily. Several processes may write it: each re-reads it under a lock and replaces it whole.
 * `readRecord` returns undefined for an invalid record.
 */
export function openRecordFile<T extends object>(
	file: string,
	{ most, readRecord }: { readonly most: number; readonly readRecord: (value: Fields) => T | undefined },
): RecordFile<T> {
	async function readAll(): Promise<readonly T[] | null> {
		const data = await readJson(file);
		if (!isRecord(data)) return [];
		const { version, agents } = data;
		if (typeof version === 'number' && version > VERSION) return null;
		if (!Array.isArray(agents)) return [];
		return agents.flatMap((value) => (isRecord(value) ? (readRecord(value) ?? []) : []));
	}
	const serial = new Serial();
	const change: RecordFile<T>['change'] = (next) =>
		serial.run(async () => {
			const locked = await withLock(`${file}.lock`, async (): Promise<Result<void>> => {
				const records = await readAll();
				if (records === null) return succeed(undefined);
				const agents = next(records).slice(0, most);
				await replaceFile(file, `${JSON.stringify({ version: VERSION, agents }, null, 2)}\n`);
				return succeed(undefined);
			});
			if (!locked.ok) throw new Error(locked.failure.message);
		});
	return {
		read: async () => (await readAll().catch(() => null)) ?? [],
		change,
		put: (record, isOld) =>
			change((all) => [...(record === null ? [] : [record]), ...all.filter((each) => !isOld(each))]),
	};
}

async function readJson(file: string): Promise<unknown> {
	const text = await readFile(file, 'utf8').catch(whenMissing(''));
	return text.length > MOST_CHARS ? null : jsonIn(text);
}
