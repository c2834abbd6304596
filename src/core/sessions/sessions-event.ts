import type { OpenRecord } from './record.js';
import type { RestoredSession } from './restored-session.js';

/** What has to do with keeping a session and with taking an older one up again. None of these is kept itself. */
export type SessionsEvent =
	/** An older session takes the place of what is shown: its transcript, title, plan and changes. */
	| { readonly type: 'session-restored'; readonly restored: RestoredSession }
	/** Which record the session is kept in from now on; null: in none. */
	| { readonly type: 'record-opened'; readonly record: OpenRecord | null };
