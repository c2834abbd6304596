import { fail, type Result, succeed } from '../../core/failure.js';
import { parseLines } from '../../core/sessions/log-format.js';
import type { SessionLogsPort } from '../../core/sessions/ports.js';
import { createReplay } from '../../core/sessions/replay.js';
import type { RestoredSession } from '../../core/sessions/restored-session.js';

const NOT_READ_TO_END = (id: string, why: string): string => `The session ${id} could not be read to its end: ${why}`;

/** Milliseconds per slice of the replay; keys and frames run in between. */
const SLICE = 4;
const LOOK_EVERY = 16;

/** Replays a log in slices, so that the program stays responsive. Fails as reading a log does. */
export async function readSession(logs: SessionLogsPort, id: string): Promise<Result<RestoredSession>> {
	const opened = await logs.read(id);
	if (!opened.ok) return opened;
	const { header, isNewer, isRepaired, texts } = opened.value;
	const replay = createReplay(header, isNewer);
	let until = performance.now() + SLICE;
	let count = 0;
	try {
		for await (const text of texts()) {
			for (const value of parseLines(text)) {
				replay.addValue(value);
				count += 1;
				if (count % LOOK_EVERY !== 0 || performance.now() < until) continue;
				await new Promise(setImmediate);
				until = performance.now() + SLICE;
			}
		}
	} catch (error) {
		return fail('internal', NOT_READ_TO_END(id, error instanceof Error ? error.message : String(error)));
	}
	const restored = replay.end();
	return succeed({ ...restored, skippedLines: restored.skippedLines + (isRepaired ? 1 : 0) });
}
