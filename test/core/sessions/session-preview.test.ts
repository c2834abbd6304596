import { expect, test } from 'vitest';
import { previewOf } from '../../../src/core/sessions/session-preview.js';

const line = (event: object, more: object = {}): string => JSON.stringify({ at: 1, event, ...more });

test('Words that went into a running turn are an exchange of their own.', () => {
	const said = (text: string): string => line({ type: 'text', role: 'agent', text });
	const lines = [
		line({ type: 'prompt', prompt: { id: 'p', text: 'edit' } }, { turn: { id: 't', promptId: 'p' } }),
		said('On it.'),
		line({ type: 'steer', prompt: { id: 's', text: 'the other file' } }),
		line({ type: 'steering-answered', promptId: 's', answer: 'injected' }),
		said('Done.'),
		line({ type: 'steer', prompt: { id: 'r', text: 'and the tests' } }),
		line({ type: 'steering-answered', promptId: 'r', answer: 'promptRequired' }, { turn: { id: 'u', promptId: 'r' } }),
	];
	expect(previewOf(lines, 3).exchanges).toEqual([
		{ prompt: 'edit', answer: 'On it.' },
		{ prompt: 'the other file', answer: 'Done.' },
		{ prompt: 'and the tests', answer: '' },
	]);
});

test('What is said before and after a tool call, and another message, stands in a paragraph of its own.', () => {
	const said = (text: string, messageId?: string): string => line({ type: 'text', role: 'agent', text, messageId });
	const lines = [
		line({ type: 'prompt', prompt: { id: 'p', text: 'edit' } }, { turn: { id: 't', promptId: 'p' } }),
		said('Here is the change:'),
		line({ type: 'tool', patch: { id: 'c', title: 'Edit' } }),
		line({ type: 'tool', patch: { id: 'c', status: 'completed' } }),
		said('Done'),
		said('.'),
		said('Now', 'm'),
		said(' the tests.', 'm'),
	];
	expect(previewOf(lines, 1).exchanges).toEqual([
		{ prompt: 'edit', answer: 'Here is the change:\n\nDone.\n\nNow the tests.' },
	]);
});
