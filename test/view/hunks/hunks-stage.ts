import type { PlannedChange } from '../../../src/core/edits/planned-change.js';
import { open } from '../../../src/view/hunks/hunks-panel.js';
import { busy, play, questionOf } from '../../core/session/play.js';
import { createStage, press, put, type Stage, wait } from '../stage.js';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
export const OLD = lines(40);
export const NEW = OLD.replace('line 3\n', 'LINE 3\n')
	.replace('line 6\n', 'LINE 6\n')
	.replace('line 30\n', 'line 30\nmore\n');

export const change = (more: Partial<PlannedChange> = {}): PlannedChange => ({
	...{ path: '/w/a.ts', oldText: OLD, newText: NEW, isWhole: true },
	...more,
});

/** A question about changes. */
export function editQuestion(changes: readonly PlannedChange[]) {
	const diffs = changes.map(({ path, oldText, newText }) => ({ type: 'diff' as const, path, oldText, newText }));
	const request = { source: 'permission', kind: 'edit', title: 'Edit a.ts', paths: [], diffs, changes } as const;
	return questionOf('q', { request });
}

/** A question about changes, with their hunks open. */
export function openedHunks(changes: readonly PlannedChange[] = [change()], columns = 100, rows = 32): Stage {
	const asked = play(busy(), { type: 'question-asked', question: editQuestion(changes) });
	const stage = createStage(asked, columns, rows);
	wait(stage, 2000);
	press(stage, 'h');
	put(stage, { type: 'panel', name: 'hunks', open });
	return stage;
}
