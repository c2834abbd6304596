import { expect, test } from 'vitest';
import { loggedEvents } from '../../../src/core/sessions/logged-event.js';
import { busy } from '../session/play.js';

test('A call whose raw parts are nested too deeply to be written is kept without them', () => {
	let deep: unknown = 'bottom';
	for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
	const { state } = busy();
	const event = { type: 'tool', patch: { id: 'c', title: 'Read', rawInput: deep, rawOutput: [deep] } } as const;
	const [kept] = loggedEvents(event, state, state);
	expect(JSON.stringify(kept)).toContain('"rawInput":"… more than 500 levels left out"');
});
