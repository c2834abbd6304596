import { type Result, succeed } from '../../core/failure.js';
import type { SessionLogsPort } from '../../core/sessions/ports.js';
import { createReplay } from '../../core/sessions/replay.js';
import type { RestoredSession } from '../../core/sessions/restored-session.js';

/** A slice of the replay takes about this long (ms): keys, and the frame, come in between. */
const SLICE = 4;

/**
 * Reads an older session from its log. It never holds up the program for longer than a slice. Fails as reading a log does.
 */
export async function readSession(logs: SessionLogsPort, id: string): Promise<Result<RestoredSession>> {
	const opened = await logs.read(id);
	if (!opened.ok) return opened;
	const { header, isNewer, lines } = opened.value;
	const replay = createReplay(header, isNewer);
	let until = performance.now() + SLICE;
	for await (const slice of lines()) {
		for (const line of slice) {
			replay.add(line);
			if (performance.now() < until) continue;
			await new Promise(setImmediate);
			until = performance.now() + SLICE;
		}
	}
	return succeed(replay.end());
}
