import { isRecord } from '../is-record.js';
import type { SessionState } from '../session/state.js';
import type { KeptEvent } from './kept-event.js';
import { name } from './reading/content.js';
import { recordId } from './reading/hand-over-events.js';
import { count, exactly, list, number, optional, orNull, type Reader, shape, text, time } from './reading/reader.js';
import { mode } from './reading/user-events.js';
import type { SessionCost } from './record.js';

/** Format name, and the newest version that this program reads and writes. */
export const LOG_FORMAT = 'acp-tui-session';
const LOG_VERSION = 1;

/** First line of a log. No secrets: no command line, environment, MCP server or key of the agent. */
export type LogHeader = {
	readonly id: string;
	/** Ms since the epoch. */
	readonly createdAt: number;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly agent: string;
	readonly isCommandLine?: true;
	/** The user's standing instructions went with the session; their text is not logged. */
	readonly hasInstructions?: true;
	readonly mode: SessionState['mode']['mode'];
	readonly isBypassAllowed?: true;
	readonly client?: string;
	readonly parent?: string;
	readonly handedOverFrom?: string;
};

/** Facts of a session for lists, repeated in the log so that its head and tail are enough to list it. */
export type LogFacts = {
	readonly title: string | null;
	readonly ownTitle?: string;
	readonly sessionId: string | null;
	readonly agent: string;
	readonly branch: string | null;
	readonly prompts: number;
	readonly firstWords: string;
	readonly lastWords: string;
	readonly cost: SessionCost | null;
	readonly isRunning: boolean;
	/** Folder of the session, should the first line be damaged. */
	readonly cwd?: string;
	readonly handedOverTo?: string;
};

export type RunningTurn = { readonly id: string; readonly promptId: string } | null;

export type LogLine = {
	/** Ms since the epoch. */
	readonly at: number;
	/** Absent on lines that only hold facts, a resumption or a gap. */
	readonly event?: KeptEvent;
	readonly until?: number;
	/** The running turn since this event. Absent where that did not change. */
	readonly turn?: RunningTurn;
	/** Number of the next entry before this event, where a replay could not know it. */
	readonly next?: number;
	/** The session was resumed: earlier work does not run any more. */
	readonly resumed?: ResumedRun;
	/** A copy of another log ends here: the agent's session of before is not this one's. */
	readonly forked?: true;
	/** Why something that happened before is missing. */
	readonly gap?: string;
	readonly facts?: LogFacts;
	/** A line of another kind, written as it is (`turnLine`): a replay skips it. */
	readonly other?: string;
};

export type ResumedRun = { readonly mode: SessionState['mode']['mode']; readonly isBypassAllowed?: true };

export type ReadLine = Omit<LogLine, 'event' | 'other'> & { readonly event?: unknown };

const header = shape<LogHeader>({
	id: recordId,
	createdAt: time,
	cwd: name,
	additionalDirectories: list(name, 1000),
	agent: name,
	isCommandLine: optional(exactly(true)),
	hasInstructions: optional(exactly(true)),
	mode: (value) => mode(value) ?? 'default',
	isBypassAllowed: optional(exactly(true)),
	client: optional(name),
	parent: optional(name),
	handedOverFrom: optional(recordId),
});

const facts = shape<LogFacts>({
	title: orNull(name),
	ownTitle: optional(name),
	sessionId: orNull(name),
	agent: name,
	branch: orNull(name),
	prompts: count,
	firstWords: text(1000),
	lastWords: text(1000),
	cost: orNull(shape<SessionCost>({ amount: number, currency: name })),
	isRunning: (value) => value === true,
	cwd: optional(name),
	handedOverTo: optional(recordId),
});

const line: Reader<ReadLine> = shape<ReadLine>({
	at: time,
	event: optional((value) => value),
	until: optional(time),
	turn: optional(orNull(shape<NonNullable<RunningTurn>>({ id: name, promptId: name }))),
	next: optional(count),
	resumed: optional(shape<ResumedRun>({ mode, isBypassAllowed: optional(exactly(true)) })),
	forked: optional(exactly(true)),
	gap: optional(name),
	facts: optional(facts),
});

export function formatHeader(values: LogHeader): string {
	return `${JSON.stringify({ format: LOG_FORMAT, version: LOG_VERSION, ...values })}\n`;
}

/** `isNewer`: of a version that this program does not know. Null: not our format. */
export function parseHeader(source: string): { readonly header: LogHeader; readonly isNewer: boolean } | null {
	const value = parse(source);
	if (!isRecord(value) || value['format'] !== LOG_FORMAT) return null;
	const version = value['version'];
	if (typeof version !== 'number' || !(version >= 1)) return null;
	const read = header({ additionalDirectories: [], mode: 'default', ...value });
	return read === undefined ? null : { header: read, isNewer: version > LOG_VERSION };
}

export function formatLine({ other, ...values }: LogLine): string {
	return other ?? `${JSON.stringify(values)}\n`;
}

/** `other`: a line that says nothing of the conversation. Null for an invalid line. */
export function parseLine(source: string): ReadLine | 'other' | null {
	return readLine(parse(source));
}

/** Parses all lines at once, which is much faster, and each alone where one is damaged. Undefined: invalid. */
export function parseLines(source: string): readonly unknown[] {
	const all = parse(`[${source.replaceAll('\n', ',')}]`);
	if (Array.isArray(all)) return all;
	return source
		.split('\n')
		.flatMap((each) => (each === '' ? [] : [parse(each) ?? (isHeaderCutOff(each) ? BEGINS : undefined)]));
}

const BEGINS = { format: LOG_FORMAT };

function isHeaderCutOff(line: string): boolean {
	return line.includes(`"format":"${LOG_FORMAT}"`);
}

/** Whether a value begins the log of another session: two files were put together. */
export function beginsLog(value: unknown): boolean {
	return isRecord(value) && value['format'] === LOG_FORMAT;
}

/** {@link parseLine} for a parsed value; the event in it is not checked. */
export function readLine(value: unknown): ReadLine | 'other' | null {
	if (!isRecord(value)) return null;
	return line(value) ?? ('at' in value ? null : 'other');
}

function parse(source: string): unknown {
	try {
		return JSON.parse(source);
	} catch {
		// Half a line, after a crash or a full disk, or no text at all.
		return undefined;
	}
}
