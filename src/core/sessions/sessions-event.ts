import type { OpenRecord } from './record.js';
import type { RestoredSession } from './restored-session.js';

/** Events of saving and resuming sessions. None is logged. */
export type SessionsEvent =
	/** An older session replaces what is shown: its transcript, title, plan and changes. */
	| { readonly type: 'session-restored'; readonly restored: RestoredSession }
	/** Log of the session from now on; null: none. */
	| { readonly type: 'record-opened'; readonly record: OpenRecord | null };
