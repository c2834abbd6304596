import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { initialState } from '../../core/session/reducers/initial-state.js';
import type { RestoredSession } from '../../core/session/resuming/restored-session.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionRow } from '../../core/session-index.js';
import type { SessionPreview } from '../../core/session-list.js';
import { parseLines } from '../../core/sessions/log-format.js';
import { createReplay } from '../../core/sessions/replay.js';
import type { SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { previewOf } from '../../core/sessions/session-preview.js';
import { NONE_SAVED } from './resume-messages.js';

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
		return fail('internal', NOT_READ_TO_END(id, messageOf(error)));
	}
	const restored = replay.end();
	return succeed({ ...restored, skippedLines: restored.skippedLines + (isRepaired ? 1 : 0) });
}

/** Loads an older session from its log for reading only; `state` supplies profile and mode. Fails as reading a log. */
export async function olderSession(
	logs: SessionLogsPort | undefined,
	id: string,
	{ profile, mode }: SessionState,
): Promise<Result<SessionState>> {
	if (logs === undefined) return fail('not-found', NONE_SAVED);
	const read = await readSession(logs, id);
	if (!read.ok) return read;
	const { state, cwd, additionalDirectories, agent, sessionId, createdAt } = read.value;
	// The log names the agent; how it is started does not matter for reading.
	const launch = { ...profile.launch, name: agent };
	const fresh = initialState({
		profile: { ...profile, launch },
		cwd,
		additionalDirectories,
		mode: mode.mode,
		isBypassAllowed: false,
		since: createdAt,
	});
	return succeed({ ...fresh, ...state, connection: { phase: 'closed' }, sessionId, queue: [], turn: null });
}

/** Log lines searched for the last exchanges; a turn with many tool calls has hundreds. */
const MOST_LINES = 1500;
/** Characters; longer lines hold files, not words. */
const MOST_OF_LINE = 200_000;

/** Last exchanges of a session, from its log. The result after an abort is meaningless. */
export async function previewSession(
	logs: SessionLogsPort,
	{ id, prompts }: SessionRow,
	signal: AbortSignal,
): Promise<SessionPreview> {
	const nothing = (problem: string): SessionPreview => ({ exchanges: [], earlier: 0, problem });
	const opened = await logs.read(id);
	if (!opened.ok) return nothing(opened.failure.message);
	let last: string[] = [];
	try {
		for await (const lines of opened.value.lines()) {
			if (signal.aborted) break;
			for (const line of lines) if (line.length <= MOST_OF_LINE) last.push(line);
			if (last.length > 2 * MOST_LINES) last = last.slice(-MOST_LINES);
		}
	} catch (error) {
		return nothing(messageOf(error));
	}
	const preview = previewOf(last.slice(-MOST_LINES), prompts);
	return preview.exchanges.length === 0 ? nothing('Nothing was said in it.') : preview;
}
