import type { AppEvent } from '../../core/event.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Store } from '../store.js';
import type { RecorderOptions, SessionRecorder } from './recorder.js';

type Happened = readonly [event: AppEvent, at: number, before: SessionState, after: SessionState];

/** Loaded while the agent starts, at the latest with the first prompt: the interface is drawn before. */
const LOADS: ReadonlySet<AppEvent['type']> = new Set(['agent-connected', 'prompt', 'steer', 'session-restored']);

/** Records the session; returns what to call at its end. Nothing is loaded before there is something to save. */
export function recordSession(
	store: Store,
	ports: Ports,
	initial: SessionState,
): Pick<SessionRecorder, 'leave' | 'close'> {
	const { sessionLogs: logs, clock } = ports;
	if (logs === undefined) return { leave: async () => {}, close: async () => {} };
	const { getState, dispatch } = store;
	const options: RecorderOptions = { logs, clock, getState, dispatch, initial };
	let before = initial;
	let waiting: Happened[] = [];
	let recorder: SessionRecorder | null = null;
	let loading: Promise<void> | null = null;
	const load = async (): Promise<void> => {
		const { SessionRecorder: Recorder } = await import('./recorder.js');
		const made = new Recorder(options);
		for (const happened of waiting) made.record(...happened);
		waiting = [];
		recorder = made;
	};
	store.onEvent((event, at) => {
		const after = store.getState();
		if (recorder === null) waiting.push([event, at, before, after]);
		else recorder.record(event, at, before, after);
		before = after;
		if (LOADS.has(event.type)) loading ??= load();
	});
	return {
		leave: async () => recorder?.leave(),
		async close() {
			await loading;
			await recorder?.close();
		},
	};
}
