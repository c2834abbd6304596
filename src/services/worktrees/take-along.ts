import { type Result, succeed } from '../../core/failure.js';
import { applyPatch, countUncommitted, patchBetween, treeOf } from './changes.js';
import { type GitOptions, openGit } from './git.js';
import { findRepository } from './repository.js';

/** What is not committed in the work tree that a folder lies in; null where git cannot tell. */
export async function uncommittedIn(
	folder: string,
	options: GitOptions,
): Promise<{ readonly top: string; readonly count: number } | null> {
	const found = await findRepository(folder, options);
	const count = found.ok ? await countUncommitted(found.value.git) : null;
	return found.ok && count !== null ? { top: found.value.top, count } : null;
}

/** Puts what is not committed at `top` into another work tree at the same commit; `top` stays as it is. */
export async function takeAlong(top: string, to: string, options: GitOptions): Promise<Result<void>> {
	const [source, target] = await Promise.all([openGit(top, options), openGit(to, options)]);
	if (!source.ok) return source;
	if (!target.ok) return target;
	const tree = await treeOf(source.value, top);
	if (!tree.ok) return tree;
	const patch = await patchBetween(source.value, 'HEAD', tree.value);
	if (!patch.ok) return patch;
	if (patch.value.length === 0) return succeed(undefined);
	const applied = await applyPatch(target.value, patch.value);
	return applied.ok ? succeed(undefined) : applied;
}
