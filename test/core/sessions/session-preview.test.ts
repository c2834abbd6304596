import { expect, test } from 'vitest';
import { previewOf } from '../../../src/core/sessions/session-preview.js';

const line = (event: object, more: object = {}): string => JSON.stringify({ at: 1, event, ...more });

test('What is said before and after a tool call stands in two paragraphs.', () => {
	const said = (text: string): string => line({ type: 'text', role: 'agent', text });
	const lines = [
		line({ type: 'prompt', prompt: { id: 'p', text: 'edit' } }, { turn: { id: 't', promptId: 'p' } }),
		said('Here is the change:'),
		line({ type: 'tool', patch: { id: 'c', title: 'Edit' } }),
		line({ type: 'tool', patch: { id: 'c', status: 'completed' } }),
		said('Done'),
		said('.'),
	];
	expect(previewOf(lines, 1).exchanges).toEqual([{ prompt: 'edit', answer: 'Here is the change:\n\nDone.' }]);
});
