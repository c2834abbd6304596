import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fieldsOf } from '../../../core/is-record.js';
import { collectMessages, MESSAGE_EVENTS } from '../../../core/sessions/collect-messages.js';
import { parseLines } from '../../../core/sessions/log-format.js';
import { foldText } from '../../../core/text/fold.js';
import { change } from './database.js';
import { eachLine, type OpenLog, withLog } from './log-bytes.js';
import type { LogRow } from './log-row.js';

/** Characters of a session that are taken in one look; the rest is not searchable. */
const MOST_CHARS = 8 * 1024 * 1024;
/** Bytes that wait to be written. */
const MOST_WAITING = 1024 * 1024;

/** `lastStart`: where in the log the last message begins. The texts have a line for each message. */
type StoredTexts = Pick<LogRow, 'id' | 'size' | 'ino' | 'mtimeMs'> & {
	readonly lastStart: number;
	readonly folded: Uint8Array;
	readonly text: Uint8Array;
};

/** The conversations of sessions, kept in the index and read from the logs where they went on. */
export class MessageTexts {
	readonly #database: DatabaseSync;
	readonly #logOf: (id: string) => string;
	readonly #reads: Readonly<Record<'folded' | 'text', StatementSync>>;
	readonly #stored: StatementSync;
	readonly #known: ReadonlyMap<string, Pick<LogRow, 'size' | 'ino' | 'mtimeMs'>>;
	#waiting: StoredTexts[] = [];
	#bytes = 0;

	constructor(database: DatabaseSync, logOf: (id: string) => string) {
		this.#database = database;
		this.#logOf = logOf;
		const read = (form: string): StatementSync => database.prepare(`SELECT ${form} FROM said WHERE id = ?`);
		this.#reads = { folded: read('folded'), text: read('text') };
		this.#stored = database.prepare('SELECT ino, size, lastStart, folded, text FROM said WHERE id = ?');
		const rows = database.prepare('SELECT id, size, ino, mtimeMs FROM said').all();
		this.#known = new Map((rows as unknown as readonly StoredTexts[]).map((row) => [row.id, row]));
	}

	/** Messages of a session, folded; null for an unreadable log. */
	folded(row: LogRow): Buffer | null {
		const known = this.#known.get(row.id);
		const isSame = known?.size === row.size && known.mtimeMs === row.mtimeMs && known.ino === row.ino;
		if (isSame) return this.#text('folded', row.id);
		// Another search may have stored more since: the place and the texts are those of one moment.
		const stored = this.#stored.get(row.id) as StoredTexts | undefined;
		// A log only grows: what was said before its last message still is, and that one may go on.
		const before = stored !== undefined && stored.ino === row.ino && stored.size <= row.size ? stored : null;
		const messages = messagesOf(this.#logOf(row.id), before?.lastStart ?? 0);
		if (messages === null) return null;
		const whole = (form: 'folded' | 'text', lines: readonly string[]): Buffer => {
			const added = Buffer.from(lines.map((line) => `${line}\n`).join(''));
			return before === null ? added : Buffer.concat([withoutLast(bufferOf(before[form])), added]);
		};
		const texts = messages.map(({ text }) => text);
		const folded = whole('folded', texts.map(foldText));
		const text = whole('text', texts);
		const { id, size, ino, mtimeMs } = row;
		this.#waiting.push({ id, size, ino, mtimeMs, lastStart: messages.at(-1)?.start ?? 0, folded, text });
		this.#bytes += folded.length + text.length;
		if (this.#bytes > MOST_WAITING) this.flush();
		return folded;
	}

	message(id: string, number: number): string {
		this.flush();
		const text = this.#text('text', id);
		let from = 0;
		for (let count = 0; count < number; count += 1) from = text.indexOf(LINE_FEED, from) + 1;
		return text.toString('utf8', from, text.indexOf(LINE_FEED, from));
	}

	flush(): void {
		if (this.#waiting.length === 0) return;
		change(this.#database, () => {
			const put = this.#database.prepare('INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?, ?, ?, ?)');
			for (const { id, size, ino, mtimeMs, lastStart, folded, text } of this.#waiting) {
				put.run(id, size, ino, mtimeMs, lastStart, folded, text);
			}
		});
		this.#waiting = [];
		this.#bytes = 0;
	}

	#text(form: 'folded' | 'text', id: string): Buffer {
		const bytes = this.#reads[form].get(id)?.[form];
		return bytes instanceof Uint8Array ? bufferOf(bytes) : Buffer.alloc(0);
	}
}

function bufferOf(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const LINE_FEED = 0x0a;

function withoutLast(lines: Buffer): Buffer {
	return lines.subarray(0, lines.lastIndexOf(LINE_FEED, -2) + 1);
}

type Message = { readonly start: number; readonly text: string };

/** Messages from the line at `from` on, each in one line; null for an unreadable log. */
function messagesOf(file: string, from: number): readonly Message[] | null {
	try {
		return withLog(file, (log) => messagesIn(log, from));
	} catch {
		// The log was removed meanwhile, or may not be read.
		return null;
	}
}

const TYPE = /^\{"at":\d+(?:\.\d+)?,"event":\{"type":"([a-z-]+)"/;
const MOST_PREFIX = 80;

function messagesIn(log: OpenLog, from: number): readonly Message[] {
	const collector = collectMessages(MOST_CHARS);
	eachLine(log, from, (bytes, at) => {
		const type = TYPE.exec(bytes.toString('latin1', 0, MOST_PREFIX))?.[1];
		if (type !== undefined && !MESSAGE_EVENTS.has(type)) collector.pause();
		else if (type !== undefined || bytes.includes('"event"'))
			collector.add(fieldsOf(parseLines(bytes.toString('utf8'))[0])['event'], at);
	});
	return collector.end().map(({ text, start }) => ({ start, text: text.toWellFormed().replace(/\s+/g, ' ').trim() }));
}
