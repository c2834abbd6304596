import { isRecord } from '../is-record.js';
import type { SessionState } from '../session/state.js';
import type { KeptEvent } from './kept-event.js';
import { name } from './reading/content.js';
import { recordId } from './reading/hand-over-events.js';
import { count, exactly, list, number, optional, orNull, type Reader, shape, text, time } from './reading/reader.js';
import { mode } from './reading/user-events.js';
import type { SessionCost } from './record.js';

/** The name of the format, and the newest version that this program writes and understands. */
export const LOG_FORMAT = 'acp-tui-session';
const LOG_VERSION = 1;

/** The first line of a log. Nothing in it is secret: no command line, environment, MCP server or key of the agent. */
export type LogHeader = {
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	/** The name of the agent (`launch.name`). */
	readonly agent: string;
	/** The agent was given as a command line, which is not kept: its name alone does not find it again. */
	readonly isCommandLine?: true;
	/** The person's standing instructions went with the session; their text is not kept. */
	readonly hasInstructions?: true;
	/** Our mode when it began, and whether `bypassPermissions` was in reach. */
	readonly mode: SessionState['mode']['mode'];
	readonly isBypassAllowed?: true;
	/** The version of this program that began it. */
	readonly client?: string;
	/** The record that this one was forked or rewound from. */
	readonly parent?: string;
	/** The record of another agent that this one was handed over from. */
	readonly handedOverFrom?: string;
};

/** Facts of a session that a list shows, repeated in the log so that its head and tail are enough to list it. */
export type LogFacts = {
	/** The title that is shown. */
	readonly title: string | null;
	/** The person's own title; absent: they gave none. */
	readonly ownTitle?: string;
	readonly sessionId: string | null;
	readonly agent: string;
	readonly branch: string | null;
	readonly prompts: number;
	/** The beginning of the first prompt, and the end of what was said last. */
	readonly firstWords: string;
	readonly lastWords: string;
	readonly cost: SessionCost | null;
	/** A turn runs. */
	readonly isRunning: boolean;
	/** The folder of the session, should the first line be damaged. */
	readonly cwd?: string;
	/** The record of another agent that it was handed over to last. */
	readonly handedOverTo?: string;
};

/** The turn that runs; null: none does. */
export type RunningTurn = { readonly id: string; readonly promptId: string } | null;

/** A line of a log after its header. */
export type LogLine = {
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** What happened; absent on lines that only hold facts, or say that the session was taken up or has a gap. */
	readonly event?: KeptEvent;
	/** Of chunks that were joined: when the last of them came. */
	readonly until?: number;
	/** The turn that runs since this event. Absent where that did not change. */
	readonly turn?: RunningTurn;
	/** The number of the next entry before this event, where a replay could not know it. */
	readonly next?: number;
	/** The session was taken up again: what ran before does not run any more. */
	readonly resumed?: ResumedRun;
	/** A copy of another log ends here: the agent's session of before is not this one's. */
	readonly forked?: true;
	/** Something that happened before is missing, and why. */
	readonly gap?: string;
	readonly facts?: LogFacts;
	/** A line of another kind, written as it is (`turnLine`): a replay passes over it. */
	readonly other?: string;
};

/** How a session was taken up again. */
export type ResumedRun = { readonly mode: SessionState['mode']['mode']; readonly isBypassAllowed?: true };

/** A line as it was read: the event in it is not checked yet. */
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

/** The first line of a log, with its line feed. */
export function formatHeader(values: LogHeader): string {
	return `${JSON.stringify({ format: LOG_FORMAT, version: LOG_VERSION, ...values })}\n`;
}

/** The first line of a log. `isNewer`: it is of a version that this program does not know. Null: it is no log of ours. */
export function parseHeader(source: string): { readonly header: LogHeader; readonly isNewer: boolean } | null {
	const value = parse(source);
	if (!isRecord(value) || value['format'] !== LOG_FORMAT) return null;
	const version = value['version'];
	if (typeof version !== 'number' || !(version >= 1)) return null;
	const read = header({ additionalDirectories: [], mode: 'default', ...value });
	return read === undefined ? null : { header: read, isNewer: version > LOG_VERSION };
}

/** A line of a log, with its line feed. */
export function formatLine({ other, ...values }: LogLine): string {
	return other ?? `${JSON.stringify(values)}\n`;
}

/** A line of a log; `other`: one of another kind, which says nothing of the conversation. Null where it is none. */
export function parseLine(source: string): ReadLine | 'other' | null {
	return readLine(parse(source));
}

/**
 * The values of whole lines, undefined for each that is none. All of them are parsed at once, which is much faster than
 * line by line; where one is damaged each is parsed alone.
 */
export function parseLines(source: string): readonly unknown[] {
	const all = parse(`[${source.replaceAll('\n', ',')}]`);
	if (Array.isArray(all)) return all;
	return source
		.split('\n')
		.flatMap((each) => (each === '' ? [] : [parse(each) ?? (isHeaderCutOff(each) ? BEGINS : undefined)]));
}

/** Stands for a line behind which the log of another session begins. */
const BEGINS = { format: LOG_FORMAT };

function isHeaderCutOff(line: string): boolean {
	return line.includes(`"format":"${LOG_FORMAT}"`);
}

/** Whether a value begins the log of another session: two files were put together. */
export function beginsLog(value: unknown): boolean {
	return isRecord(value) && value['format'] === LOG_FORMAT;
}

/** The value of a line, checked but for the event in it; as {@link parseLine}. */
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
