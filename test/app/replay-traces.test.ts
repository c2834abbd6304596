import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { parentIdOf } from '../../src/core/session/entries/entry-depth.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../src/core/session/state.js';
import { isOpenCall, TERMINAL_TAIL_CHARS } from '../../src/core/tool-call.js';
import { openStream } from '../../src/frontends/headless/stream/open-stream.js';
import { checkedLines } from '../frontends/headless/stream/check-lines.js';
import { replayIntoApp, type Seen } from './replay.js';
import { expectReplayed, Recording } from './sessions/saved-session.js';

const fixtures = fileURLToPath(new URL('../fixtures/traces', import.meta.url));
// A folder of whole traces, for whoever has one.
const { ACP_TRACES: further } = env;

function check(state: SessionState, seen: Seen, when: string): void {
	const entries = [...eachEntry(state.entries)];
	const calls = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
	expect(entries.filter((entry) => entry.kind === 'unknown')).toEqual([]);
	expect([...seen.calls].filter((id) => !calls.some((call) => call.id === id))).toEqual([]);
	expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
	if (when === 'turn-ended' || when === 'turn-failed') {
		// What goes on after a stop is shown going on.
		expect(calls.filter((call) => isOpenCall(call) && call.ending !== 'outlived')).toEqual([]);
		expect(state.questions.filter((question) => 'from' in question && question.from === 'agent')).toEqual([]);
	}
	for (const [id, output] of seen.output) {
		const shown =
			calls
				.find((call) => call.id === id)
				?.terminals.map((terminal) => terminal.output)
				.join('') ?? '';
		expect(shown.slice(-TERMINAL_TAIL_CHARS)).toBe(output.slice(-TERMINAL_TAIL_CHARS));
	}
	// An older session that is loaded says what it holds before it is the open one.
	const text = entries.flatMap((entry) =>
		entry.kind === 'message' && parentIdOf(entry)?.startsWith('subagent-') !== true ? [entry.text] : [],
	);
	expect(text.join('')).toBe(seen.text.join(''));
}

/** The log that is kept of what happens, and what it brings back. */
function record(app: App): Recording {
	const made = new Recording(app.getState(), app.getState, app.dispatch);
	app.onEvent((event, at) => made.happened(event, at, app.getState()));
	return made;
}

function expectStream(out: string): void {
	const open = new Set<unknown>();
	const lines = checkedLines(out);
	for (const { type, id } of lines) {
		if (type === 'tool-started') expect(open.has(id)).toBe(false);
		if (type === 'tool-started') open.add(id);
		if (type === 'tool-ended') expect(open.delete(id)).toBe(true);
	}
	expect(lines.length).toBeGreaterThan(0);
}

describe.each(further === undefined ? [fixtures] : [fixtures, further])('traces in %s', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

	test.each(files)(
		'%s: every call and word is shown, each turn ends clean, the log brings it back, and the stream is as its schema says.',
		async (file) => {
			const whens: string[] = [];
			let calls = 0;
			let recording: Recording | undefined;
			let out = '';
			await replayIntoApp(
				join(folder, file),
				(state, seen, when) => {
					whens.push(when);
					calls = Math.max(calls, seen.calls.size);
					check(state, seen, when);
					const log = recording?.newest();
					if (log !== undefined && when !== 'started' && state.isPrompted === true) expectReplayed(log, state);
				},
				(app) => {
					recording = record(app);
					const write = (text: string): void => {
						out += text;
					};
					openStream(app, { clock: { now: () => 1, after: () => () => {} }, write });
				},
			);
			expectStream(out);
			// What is recorded of tools and turns was really looked at.
			if (/(bash|edit|read|write)-?[^/]*\.jsonl$/.test(file) && !/missing|nofs/.test(file)) {
				expect(calls).toBeGreaterThan(0);
				expect(whens).toContain('turn-ended');
			}
		},
	);
});
