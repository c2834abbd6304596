import { fail } from '../../core/failure.js';
import type { LogLine } from '../../core/sessions/log-format.js';
import type { SessionLog, SessionLogsPort } from '../../core/sessions/ports.js';
import { newRecordId } from './record-id.js';

/** `createSessionLogs`, imported when the first log is begun or read: the first frame comes before. */
export function createLateSessionLogs(folder: string): SessionLogsPort {
	let made: Promise<SessionLogsPort> | null = null;
	let loaded: SessionLogsPort | null = null;
	const load = (): Promise<SessionLogsPort> => {
		made ??= import('./session-logs.js').then(({ createSessionLogs }) => {
			loaded = createSessionLogs(folder);
			return loaded;
		});
		return made;
	};
	return {
		newId: newRecordId,
		begin(header, listener) {
			if (loaded !== null) return loaded.begin(header, listener);
			const waiting: LogLine[] = [];
			let log: SessionLog | null = null;
			const begun = load().then((logs) => {
				log = logs.begin(header, listener);
				for (const line of waiting) log.append(line);
				return log;
			});
			return {
				id: header.id,
				append: (line) => (log === null ? waiting.push(line) : log.append(line)),
				flush: async () => (await begun).flush(),
				leave: async () => (await begun).leave(),
				close: async () => (await begun).close(),
			};
		},
		claim: async (id) => (await load()).claim?.(id) ?? fail('not-found', ''),
		resume: async (id, listener) => (await load()).resume(id, listener),
		read: async (id) => (await load()).read(id),
		copy: async (id, beforePrompt) => (await load()).copy(id, beforePrompt),
		holder: async (id) => (await load()).holder(id),
	};
}
