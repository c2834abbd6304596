import type { Resuming } from '../../sessions/resuming.js';
import type { SessionState } from '../state.js';

/**
 * How to open the session of this state once more, in a new process: it is `resuming` of the state before the agent
 * starts. Null where no session is open.
 */
export function resumingOf({ sessionId, title, mode, configOptions, entries }: SessionState): Resuming | null {
	if (sessionId === null) return null;
	return {
		sessionId,
		title,
		settings: {
			mode: mode.mode,
			agentMode: mode.agentChosen ?? null,
			options: Object.fromEntries(configOptions.map(({ id, value }) => [id, value])),
		},
		isFork: false,
		hasTranscript: entries.size > 0,
		failed: [],
		deaths: 0,
	};
}
