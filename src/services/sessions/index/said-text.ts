import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { collectSaid, SAYING } from '../../../core/sessions/said.js';
import { foldText } from '../../../core/text/fold.js';
import { replaceFileSync } from '../../files/replace-file.js';
import { makePrivateFolderSync } from '../../state/private-folder.js';
import { eachLine, type OpenLog, withLog } from './log-bytes.js';
import type { LogRow } from './log-row.js';

/** What was said in a session, a message a line: as it was said, and folded for searches, line by line the same. */
type SaidText = {
	/** UTF-8, without the header of its file. Holds until the next call. */
	readonly folded: Buffer;
	/** The line of this number, from 0, as it was said. */
	line(number: number): string;
};

/** What was said in logs, in files beside them that may be deleted at any time. */
export type SaidTexts = {
	/** Reads what was said, or finds it out; nothing of a log that cannot be read. */
	read(row: LogRow): SaidText | null;
	/** Bytes that the files of a record take. */
	bytes(id: string): number;
	remove(id: string): Promise<void>;
};

const FORMAT = 'acp-tui-said 1';
/** Of one session; beyond it nothing is searched. */
const MOST_CHARS = 8 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Keeps the files in `folder`, which is made when the first is written; null: finds everything out each time. */
export function openSaidTexts(folder: string | null, logOf: (id: string) => string): SaidTexts {
	const fileOf = (id: string, kind: 'said' | 'folded'): string => join(folder ?? '', `${id}.${kind}`);
	const store = (row: LogRow, end: number, said: Buffer, folded: Buffer): void => {
		if (folder === null) return;
		const header = Buffer.from(`${headerOf(row)}${end}\n`);
		try {
			makePrivateFolderSync(folder);
			replaceFileSync(fileOf(row.id, 'said'), Buffer.concat([header, said]));
			replaceFileSync(fileOf(row.id, 'folded'), Buffer.concat([header, folded]));
		} catch {
			// It is found out again the next time.
		}
	};
	const stored = (row: LogRow, kind: 'said' | 'folded'): Stored | null =>
		folder === null ? null : readStored(fileOf(row.id, kind));
	return {
		read(row) {
			try {
				const before = stored(row, 'folded');
				if (before?.header.startsWith(headerOf(row)) === true) {
					return { folded: before.body, line: (number) => lineOf(stored(row, 'said')?.body ?? NOTHING, number) };
				}
				const known = before !== null && isEarlier(before.header, row) ? stored(row, 'said') : null;
				// A log only grows: what was found before is still said.
				const isMore = known !== null && known.header === before?.header;
				const from = isMore ? endOf(known.header) : 0;
				const { lines, end } = withLog(logOf(row.id), (log) => saidIn(log, from)) ?? NONE;
				const added = Buffer.from(lines.map((line) => `${line}\n`).join(''));
				const addedFolded = Buffer.from(lines.map((line) => `${foldText(line)}\n`).join(''));
				const said = isMore ? Buffer.concat([known.body, added]) : added;
				const folded = isMore ? Buffer.concat([before?.body ?? NOTHING, addedFolded]) : addedFolded;
				store(row, end, said, folded);
				return { folded, line: (number) => lineOf(said, number) };
			} catch {
				// It went meanwhile, or may not be read.
				return null;
			}
		},
		bytes(id) {
			if (folder === null) return 0;
			return (['said', 'folded'] as const).reduce(
				(sum, kind) => sum + (statSync(fileOf(id, kind), { throwIfNoEntry: false })?.size ?? 0),
				0,
			);
		},
		async remove(id) {
			if (folder === null) return;
			await Promise.all(
				(['said', 'folded'] as const).map((kind) => rm(fileOf(id, kind), { force: true }).catch(() => {})),
			);
		},
	};
}

type Stored = { readonly header: string; readonly body: Buffer };

function readStored(file: string): Stored | null {
	try {
		return withLog(file, (log) => {
			const bytes = log.read(0, log.size);
			const end = bytes.indexOf(0x0a);
			const header = end === -1 ? '' : bytes.toString('latin1', 0, end);
			return header.startsWith(FORMAT) ? { header, body: bytes.subarray(end + 1) } : null;
		});
	} catch {
		// Not made yet.
		return null;
	}
}

/** Which state of which log a text is of; where its last whole line ends follows. */
function headerOf({ size, ino, mtimeMs }: LogRow): string {
	return `${FORMAT} ${size} ${ino} ${mtimeMs} `;
}

function endOf(header: string): number {
	return Number(header.split(' ')[5] ?? Number.NaN);
}

function isEarlier(header: string, { size, ino }: LogRow): boolean {
	const file = Number(header.split(' ')[3]);
	return file === ino && endOf(header) <= size;
}

const NONE = { lines: [], end: 0 };

const TYPE = /^\{"at":\d+(?:\.\d+)?,"event":\{"type":"([a-z-]+)"/;
const MOST_PREFIX = 80;

function saidIn(log: OpenLog, from: number): { readonly lines: readonly string[]; readonly end: number } {
	let end = from;
	const collector = collectSaid(MOST_CHARS);
	eachLine(log, from, (bytes) => {
		end += bytes.length + 1;
		const type = TYPE.exec(bytes.toString('latin1', 0, MOST_PREFIX))?.[1];
		if (type !== undefined && !SAYING.has(type)) collector.pause();
		else if (type !== undefined || bytes.includes('"event"')) collector.add(eventOf(bytes));
	});
	const lines = collector.end().map(({ text }) => text.toWellFormed().replace(/\s+/g, ' ').trim());
	return { lines, end };
}

function eventOf(line: Buffer): unknown {
	try {
		const value: unknown = JSON.parse(line.toString('utf8'));
		return typeof value === 'object' && value !== null && 'event' in value ? value.event : null;
	} catch {
		// Half a line.
		return null;
	}
}

function lineOf(text: Buffer, number: number): string {
	let from = 0;
	for (let count = 0; count < number; count += 1) {
		const to = text.indexOf(0x0a, from);
		if (to === -1) return '';
		from = to + 1;
	}
	const end = text.indexOf(0x0a, from);
	return text.toString('utf8', from, end === -1 ? text.length : end);
}
