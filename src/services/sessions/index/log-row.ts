import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type LogFacts, parseHeader, parseLine, type ReadLine } from '../../../core/sessions/log-format.js';
import { recoverHeader } from '../../../core/sessions/recover-header.js';
import { collectSaid } from '../../../core/sessions/said.js';
import { MOST_TITLE, type SessionRow } from '../../../core/sessions/session-index.js';
import { clip, clipStart } from '../../../core/text/clip.js';
import { eachLine, endOfOwn, lastLineWith, linesWith, type OpenLog, withLog } from './log-bytes.js';

export type LogRow = Pick<LogFacts, 'branch' | 'cost' | 'prompts' | 'sessionId'> & {
	readonly id: string;
	readonly size: number;
	readonly mtimeMs: number;
	readonly ino: number;
	/** Unreadable; the other facts are then unknown. */
	readonly isBroken: boolean;
	readonly isNewer: boolean;
	readonly agent: string;
	readonly cwd: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly ownTitle: string;
	readonly agentTitle: string;
	readonly firstWords: string;
	readonly lastWords: string;
	readonly isTurnOpen: boolean;
};

export type Known = { readonly logs: readonly LogRow[]; readonly held: ReadonlySet<string> };

const MOST_HEADER = 256 * 1024;
const FACTS = Buffer.from('"facts":{');
const RENAMED = Buffer.from('"type":"session-renamed"');

/** Reads a log's row. `before`, where the file is unchanged since, is not read again. Throws the system's error. */
export function readLogRow(file: string, id: string, before: LogRow | null): LogRow {
	const row = withLog(file, (log) => rowOf(log, id, before));
	return row ?? brokenRow(id);
}

function rowOf(log: OpenLog, id: string, before: LogRow | null): LogRow {
	const read = readHeader(log, id, before);
	if (read === null) return brokenRow(id, log);
	const isSame = before !== null && !before.isBroken && before.ino === log.ino && before.size <= log.size;
	const end = endOfOwn(log, isSame ? Math.max(0, before.size - 1) : read.end + 1);
	return rowUpTo(end === null ? log : shortened(log, end), id, read.header, isSame ? before : null);
}

function rowUpTo(log: OpenLog, id: string, header: Header, before: LogRow | null): LogRow {
	const { size, mtimeMs, ino } = log;
	const facts = lastLineWith(log, FACTS, (line) => readLine(line)?.facts ?? null) ?? factsOf(log);
	// A log only grows: what was found before stands, unless it is another file by now.
	let ownTitle = before?.ownTitle ?? '';
	linesWith(log, before === null ? 0 : Math.max(0, before.size - 1), RENAMED, (line) => {
		ownTitle = renamedTo(line) ?? ownTitle;
	});
	return {
		id,
		size,
		mtimeMs,
		ino,
		isBroken: false,
		isNewer: header.isNewer,
		agent: facts.agent === '' ? header.agent : facts.agent,
		cwd: realFolder(header.cwd),
		createdAt: header.createdAt,
		updatedAt: lastTime(log) ?? header.createdAt,
		sessionId: facts.sessionId,
		ownTitle,
		agentTitle: oneLine(facts.title === facts.ownTitle ? '' : (facts.title ?? '')),
		firstWords: oneLine(facts.firstWords),
		lastWords: oneLine(facts.lastWords),
		branch: facts.branch,
		prompts: facts.prompts,
		cost: facts.cost,
		isTurnOpen: facts.isRunning,
	};
}

type Header = {
	readonly isNewer: boolean;
	readonly agent: string;
	readonly cwd: string;
	readonly createdAt: number;
};

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

/** The log up to this offset: another session's log follows. */
function shortened(log: OpenLog, end: number): OpenLog {
	return { ...log, read: (from, to) => log.read(from, Math.min(to, end)) };
}

/** The readable part of a later version's header: at least its kind. */
function headerOfLater(line: string): Header | null {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		// Half a header, or none.
		return null;
	}
	if (typeof value !== 'object' || value === null) return null;
	const { format, version, agent, cwd, createdAt } = value as Readonly<Record<string, unknown>>;
	if (format !== 'acp-tui-session' || typeof version !== 'number' || version <= 1) return null;
	return {
		isNewer: true,
		agent: typeof agent === 'string' ? clip(agent, MOST_TITLE) : '',
		cwd: typeof cwd === 'string' ? cwd.slice(0, 4096) : '',
		createdAt: typeof createdAt === 'number' && createdAt >= 0 ? createdAt : 0,
	};
}

/** The facts of a log without a facts line, from its events. */
function factsOf(log: OpenLog): LogFacts {
	const said = collectSaid(64 * 1024);
	let prompts = 0;
	let sessionId: string | null = null;
	let isRunning = false;
	eachLine(log, 0, (bytes) => {
		const line = readLine(bytes.toString('utf8'));
		if (line?.turn !== undefined) isRunning = line.turn !== null;
		const event = line?.event;
		if (typeof event !== 'object' || event === null) return;
		said.add(event);
		const fields = event as Readonly<Record<string, unknown>>;
		const isPrompt = fields['type'] === 'prompt' || (fields['type'] === 'steer' && fields['isQueued'] !== true);
		if (isPrompt) prompts += 1;
		if (fields['type'] === 'session-opened' && typeof fields['sessionId'] === 'string') sessionId = fields['sessionId'];
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
		// It was removed, or cannot be looked at.
		return folder;
	}
}

function renamedTo(line: string): string | null {
	const event = readLine(line)?.event;
	if (typeof event !== 'object' || event === null) return null;
	const { type, title } = event as Readonly<Record<string, unknown>>;
	return type === 'session-renamed' && typeof title === 'string' ? oneLine(title) : null;
}

const AT = Buffer.from('{"at":');

function lastTime(log: OpenLog): number | null {
	return lastLineWith(log, AT, (line) => {
		const at = Number(/^\{"at":(\d{1,16})\b/.exec(line)?.[1] ?? Number.NaN);
		return Number.isFinite(at) ? at : null;
	});
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
	const { ownTitle, agentTitle, firstWords, isTurnOpen } = row;
	return {
		id: row.id,
		agent: row.agent,
		sessionId: row.sessionId,
		title: ownTitle || agentTitle || firstWords,
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
