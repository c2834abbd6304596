import { collectSaid, SAYING } from '../../../core/sessions/said.js';
import { foldText } from '../../../core/text/fold.js';
import { eachLine, type OpenLog, withLog } from './log-bytes.js';
import type { LogRow } from './log-row.js';
import { type SaidAddition, type SaidEntry, SaidPack } from './said-pack.js';

/** The conversation of sessions, a message a line. */
export type SaidTexts = {
	/** Call before texts are read, and `finish` afterwards. */
	begin(): void;
	folded(row: LogRow, isHeld: boolean): Buffer | null;
	line(row: LogRow, number: number): string;
	finish(): void;
	/** Bytes of a record's text. */
	bytes(id: string): number;
	erase(ids: readonly string[]): void;
};

/** Characters of one session; the rest is not searchable. */
const MOST_CHARS = 8 * 1024 * 1024;
/** Bytes waiting to be written. */
const MOST_WAITING = 4 * 1024 * 1024;
/** Bytes of a running session's log that are read anew each time instead of stored. */
const MOST_UNKEPT = 1024 * 1024;

/** Caches the texts in `file`, which may be deleted at any time; null: reads the logs each time. */
export function openSaidTexts(file: string | null, logOf: (id: string) => string): SaidTexts {
	return new Texts(file === null ? null : new SaidPack(file), logOf);
}

class Texts implements SaidTexts {
	readonly #logOf: (id: string) => string;
	#pack: SaidPack | null;
	#waiting: SaidAddition[] = [];
	#waitingBytes = 0;

	constructor(pack: SaidPack | null, logOf: (id: string) => string) {
		this.#pack = pack;
		this.#logOf = logOf;
	}

	begin(): void {
		this.#attempt((pack) => pack.open());
	}

	folded(row: LogRow, isHeld: boolean): Buffer | null {
		try {
			const entry = this.#pack?.find(row.id) ?? null;
			if (entry !== null && isOf(entry, row)) return this.#pack?.read(entry, 'folded') ?? null;
			const found = this.#find(row, entry);
			const isWorthIt = !isHeld || entry === null || row.size - entry.end > MOST_UNKEPT;
			if (this.#pack !== null && isWorthIt) this.#keep(found);
			return found.foldedText;
		} catch {
			// It went meanwhile, or may not be read.
			return null;
		}
	}

	line(row: LogRow, number: number): string {
		try {
			const waiting = this.#waiting.find(({ id }) => id === row.id);
			if (waiting !== undefined) return lineOf(waiting.saidText, number);
			const entry = this.#pack?.find(row.id) ?? null;
			if (entry !== null && isOf(entry, row)) {
				return lineOf(this.#pack?.read(entry, 'said') ?? Buffer.alloc(0), number);
			}
			return lineOf(this.#find(row, entry).saidText, number);
		} catch {
			// As above.
			return '';
		}
	}

	finish(): void {
		this.#flush();
		this.#attempt((pack) => pack.close());
	}

	bytes(id: string): number {
		const entry = this.#pack?.find(id) ?? null;
		return entry === null ? 0 : entry.folded + entry.said;
	}

	erase(ids: readonly string[]): void {
		if (ids.length > 0) this.#attempt((pack) => pack.erase(new Set(ids)));
	}

	#find(row: LogRow, entry: SaidEntry | null): SaidAddition {
		// A log only grows: what was found before is still said, unless it is another file by now.
		const before = entry !== null && entry.ino === row.ino && entry.end <= row.size ? entry : null;
		const { lines, end } = withLog(this.#logOf(row.id), (log) => saidIn(log, before?.end ?? 0)) ?? NOTHING;
		const said = Buffer.from(lines.map((line) => `${line}\n`).join(''));
		const folded = Buffer.from(lines.map((line) => `${foldText(line)}\n`).join(''));
		const { id, size, ino, mtimeMs } = row;
		const joined = (form: 'folded' | 'said', added: Buffer): Buffer =>
			before === null || this.#pack === null ? added : Buffer.concat([this.#pack.read(before, form), added]);
		return { id, size, ino, mtimeMs, end, foldedText: joined('folded', folded), saidText: joined('said', said) };
	}

	#keep(addition: SaidAddition): void {
		this.#waiting.push(addition);
		this.#waitingBytes += addition.foldedText.length + addition.saidText.length;
		if (this.#waitingBytes > MOST_WAITING) this.#flush();
	}

	#flush(): void {
		const additions = this.#waiting;
		this.#waiting = [];
		this.#waitingBytes = 0;
		this.#attempt((pack) => pack.add(additions));
	}

	/** Without a usable file texts are read from the logs each time. */
	#attempt(work: (pack: SaidPack) => void): void {
		if (this.#pack === null) return;
		try {
			work(this.#pack);
		} catch {
			this.#pack = null;
		}
	}
}

const NOTHING = { lines: [], end: 0 };

function isOf({ size, ino, mtimeMs }: SaidEntry, row: LogRow): boolean {
	return size === row.size && ino === row.ino && mtimeMs === row.mtimeMs;
}

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
