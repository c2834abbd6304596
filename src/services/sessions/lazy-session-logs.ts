import { fail } from '../../core/failure.js';
import { methodsOf, once } from '../../core/once.js';
import type { LogLine } from '../../core/sessions/log-format.js';
import type { SessionLog, SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { newRecordId } from './record-id.js';

/** `createSessionLogs`, imported when the first log is begun or read: the first frame comes before. */
export function createLazySessionLogs(folder: string): SessionLogsPort {
	let loaded: SessionLogsPort | null = null;
	const load = once(async () => {
		const { createSessionLogs } = await import('./session-logs.js');
		loaded = createSessionLogs(folder);
		return loaded;
	});
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
				...methodsOf(() => begun, 'flush', 'leave', 'close'),
			};
		},
		claim: async (id) => (await load()).claim?.(id) ?? fail('not-found', ''),
		...methodsOf(load, 'resume', 'read', 'copy', 'holder'),
	};
}
