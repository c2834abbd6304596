import { expect, test } from 'vitest';
import type { CommitRequest, CommitState } from '../../../src/core/commit/commit-event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { open } from '../../../src/view/commit/commit-panel.js';
import { createReader } from '../linear/reader.js';
import { changed } from './commit-stage.js';

function opened(more: Partial<CommitState> = {}) {
	const reader = createReader();
	reader.say('/commit');
	reader.put({ type: 'panel', name: 'commit', open });
	reader.spoken();
	return { reader, said: reader.happen(changed(more)) };
}

const last = (reader: ReturnType<typeof createReader>): CommitRequest | undefined =>
	reader
		.events()
		.flatMap((event) => (event.type === 'commit' ? [event.request] : []))
		.at(-1);

test('where there is no screen the changes are read out, and taken in and left out by their numbers', () => {
	const { reader, said } = opened();
	expect(said).toEqual([
		'Commit, 1 of 3 changes:',
		'Staged:',
		'1 src/a.ts, modified, 2 added, 1 removed, in.',
		'Changed, not staged:',
		'2 src/b.ts, modified, 2 added, 1 removed, not in.',
		'Not tracked:',
		'3 notes ⟨U+202E⟩txt.md, new, 2 added, 1 removed, not in.',
		'hooks run: pre-commit.',
		'The message: Say what it does And why.',
		expect.stringContaining('commit to commit'),
	]);
	expect(reader.say('2')).toEqual(['src/b.ts: in. 2 of 3 changes.']);
	expect(reader.say('1')).toEqual(['src/a.ts: not in. 1 of 3 changes.']);
	reader.say('commit');
	expect(last(reader)).toMatchObject({ do: 'commit', chosen: new Set(['changed src/b.ts']) });
});

test('where there is no screen the message is entered as a whole', () => {
	const { reader } = opened({ message: { phase: 'failed', text: '', why: 'It is away.' } });
	expect(reader.say('commit')).toEqual(['There is no message: write one, or have the agent write it.']);
	expect(reader.say('message')).toEqual([expect.stringContaining('There is no message yet.')]);
	expect(reader.say('A subject\n\nA body').join(' ')).toContain('The message: A subject A body');
	reader.say('commit');
	expect(last(reader)).toMatchObject({ do: 'commit', message: 'A subject\n\nA body' });
});

test('where there is no screen a failed hook is read out, and escape stops a commit', () => {
	const { reader } = opened();
	const run = { startedAt: 0, output: '', because: null, hint: null } as const;
	expect(reader.happen(changed({ run: { ...run, phase: 'running' } }))).toEqual(['Committing. Escape stops it.']);
	reader.put({ type: 'key', key: keyOf('escape') });
	expect(last(reader)).toEqual({ do: 'stop' });
	const failed = { ...run, phase: 'failed', output: 'lint: no\n', because: 'git ended with code 1.' } as const;
	reader.spoken();
	expect(reader.happen(changed({ run: failed }))).toEqual(['git ended with code 1.', 'lint: no']);
	reader.say('');
	expect(last(reader)).toEqual({ do: 'go-on' });
	expect(reader.happen(changed()).join(' ')).toContain('1 of 3 changes');
});
