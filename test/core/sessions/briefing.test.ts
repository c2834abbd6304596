import fc from 'fast-check';
import { expect, test } from 'vitest';
import { briefing } from '../../../src/core/sessions/briefing.js';
import { type Play, play, ready } from '../../core/session/play.js';

function turn(from: Play, text: string, answer: string): Play {
	const begun = play(from, { type: 'prompt', prompt: { id: text, text, blocks: [{ type: 'text', text }] } });
	return play(
		begun,
		{ type: 'text', role: 'agent', text: answer },
		{ type: 'turn-ended', turnId: begun.state.turn?.id ?? '', reason: 'end_turn' },
	);
}

test('It tells the goal, the plan, what failed, and the last two exchanges whole.', () => {
	let from = turn(ready(), 'Make the tide table', 'Begun.');
	from = turn(from, 'Add the moon', 'The moon is in.');
	from = turn(from, 'Now the sun', 'The sun is in.');
	from = play(
		from,
		{
			type: 'plan',
			steps: [
				{ text: 'moon', priority: 'high', status: 'completed' },
				{ text: 'stars', priority: 'high', status: 'pending' },
			],
		},
		{ type: 'tool', patch: { id: 'c', title: 'npm test', kind: 'execute', status: 'failed' } },
	);
	const text = briefing(from.state);
	expect(text).toMatch(/## Goal\nMake the tide table/);
	expect(text).toMatch(/## Open steps of the plan\n- \[pending\] stars/);
	expect(text).not.toContain('completed');
	expect(text).toMatch(/## What failed\n- npm test/);
	expect(text).toMatch(/### The user\nAdd the moon\n\n### You\nThe moon is in\.\n\n### The user\nNow the sun/);
});

test('Where nobody said anything it is empty.', () => {
	expect(briefing(ready().state)).toBe('');
});

test('It is never longer than it may be, and holds no control characters, whatever was said.', () => {
	const words = fc.oneof(fc.string({ maxLength: 400 }), fc.constant('x\u001b[2J\u202e'.repeat(500)));
	fc.assert(
		fc.property(
			fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 8 }),
			fc.integer({ min: 800, max: 30_000 }),
			(turns, most) => {
				const from = turns.reduce((before, [text, answer]) => turn(before, text, answer), ready());
				const text = briefing(from.state, most);
				expect(text.length).toBeLessThanOrEqual(most);
				expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
			},
		),
		{ numRuns: 50 },
	);
});
