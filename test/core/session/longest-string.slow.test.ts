import { expect, test } from 'vitest';
import { limits, roughSize } from '../../../src/core/limits.js';
import { busy, entries, play } from './play.js';

test('A message longer than the longest string there can be does not end anything', () => {
	const piece = { type: 'text', role: 'agent', text: 'x'.repeat(1 << 28) } as const;
	const notes = entries(play(busy(), piece, piece, piece, piece)).filter((entry) => entry.kind === 'note');
	const leftOut = roughSize(4 * (1 << 28) - limits.messageChars);
	expect(notes[0]).toMatchObject({ title: `… ${leftOut} of this message left out` });
});
