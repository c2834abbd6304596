import type { CommitFile, CommitList } from '../../../src/core/commit/commit.js';
import type { CommitState } from '../../../src/core/commit/commit-event.js';
import { open } from '../../../src/view/commit/commit-panel.js';
import { type Play, ready } from '../../core/session/play.js';
import { createStage, happen, press, put, type Stage } from '../stage.js';

export function file(group: CommitFile['group'], path: string, more: Partial<CommitFile> = {}): CommitFile {
	return {
		...{ id: `${group} ${path}`, group, path, status: group === 'untracked' ? 'added' : 'modified', kind: 'file' },
		...{ added: 2, removed: 1, version: 'v', ...more },
	};
}

export const LIST: CommitList = {
	...{ top: '/w', head: 'abc', branch: 'main', underWay: null, template: '', hooks: ['pre-commit'], isCut: false },
	files: [file('staged', 'src/a.ts'), file('changed', 'src/b.ts'), file('untracked', 'notes\n\u202Etxt.md')],
};

function state(more: Partial<CommitState> = {}): CommitState {
	return {
		...{ list: LIST, listed: 1, why: null, hasChanged: false, run: null, made: 0 },
		message: { phase: 'done', text: 'Say what it does\n\nAnd why.', why: null },
		...more,
	};
}

/** The commit has come to this. */
export const changed = (more: Partial<CommitState> = {}) => ({ type: 'commit-changed', commit: state(more) }) as const;

/** A screen on which `/commit` was entered. */
export function openedOn(more: Partial<CommitState> = {}, columns = 100, rows = 32, session: Play = ready()): Stage {
	const stage = createStage(session, columns, rows);
	press(stage, '`/commit` enter');
	put(stage, { type: 'panel', name: 'commit', open });
	happen(stage, changed(more));
	return stage;
}
