import { money } from '../agent-schema.js';
import { name } from '../content-schema.js';
import { isRecord } from '../is-record.js';
import { jsonIn } from '../json-in.js';
import type { Mode } from '../policy/policy-types.js';
import { count, exactly, list, optional, orNull, type Read, type Reader, shape, text, time } from '../schema.js';
import { recordId } from '../session-record.js';
import { mode, ownModeRef } from '../user-event.js';
import type { LoggedEvent } from './read-event.js';

/** Format name, and the newest version that this program reads and writes. */
export const LOG_FORMAT = 'acp-tui-session';
const LOG_VERSION = 1;

const headerMode: Reader<Mode> = (value) => mode(value) ?? 'default';

/** First line of a log. No secrets: no command line, environment, MCP server or key of the agent. */
const header = shape({
	id: recordId,
	/** Ms since the epoch. */
	createdAt: time,
	cwd: name,
	additionalDirectories: list(name, 1000),
	agent: name,
	isCommandLine: optional(exactly(true)),
	/** The user's standing instructions went with the session; their text is not logged. */
	hasInstructions: optional(exactly(true)),
	mode: headerMode,
	own: optional(ownModeRef),
	isBypassAllowed: optional(exactly(true)),
	client: optional(name),
	parent: optional(name),
	handedOverFrom: optional(recordId),
});

export type LogHeader = Read<typeof header>;

const isTrue: Reader<boolean> = (value) => value === true;

/** Facts of a session for lists, repeated in the log so that its head and tail are enough to list it. */
const facts = shape({
	title: orNull(name),
	ownTitle: optional(name),
	sessionId: orNull(name),
	agent: name,
	branch: orNull(name),
	prompts: count,
	firstWords: text(1000),
	lastWords: text(1000),
	cost: orNull(money),
	isRunning: isTrue,
	/** Folder of the session, should the first line be damaged. */
	cwd: optional(name),
	handedOverTo: optional(recordId),
});

export type LogFacts = Read<typeof facts>;

const runningTurn = orNull(shape({ id: name, promptId: name }));

export type RunningTurn = Read<typeof runningTurn>;

const resumedRun = shape({ mode, own: optional(ownModeRef), isBypassAllowed: optional(exactly(true)) });

export type ResumedRun = Read<typeof resumedRun>;

const anything: Reader<unknown> = (value) => value;

const line = shape({
	/** Ms since the epoch. */
	at: time,
	/** Absent on lines that only hold facts, a resumption or a gap. It is checked by `readEvent`. */
	event: optional(anything),
	until: optional(time),
	/** The running turn since this event. Absent where that did not change. */
	turn: optional(runningTurn),
	/** Number of the next entry before this event, where a replay could not know it. */
	next: optional(count),
	/** The session was resumed: earlier work does not run any more. */
	resumed: optional(resumedRun),
	/** A copy of another log ends here: the agent's session of before is not this one's. */
	forked: optional(exactly(true)),
	/** Why something that happened before is missing. */
	gap: optional(name),
	facts: optional(facts),
});

export type ReadLine = Read<typeof line>;

export type LogLine = Omit<ReadLine, 'event'> & {
	readonly event?: LoggedEvent;
	/** A line of another kind, written as it is (`turnLine`): a replay skips it. */
	readonly other?: string;
};

export function formatHeader(values: LogHeader): string {
	return `${JSON.stringify({ format: LOG_FORMAT, version: LOG_VERSION, ...values })}\n`;
}

/** `isNewer`: of a version that this program does not know. Null: not our format. */
export function parseHeader(source: string): { readonly header: LogHeader; readonly isNewer: boolean } | null {
	const value = jsonIn(source);
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
	return readLine(jsonIn(source));
}

/** Parses all lines at once, which is much faster, and each alone where one is damaged. Undefined: invalid. */
export function parseLines(source: string): readonly unknown[] {
	const all = jsonIn(`[${source.replaceAll('\n', ',')}]`);
	if (Array.isArray(all)) return all;
	return source
		.split('\n')
		.flatMap((each) => (each === '' ? [] : [jsonIn(each) ?? (isHeaderCutOff(each) ? BEGINS : undefined)]));
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
