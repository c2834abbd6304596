import type { Effect } from '../core/effect.js';
import type { FoldersPort, Ports } from '../core/ports.js';
import { listWords } from '../core/worktrees/worktree-words.js';
import type { Store } from './store.js';

/** Adds a folder, lists worktrees and takes over their work, or lists the user's commands. */
export function lookAfterFolders(
	ports: Pick<Ports, 'folders' | 'worktrees' | 'ownCommands'>,
	effect: Extract<Effect, { type: 'add-directory' | 'worktrees' | 'list-commands' }>,
	dispatch: Store['dispatch'],
): Promise<void> {
	if (effect.type === 'list-commands') return listCommands(ports, effect, dispatch);
	return effect.type === 'worktrees'
		? lookAfterWorktrees(ports, effect, dispatch)
		: addDirectory(ports, effect.path, dispatch);
}

/** Lists the user's commands, after some of them were trusted. */
async function listCommands(
	{ ownCommands }: Pick<Ports, 'ownCommands'>,
	{ trusting }: Extract<Effect, { type: 'list-commands' }>,
	dispatch: Store['dispatch'],
): Promise<void> {
	if (ownCommands === undefined) return;
	const trusted = trusting === undefined ? null : await ownCommands.trust(trusting);
	if (trusted?.ok === false) dispatch({ type: 'effect-failed', failure: trusted.failure });
	dispatch({ type: 'commands-listed', commands: await ownCommands.list() });
}

async function addDirectory(
	{ folders }: Pick<Ports, 'folders'>,
	path: string,
	dispatch: Store['dispatch'],
): Promise<void> {
	const result = await folders.add(path);
	if (!result.ok) {
		dispatch({ type: 'effect-failed', failure: result.failure });
		return;
	}
	const { directories, added, note: remark } = result.value;
	dispatch({ type: 'directory-added', directories, added, remark });
}

/** `/worktree`: lists worktrees, or takes over the work of the session's own. */
async function lookAfterWorktrees(
	{ worktrees }: Pick<Ports, 'worktrees'>,
	{ action }: Extract<Effect, { type: 'worktrees' }>,
	dispatch: Store['dispatch'],
): Promise<void> {
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
	else if (listed.value.length === 0)
		dispatch({
			type: 'note',
			level: 'info',
			title: 'This repository has no worktrees of sessions',
			hint: '/worktree new opens a session in a new one, with a branch of its own',
		});
	else
		dispatch({
			type: 'note',
			level: 'info',
			title: 'Worktrees of this repository',
			detail: listWords(listed.value),
			hint: '/worktree NAME opens a session in one; acp-tui worktrees remove NAME removes one',
		});
}

/** Checks whether the folders beside the workspace are still usable, and notes changes since the last check. */
export function createFolderNotes(folders: FoldersPort, dispatch: Store['dispatch']): () => Promise<void> {
	let known = new Map<string, string>();
	return async () => {
		if (folders.list().length === 0) return;
		const now = new Map((await folders.unusable()).map(({ folder, because }) => [folder, because]));
		const before = known;
		known = now;
		for (const [folder, because] of now) {
			if (before.get(folder) === because) continue;
			const hint = 'files there are neither read, written nor kept until it is back';
			dispatch({ type: 'note', level: 'warning', title: `${folder} cannot be used: ${because}.`, hint });
		}
		for (const folder of before.keys()) {
			if (!now.has(folder) && folders.list().includes(folder)) {
				dispatch({ type: 'note', level: 'info', title: `${folder} is back.` });
			}
		}
	};
}
