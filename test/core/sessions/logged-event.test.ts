import { expect, test } from 'vitest';
import { loggedEvents, prologue } from '../../../src/core/sessions/logged-event.js';
import { busy, connected, play, ready, starting } from '../session/play.js';

test('A call whose raw parts are nested too deeply to be written is kept without them', () => {
	let deep: unknown = 'bottom';
	for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
	const { state } = busy();
	const event = { type: 'tool', patch: { id: 'c', title: 'Read', rawInput: deep, rawOutput: [deep] } } as const;
	const [kept] = loggedEvents(event, state, state);
	expect(JSON.stringify(kept)).toContain('"rawInput":"… more than 500 levels left out"');
});

test.each([
	{ name: 'open', from: ready(), types: ['agent-starting', 'agent-connected', 'session-opened'] },
	{ name: 'not open yet', from: play(starting(), connected), types: ['agent-starting', 'agent-connected'] },
	{ name: 'without an agent', from: starting(), types: ['agent-starting'] },
])('A record that begins with a session that is $name brings a fresh one to its state', ({ from, types }) => {
	expect(prologue(from.state).map(({ type }) => type)).toEqual(types);
});
