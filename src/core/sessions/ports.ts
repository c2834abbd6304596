import type { Result } from '../failure.js';
import type { LogHeader, LogLine } from './log-format.js';

/**
 * The logs of sessions, one file each. Implemented in `services/`; absent: nothing is kept. No method throws.
 */
export type SessionLogsPort = {
	/** A new id for a record. */
	newId(): string;
	/**
	 * Begins a log. It returns at once; the file is made with the first lines, and what goes wrong is told to
	 * `onTrouble`.
	 */
	begin(header: LogHeader, listener: LogListener): SessionLog;
	/**
	 * Locks a log before its session is asked for, so that no other program resumes it meanwhile; `resume` takes the lock
	 * over. Fails with `in-use`, and with what the system says.
	 */
	claim?(id: string): Promise<Result<LogClaim>>;
	/**
	 * Goes on in a log and locks it for this program. Fails with `in-use` (another program has it, named in the
	 * message), `not-found`, `invalid` (no log of ours), `newer` (a newer version, which is only read), and with what the
	 * system says.
	 */
	resume(id: string, listener: LogListener): Promise<Result<SessionLog>>;
	/** Opens a log for reading, whoever has it open. Fails with `not-found`, `invalid` and with what the system says. */
	read(id: string): Promise<Result<LogReader>>;
	/**
	 * Begins a record that is a copy of another one, up to the turn of `beforePrompt` (the id of a prompt) where that is
	 * given; its id. Fails as `read` does, with `newer`, and with `not-found` when that prompt was never sent.
	 */
	copy(id: string, beforePrompt?: string): Promise<Result<string>>;
	/** The program that has a log open; null: nobody. */
	holder(id: string): Promise<LogHolder | null>;
};

/** Hears of a log whose lines cannot be written, and when they can again. */
export type LogListener = {
	/** Told once, in a sentence that says what to do; null: what is said from now on is kept again. */
	onTrouble(trouble: { readonly message: string; readonly hint?: string } | null): void;
	/** Lines had to be dropped: what is written in their place before it goes on, with the reason. */
	afterGap(why: string): readonly LogLine[];
};

/** A log that this program writes. */
export type SessionLog = {
	readonly id: string;
	/** Writes a line, at the latest 100 ms later. Costs next to nothing: nothing is awaited. */
	append(line: LogLine): void;
	/** Settles when everything so far is in the file, or could not be written. */
	flush(): Promise<void>;
	/** Tells other programs that it is about to be closed. Settles soon; what goes wrong is not told. */
	leave(): Promise<void>;
	/** Writes what is left and unlocks it. Settles within a second. */
	close(): Promise<void>;
};

/** A log that is read. */
export type LogReader = {
	readonly header: LogHeader;
	/** It is of a newer version: what is known of it can be shown, nothing may be written into it. */
	readonly isNewer: boolean;
	/** Its first line is damaged: the header was made anew. */
	readonly isRepaired: boolean;
	/** Bytes of the file when it was opened; what is written later is not read. */
	readonly bytes: number;
	/** The lines after the header as they stand there, in slices that are short to handle. */
	lines(): AsyncIterable<readonly string[]>;
	/** The same slices as texts of whole lines (`parseLines`). */
	texts(): AsyncIterable<string>;
};

/** The right to go on in a log. */
type LogClaim = {
	/** Gives it back where `resume` has not taken it over. */
	release(): Promise<void>;
};

/** Who has a log open. */
export type LogHolder = {
	readonly pid: number;
	readonly isThisProgram: boolean;
	readonly since: number;
	/** It is about to give it back. */
	readonly isLeaving?: true;
};
