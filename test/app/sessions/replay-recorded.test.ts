import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { replayIntoApp } from '../replay.js';
import { expectReplayed, Recording } from './kept-session.js';

const fixtures = fileURLToPath(new URL('../../fixtures/traces', import.meta.url));
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

describe('the log of a recorded conversation', () => {
	test.each(files)('%s: brings back what was shown, at the end of each turn.', async (file) => {
		let recording: Recording | undefined;
		let kept = 0;
		await replayIntoApp(
			join(fixtures, file),
			(state, _, when) => {
				const log = recording?.newest();
				if (log === undefined || when === 'started' || state.isPrompted !== true) return;
				kept += 1;
				expectReplayed(log, state);
			},
			(app) => {
				const initial: SessionState = app.getState();
				const made = new Recording(initial, app.getState, app.dispatch);
				recording = made;
				app.onEvent((event: AppEvent, at) => {
					made.happened(event, at, app.getState());
				});
			},
		);
		expect(kept).toBeGreaterThanOrEqual(0);
	});
});
