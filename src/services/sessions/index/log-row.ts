import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { money } from '../../../core/agent-schema.js';
import { fieldsOf } from '../../../core/is-record.js';
import { count, exactly, flag, number, optional, orNull, type Read, shape, text, time } from '../../../core/schema.js';
import { MOST_TITLE, type SessionRow } from '../../../core/session-index.js';
import { recordId } from '../../../core/session-record.js';
import { titleInPrompt } from '../../../core/session-title.js';
import { collectMessages } from '../../../core/sessions/collect-messages.js';
import {
	LOG_FORMAT,
	type LogFacts,
	parseHeader,
	parseLine,
	parseLines,
	type ReadLine,
} from '../../../core/sessions/log-format.js';
import { recoverHeader } from '../../../core/sessions/recover-header.js';
import { clip, clipStart } from '../../../core/text/clip.js';
import { eachLine, eachPart, lineStart, marked, type OpenLog, otherLogIn, withLog } from './log-bytes.js';

const name = text(4096);

/** Facts of a log, known without a replay. */
export const logRow = shape({
	id: recordId,
	size: number,
	mtimeMs: number,
	ino: number,
	/** Unreadable; the other facts are then unknown. */
	isBroken: flag,
	isNewer: flag,
	agent: name,
	cwd: name,
	createdAt: number,
	updatedAt: number,
	sessionId: orNull(name),
	ownTitle: name,
	agentTitle: name,
	firstWords: name,
	lastWords: name,
	branch: orNull(name),
	prompts: count,
	cost: orNull(money),
	isTurnOpen: flag,
	/** The log has no line of facts yet: they were put together from its events. */
	isWithoutFacts: optional(exactly(true)),
});

export type LogRow = Read<typeof logRow>;

export type Known = { readonly logs: readonly LogRow[]; readonly held: ReadonlySet<string> };

const MOST_HEADER = 256 * 1024;
const FACTS = Buffer.from('"facts":{');
const RENAMED = Buffer.from('"type":"session-renamed"');
const AT = Buffer.from('{"at":');

/** Reads a log's row. `before`, where the file is unchanged since, is not read again. Throws the system's error. */
export function readLogRow(file: string, id: string, before: LogRow | null): LogRow {
	return withLog(file, (log) => rowOf(log, id, before)) ?? brokenRow(id);
}

function rowOf(log: OpenLog, id: string, before: LogRow | null): LogRow {
	const read = readHeader(log, id, before);
	if (read === null) return brokenRow(id, log);
	const { header } = read;
	// A log only grows: what was found before stands, unless it is another file by now.
	const known =
		before !== null && !before.isBroken && before.ino === log.ino && before.size <= log.size ? before : null;
	const scanned = scan(log, known === null ? read.end + 1 : lineStart(log, known.size));
	const { size, mtimeMs, ino } = log;
	const title = scanned.ownTitle ?? known?.ownTitle ?? '';
	const row = { id, size, mtimeMs, ino, isBroken: false, isNewer: header.isNewer, ownTitle: title };
	const times = { createdAt: header.createdAt, updatedAt: scanned.lastAt ?? known?.updatedAt ?? header.createdAt };
	const cwd = realFolder(header.cwd);
	if (known !== null && known.isWithoutFacts !== true && scanned.facts === null) {
		return { ...known, ...row, ...times, cwd };
	}
	const facts = scanned.facts ?? factsOf({ ...log, size: scanned.end });
	return {
		...row,
		...times,
		agent: facts.agent === '' ? header.agent : facts.agent,
		cwd,
		sessionId: facts.sessionId,
		agentTitle: oneLine(facts.title === facts.ownTitle ? '' : (facts.title ?? '')),
		firstWords: oneLine(facts.firstWords),
		lastWords: oneLine(facts.lastWords),
		branch: facts.branch,
		prompts: facts.prompts,
		cost: facts.cost,
		isTurnOpen: facts.isRunning,
		...(scanned.facts === null ? { isWithoutFacts: true } : {}),
	};
}

type Scanned = {
	readonly facts: LogFacts | null;
	readonly ownTitle: string | null;
	readonly lastAt: number | null;
	/** Where the log of another session begins, or the file ends. */
	readonly end: number;
};

/** Finds the last facts, title and time from byte `start` on. */
function scan(log: OpenLog, start: number): Scanned {
	let found: Scanned = { facts: null, ownTitle: null, lastAt: null, end: log.size };
	eachPart(log, start, (part, place) => {
		if (place >= found.end) return;
		const other = otherLogIn(part);
		const lines = other === null ? part : part.subarray(0, other);
		let { facts, ownTitle } = found;
		for (const { line } of marked(lines, FACTS)) facts = readLine(line)?.facts ?? facts;
		for (const { line } of marked(lines, RENAMED)) ownTitle = renamedTo(line) ?? ownTitle;
		const lastAt = lastTime(lines) ?? found.lastAt;
		found = { facts, ownTitle, lastAt, end: other === null ? found.end : place + other };
	});
	return found;
}

type Header = { readonly isNewer: boolean; readonly agent: string; readonly cwd: string; readonly createdAt: number };

/** The header, reconstructed where it is damaged, and the end of its line. */
function readHeader(
	log: OpenLog,
	id: string,
	before: LogRow | null,
): { readonly header: Header; readonly end: number } | null {
	const bytes = log.read(0, Math.min(MOST_HEADER, log.size));
	const end = bytes.indexOf(0x0a);
	const line = end === -1 ? '' : bytes.toString('utf8', 0, end);
	const read = parseHeader(line);
	if (read !== null) return { header: { ...read.header, isNewer: read.isNewer }, end };
	const later = headerOfLater(line);
	if (later !== null) return { header: later, end };
	const recovered = recoverHeader(id, line, bytes.toString('utf8', end + 1).split('\n'), before);
	return recovered === null ? null : { header: { ...recovered.header, isNewer: recovered.isNewer }, end };
}

/** The readable part of a later version's header: at least its kind. */
const laterHeader = shape({
	format: exactly(LOG_FORMAT),
	version: number,
	agent: optional(text(MOST_TITLE)),
	cwd: optional(name),
	createdAt: optional(time),
});

function headerOfLater(line: string): Header | null {
	const header = laterHeader(parseLines(line)[0]);
	if (header === undefined || header.version <= 1) return null;
	const { agent = '', cwd = '', createdAt = 0 } = header;
	return { isNewer: true, agent, cwd, createdAt };
}

/** The facts of a log without a facts line, from its events. */
function factsOf(log: OpenLog): LogFacts {
	const said = collectMessages(64 * 1024);
	let prompts = 0;
	let sessionId: string | null = null;
	let isRunning = false;
	eachLine(log, 0, (bytes, start) => {
		const line = readLine(bytes.toString('utf8'));
		if (line?.turn !== undefined) isRunning = line.turn !== null;
		if (line?.event === undefined) return;
		said.add(line.event, start);
		const { type, isQueued, sessionId: opened } = fieldsOf(line.event);
		if (type === 'prompt' || (type === 'steer' && isQueued !== true)) prompts += 1;
		if (type === 'session-opened' && typeof opened === 'string') sessionId = opened;
	});
	const all = said.end();
	return {
		title: null,
		sessionId,
		agent: '',
		branch: null,
		prompts,
		firstWords: clip(all.find(({ role }) => role === 'user')?.text ?? '', MOST_TITLE),
		lastWords: clipStart(all.at(-1)?.text ?? '', MOST_TITLE),
		cost: null,
		isRunning,
	};
}

function readLine(text: string): ReadLine | null {
	const line = parseLine(text);
	return line === 'other' ? null : line;
}

/** The real path, as sessions of one folder belong together; unchanged where the folder is gone. */
function realFolder(folder: string): string {
	try {
		return isAbsolute(folder) ? realpathSync(folder) : folder;
	} catch {
		// The folder was removed, or cannot be read.
		return folder;
	}
}

function renamedTo(line: string): string | null {
	const { type, title } = fieldsOf(readLine(line)?.event);
	return type === 'session-renamed' && typeof title === 'string' ? oneLine(title) : null;
}

function lastTime(lines: Buffer): number | null {
	for (let at = lines.lastIndexOf(AT); at !== -1; at = at === 0 ? -1 : lines.lastIndexOf(AT, at - 1)) {
		const isStart = at === 0 || lines[at - 1] === 0x0a;
		const time = isStart ? /^\{"at":(\d{1,16})\b/.exec(lines.toString('latin1', at, at + 32))?.[1] : undefined;
		if (time !== undefined) return Number(time);
	}
	return null;
}

function oneLine(text: string): string {
	return clip(text.replace(/\s+/g, ' ').trim(), MOST_TITLE);
}

export function brokenRow(
	id: string,
	{ size, mtimeMs, ino }: Pick<LogRow, 'size' | 'mtimeMs' | 'ino'> = { size: 0, mtimeMs: 0, ino: 0 },
): LogRow {
	return {
		id,
		size,
		mtimeMs,
		ino,
		isBroken: true,
		isNewer: false,
		agent: '',
		cwd: '',
		createdAt: mtimeMs,
		updatedAt: mtimeMs,
		sessionId: null,
		ownTitle: '',
		agentTitle: '',
		firstWords: '',
		lastWords: '',
		branch: null,
		prompts: 0,
		cost: null,
		isTurnOpen: false,
	};
}

export function toSessionRow(row: LogRow, isHeld: boolean): SessionRow {
	const { ownTitle, isTurnOpen } = row;
	const agentTitle = titleInPrompt(row.agentTitle);
	return {
		id: row.id,
		agent: row.agent,
		sessionId: row.sessionId,
		title: ownTitle || agentTitle || titleInPrompt(row.firstWords),
		titleFrom: ownTitle !== '' ? 'person' : agentTitle !== '' ? 'agent' : 'words',
		cwd: row.cwd,
		branch: row.branch,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
		prompts: row.prompts,
		state: isHeld ? 'running' : isTurnOpen ? 'interrupted' : 'idle',
		where: ['here'],
		cost: row.cost,
		lastWords: row.lastWords,
		isReadOnly: row.isNewer,
		bytes: row.size,
	};
}
