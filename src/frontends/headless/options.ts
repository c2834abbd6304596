import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ClockPort, IdPort } from '../../core/ports.js';
import type { WantedResume } from '../../core/sessions/resuming.js';
import type { EmbedLimits } from '../prompt/embed.js';

/** What `-p` prints: `--output-format`. */
export type OutputFormat = 'text' | 'json' | 'stream-json';

/** What `-p` is run with. */
export type HeadlessOptions = {
	/** The whole prompt, not empty. */
	readonly prompt: string;
	/** What of the prompt is searched for mentions, and what reads them; nothing is mentioned without. */
	readonly mentions?: {
		readonly written: string;
		readonly attachments: AttachmentsPort;
		readonly limits: EmbedLimits;
	};
	/** An older session that the prompt goes to. */
	readonly resume?: WantedResume | null;
	readonly format: OutputFormat;
	/** Seconds until the run ends with 6; null for never. */
	readonly timeoutSeconds: number | null;
	/** How many of those seconds are gone already (reading standard input). */
	readonly secondsSpent?: number;
	/** How often the prompt may be sent again, as the app has it too; absent: never. */
	readonly retries?: number;
	/** Names the prompt. */
	readonly ids: IdPort;
	readonly clock: ClockPort;
	/** Writes to standard output. */
	readonly write: (text: string) => void;
	/** Writes to standard error; the text ends its own lines. */
	readonly writeError: (text: string) => void;
	/** Whether a file of the workspace, by its path, is what this run itself writes to; absent: none is. */
	readonly isOwnOutput?: (path: string) => boolean;
	/** Aborts when the process was told to end; its `reason` is the exit code (130, 143, …). */
	readonly interrupted: AbortSignal;
	/** Settles when it is known whether commands run in sandboxes; absent: it is not to be found out. */
	readonly sandboxKnown?: () => Promise<void>;
};
