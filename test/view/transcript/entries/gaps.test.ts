import { expect, test } from 'vitest';
import type { ChangedFile } from '../../../../src/core/changes.js';
import { busy, endTurn } from '../../../core/session/play.js';
import { createStage, happen, text } from '../../stage.js';

const NEW = 'it is new, in a place of which no versions are kept';

function fileOf(path: string, gap?: string): ChangedFile {
	const change = {
		path,
		kind: 'added',
		known: { type: 'allowed', title: 'Apply' },
		diff: null,
		isTampering: false,
	} as const;
	return gap === undefined ? { ...change, canRestore: true } : { ...change, canRestore: false, gap };
}

function reported(files: readonly ChangedFile[]): string {
	const stage = createStage(endTurn(busy()), 100, 30);
	const snapshot = { id: '1', at: 0, gaps: [] };
	const set = { id: 's', turnId: 't', before: snapshot, after: snapshot, files, undone: [] };
	happen(stage, { type: 'turn-changes', set });
	return text(stage);
}

test('Files that cannot be undone are named, and counted where many cannot for the same reason.', () => {
	const few = ['.git/a', '.git/b', '.git/c'].map((path) => fileOf(path, NEW));
	expect(reported(few)).toContain(`.git/b cannot be undone: ${NEW}.`);
	const many = reported([...few, fileOf('.git/d', NEW), fileOf('big.bin', 'it is larger than 10 MB'), fileOf('a.ts')]);
	expect(many).toContain('4 files cannot be undone: they are new, in a place of which no versions are kept.');
	expect(many).not.toContain('.git/b cannot be undone');
	expect(many).toContain('big.bin cannot be undone: it is larger than 10 MB.');
});
