import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import { listWords } from '../core/worktrees/words.js';
import { NO_WORKTREES_HERE, WORKTREES } from './messages.js';
import type { Store } from './store.js';

/** `/worktree`: lists worktrees, or takes over the work of the session's own. */
export async function lookAfterWorktrees(
	{ worktrees }: Pick<Ports, 'worktrees'>,
	{ action }: Extract<Effect, { type: 'worktrees' }>,
	dispatch: Store['dispatch'],
): Promise<void> {
	if (worktrees === undefined) {
		dispatch({ type: 'effect-failed', failure: { code: 'internal', message: NO_WORKTREES_HERE } });
		return;
	}
	if (action !== 'list') {
		const taken = await worktrees.take(action);
		dispatch(
			taken.ok
				? { type: 'note', level: 'info', title: taken.value }
				: { type: 'effect-failed', failure: taken.failure },
		);
		return;
	}
	const listed = await worktrees.list();
	if (!listed.ok) dispatch({ type: 'effect-failed', failure: listed.failure });
	else if (listed.value.length === 0) dispatch({ type: 'note', level: 'info', ...WORKTREES.none });
	else dispatch({ type: 'note', level: 'info', ...WORKTREES.some, detail: listWords(listed.value) });
}
