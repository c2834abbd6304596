import { expect, test } from 'vitest';
import { renderHeader } from '../../../src/view/frame/header.js';
import { lineText } from '../../../src/view/spans.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage } from '../stage.js';

test.each([
	[100, '/work/shop/lib  ⎇ acp-tui/fix (worktree)'],
	[30, 'shop/lib (worktree)'],
])('with %i columns the header says that the session works in a worktree', (columns, words) => {
	const stage = createStage(ready());
	const worktree = {
		...{ name: 'fix', branch: 'acp-tui/fix', path: '/data/worktrees/shop-1/fix', project: '/work/shop' },
		...{ base: { branch: 'main', commit: 'a'.repeat(40) }, createdAt: 0 },
	};
	const state = { ...stage.session.state, cwd: `${worktree.path}/lib`, branch: worktree.branch, worktree };
	stage.session = { ...stage.session, state };
	const context = contextOf(stage);
	expect(lineText(renderHeader({ ...context, ui: { ...context.ui, columns } }))).toContain(words);
});
