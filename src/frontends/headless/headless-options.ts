import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ClockPort, IdPort } from '../../core/ports.js';
import type { WantedResume } from '../../core/resuming/resuming.js';
import type { EmbedLimits } from '../prompt/embed.js';

/** `--output-format`. */
export type OutputFormat = 'text' | 'json' | 'stream-json';

export type HeadlessOptions = {
	/** The whole prompt, not empty. */
	readonly prompt: string;
	/** Absent: a new one is made. */
	readonly promptId?: string;
	/** `written`: the part of the prompt that is searched for mentions. Absent: no mentions. */
	readonly mentions?: { readonly written: string; readonly attachments: AttachmentsPort; readonly limits: EmbedLimits };
	readonly resume?: WantedResume | null;
	readonly format: OutputFormat;
	/** Seconds until the run ends with 6; null for never. */
	readonly timeoutSeconds: number | null;
	/** Seconds already gone (reading standard input). */
	readonly secondsSpent?: number;
	/** Retries of the prompt, equal to the app's; absent: none. */
	readonly retries?: number;
	readonly ids: IdPort;
	readonly clock: ClockPort;
	readonly write: (text: string) => void;
	readonly writeError: (text: string) => void;
	/** Whether a file of the workspace is what this run itself writes to; absent: none is. */
	readonly isOwnOutput?: (path: string) => boolean;
	/** Aborts when the process is to end; `reason` is the exit code (130, 143, …). */
	readonly interrupted: AbortSignal;
	/** Questions wait for an answer; the session is open already. */
	readonly takesAnswers?: true;
	/** Aborts when this prompt alone is to be stopped. */
	readonly cancelled?: AbortSignal;
	/** Settles when it is known whether commands run in sandboxes; absent: that is not looked up. */
	readonly sandboxKnown?: () => Promise<void>;
};
