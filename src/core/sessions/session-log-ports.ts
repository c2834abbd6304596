import type { Result } from '../failure.js';
import type { LogHeader, LogLine } from './log-format.js';

/** Logs of sessions, one file each. Implemented in `services/`; absent: nothing is saved. No method throws. */
export type SessionLogsPort = {
	newId(): string;
	/** Begins a log. Returns at once; the file is made with the first lines, and failures go to `onTrouble`. */
	begin(header: LogHeader, listener: LogListener): SessionLog;
	/** Locks a log before its session is asked for; `resume` takes it over. Fails with `in-use` and system errors. */
	claim?(id: string): Promise<Result<LogClaim>>;
	/** Goes on in a log and locks it. Fails with `in-use`, `not-found`, `invalid`, `newer`, and system errors. */
	resume(id: string, listener: LogListener): Promise<Result<SessionLog>>;
	/** Opens a log for reading, locked or not. Fails with `not-found`, `invalid` and system errors. */
	read(id: string): Promise<Result<LogReader>>;
	/** Copies a record, up to the turn of `beforePrompt`, and gives its id. Fails as `read` does, and with `newer`. */
	copy(id: string, beforePrompt?: string): Promise<Result<string>>;
	holder(id: string): Promise<LogHolder | null>;
};

export type LogListener = {
	/** Called once, with a sentence that says what to do; null: writing works again. */
	onTrouble(trouble: { readonly message: string; readonly hint?: string } | null): void;
	afterGap(why: string): readonly LogLine[];
};

export type SessionLog = {
	readonly id: string;
	/** Writes a line, at the latest 100 ms later. Nothing is awaited. */
	append(line: LogLine): void;
	/** Settles when everything so far is in the file, or could not be written. */
	flush(): Promise<void>;
	/** Announces to other programs that the log is about to be closed. Settles soon; failures are ignored. */
	leave(): Promise<void>;
	/** Writes what is left and unlocks the log. Settles within a second. */
	close(): Promise<void>;
};

export type LogReader = {
	readonly header: LogHeader;
	/** Of a newer version: its known parts can be shown, nothing may be written into it. */
	readonly isNewer: boolean;
	/** The first line is damaged: the header was recovered. */
	readonly isRepaired: boolean;
	/** Size when it was opened; later lines are not read. */
	readonly bytes: number;
	/** Raw lines after the header, in slices that are short to handle. */
	lines(): AsyncIterable<readonly string[]>;
	/** The same slices as texts of whole lines (`parseLines`). */
	texts(): AsyncIterable<string>;
};

type LogClaim = {
	/** Unlocks where `resume` has not taken the lock over. */
	release(): Promise<void>;
};

export type LogHolder = {
	readonly pid: number;
	readonly isThisProgram: boolean;
	readonly since: number;
	readonly isLeaving?: true;
};
