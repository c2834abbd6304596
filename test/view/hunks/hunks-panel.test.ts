import { describe, expect, test } from 'vitest';
import type { PlannedChange } from '../../../src/core/edits/planned-change.js';
import { openEdited } from '../../../src/view/hunks/hunks-panel.js';
import { busy, play, questionOf } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, put, type Stage, text, wait } from '../stage.js';
import { change, NEW, OLD, openedHunks } from './hunks-stage.js';

/** What allow once would do. */
function allowed(stage: Stage) {
	wait(stage, 2000);
	const event = dispatched(press(stage, 'y')).find(({ type }) => type === 'answer');
	if (event?.type !== 'answer' || event.outcome.type !== 'selected') throw new Error('no answer');
	return event.outcome;
}

describe('The hunks of a change', () => {
	test('have their keys on a page of its own that esc closes first; no word of theirs outlives them.', () => {
		const stage = openedHunks();
		press(stage, '?');
		expect(text(stage)).toContain('take the hunk');
		// A letter only reads on.
		press(stage, 'y');
		press(stage, 'escape');
		expect(text(stage)).toContain('0 of 2 taken');
		expect(text(stage)).not.toContain('take the hunk');
		press(stage, 'j');
		press(stage, 's');
		expect(text(stage)).toContain('This hunk has one change');
		press(stage, 'escape');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).not.toContain('This hunk has one change');
	});

	test('are taken and left one by one; then the question stands again with how many.', () => {
		const stage = openedHunks();
		expect(text(stage)).toContain('0 of 2 taken');
		press(stage, 'y');
		expect(text(stage)).toContain('1 of 2 taken');
		press(stage, 'n');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('1 of 2 hunks');
		const { optionId, chosen } = allowed(stage);
		expect(optionId).toBe('yes');
		expect(chosen).toMatchObject([
			{ path: '/w/a.ts', taken: 1, total: 2, text: NEW.replace('more\n', ''), newText: NEW },
		]);
		expect(chosen?.[0]?.difference).toContain('-more');
	});

	test('are allowed as a whole where all are taken, and where none was decided about.', () => {
		for (const keys of ['a', 'escape']) {
			const stage = openedHunks();
			press(stage, keys === 'a' ? 'a' : 'escape');
			expect(text(stage).includes('(y) 2 of 2 hunks'), keys).toBe(keys === 'a');
			expect(allowed(stage), keys).toEqual({ type: 'selected', optionId: 'yes' });
		}
	});

	test('are rejected where none is taken, and are never allowed always.', () => {
		const stage = openedHunks();
		press(stage, 'q');
		expect(text(stage)).toContain('0 of 2 hunks');
		wait(stage, 2000);
		expect(dispatched(press(stage, 'a'))).toEqual([]);
		expect(allowed(stage)).toMatchObject({ optionId: 'no', chosen: [{ taken: 0, text: OLD }] });
	});

	test('of one file are decided about together with a and d.', () => {
		const stage = openedHunks([change(), change({ path: '/w/b.ts', oldText: 'x\n', newText: 'y\n' })]);
		press(stage, 'd y');
		expect(allowed(stage).chosen).toMatchObject([{ path: '/w/a.ts', taken: 0, text: OLD }]);
	});

	test('are split at unchanged lines; one that has a single change says so.', () => {
		const stage = openedHunks();
		press(stage, 's');
		expect(text(stage)).toContain('of 3 taken');
		press(stage, 's');
		expect(text(stage)).toContain('This hunk has one change');
		press(stage, 'y n n');
		expect(allowed(stage).chosen).toMatchObject([{ taken: 1, total: 3, text: OLD.replace('line 3\n', 'LINE 3\n') }]);
	});

	test('are edited in the editor; one that comes back as it was is taken.', () => {
		const stage = openedHunks();
		const lines = 'LINE 3\nline 4\nline 5\nLINE 6\n';
		const [request] = press(stage, 'e').filter(({ type }) => type === 'edit-in-panel');
		expect(request).toEqual({ type: 'edit-in-panel', panel: 'hunks', path: '/w/a.ts', text: lines });
		put(stage, { type: 'panel', name: 'hunks', open: (context) => openEdited(context, 'mine\n') });
		expect(text(stage)).toContain('1 of 2 taken');
		expect(text(stage)).toContain('mine');
		press(stage, 'j n');
		const { chosen } = allowed(stage);
		expect(chosen?.[0]?.text?.startsWith('line 1\nline 2\nmine\nline 7\n')).toBe(true);
	});

	test('are kept as they were decided where the editor changed nothing.', () => {
		const stage = openedHunks();
		press(stage, 'e');
		put(stage, { type: 'panel', name: 'hunks', open: (context) => openEdited(context, null) });
		expect(text(stage)).toContain('0 of 2 taken');
	});

	test('of several changes of a file are those of all of them, where each goes on from the one before.', () => {
		const middle = OLD.replace('line 3\n', 'LINE 3\n');
		const last = middle.replace('line 30\n', 'line 30\nmore\n');
		const stage = openedHunks([change({ newText: middle }), change({ oldText: middle, newText: last })]);
		press(stage, 'n y');
		expect(allowed(stage).chosen).toMatchObject([
			{ path: '/w/a.ts', oldText: OLD, newText: last, taken: 1, total: 2, text: last.replace('LINE 3', 'line 3') },
		]);
	});

	test.each<[string, ...PlannedChange[]]>([
		['replaces what another one of it made', change({ newText: 'x\n' }), change({ newText: 'y\n' })],
		['moves a file', change({ movedTo: '/w/b.ts' })],
		['deletes a file', change({ newText: '', doubt: 'deletes-file' })],
		['is not in the file', change({ doubt: 'not-in-file' })],
		['is not text', change({ newText: 'a\0b' })],
	])('are none where the change %s, which is said.', (_, ...changes) => {
		const stage = openedHunks(changes);
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('can only be allowed whole');
	});

	test('are gone from the screen when the request changes while they are open: no key takes what was not seen.', () => {
		const stage = openedHunks();
		press(stage, 'y');
		const changes = [change({ newText: NEW.replace('more', 'other') })];
		const request = { source: 'permission', kind: 'edit', title: 'Edit a.ts', paths: [], diffs: [], changes } as const;
		happen(stage, { type: 'question-changed', questionId: 'q', request, offers: [], because: 'why' });
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('The change is another one now');
		press(stage, 'y');
		expect(stage.ui.question?.hunks).toBeUndefined();
	});
});

test('h on a question about a command says that it has no hunks.', () => {
	const request = { source: 'permission', kind: 'execute', title: 'ls', paths: [], diffs: [] } as const;
	const stage = createStage(play(busy(), { type: 'question-asked', question: questionOf('q', { request }) }));
	wait(stage, 2000);
	press(stage, 'h');
	expect(text(stage)).toContain('Only a change to a file has hunks');
});
