import { describe, expect, test } from 'vitest';
import type { RestoredFile } from '../../src/core/changes.js';
import { reviewPrompt } from '../../src/core/review/review-prompt.js';
import { partWords } from '../../src/core/session/changes/part-taken.js';
import { restoredWords } from '../../src/core/session/changes/restored-files.js';
import { commandWords } from '../../src/core/session/entries/command-output.js';
import { titleInPrompt } from '../../src/core/session-title.js';
import { mergeLists } from '../../src/core/sessions/merge-lists.js';
import { play, ready } from './session/play.js';

const DIRECTIONS: readonly RestoredFile['direction'][] = [
	...(['undo', 'redo', 'applied', 'applied-part', 'left'] as const),
	...(['discarded', 'discarded-part', 'dropped'] as const),
];
const part = { path: '/w/a [1].ts', total: 2, difference: '@@ -1 +1 @@\n-a[0]\n+b' };
const PARTS = [
	partWords({ ...part, path: '/w/a.ts', taken: 0, how: 'reviewed' }),
	...(['reviewed', 'written', 'rejected', 'not-taken-back'] as const).map((how) =>
		partWords({ ...part, taken: 1, how }),
	),
];

describe('the title that an agent makes from a prompt', () => {
	test('is never what this client sent it about the files, whole or cut', () => {
		const sent = [...DIRECTIONS.map((direction) => restoredWords([{ path: 'a.ts', direction }])), ...PARTS];
		for (const words of sent) {
			expect(titleInPrompt(words.slice(0, 40)), words).toBe('');
			expect(['', 'Go on']).toContain(titleInPrompt(`${words}\n\nGo on`));
		}
		expect(titleInPrompt(`${PARTS[0]} Go on`)).toBe('Go on');
		expect(
			titleInPrompt(commandWords({ line: 'ls', output: 'a', isCut: false, exit: { code: 0, signal: null } })),
		).toBe('');
	});

	test('is the user’s otherwise, and says of notes on changes what they are', () => {
		for (const words of ['[WIP] Fix the login', 'The user menu', '']) expect(titleInPrompt(words)).toBe(words);
		const notes = [1, 2].map(
			(line) => ({ id: `${line}`, path: 'a.ts', line, side: 'new', excerpt: 'x', text: 'Why?' }) as const,
		);
		for (const count of [1, 2])
			expect(titleInPrompt(reviewPrompt({ title: 'the last turn', notes: notes.slice(0, count) }))).toBe(
				'Notes on changes',
			);
	});

	test('leaves the session its name, here and in the list', () => {
		const title = (words: string) =>
			play(ready(), { type: 'session-info', title: 'Fix it' }, { type: 'session-info', title: words }).state.title;
		expect(title(PARTS[0] ?? '')).toBe('Fix it');
		expect(title('Another')).toBe('Another');
		const listed = {
			sessionId: 's',
			cwd: '/w',
			title: `${PARTS[0]} Go on`,
			updatedAt: null,
			additionalDirectories: [],
		};
		expect(mergeLists([], 'fake', [listed])).toMatchObject([{ title: 'Go on' }]);
	});
});
