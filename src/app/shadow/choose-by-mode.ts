import { decide } from '../../core/policy/decide.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { ActionRequest, PolicyContext } from '../../core/policy/types.js';
import type { FilesPort } from '../../core/ports.js';
import type { ShadowChange } from '../../core/shadow/change.js';
import { gitFolderOf } from '../../core/shadow/git-folder.js';

/**
 * Those of the changes that may be applied without a question: what the policy lets through as an edit of the agent, in
 * the mode and by the rules in force. A conflict and what makes programs run wait for the user; of a git folder all or
 * nothing is applied, as its files say something together only.
 */
export async function choosePermitted(
	changes: readonly ShadowChange[],
	{ files, cwd, context }: { readonly files: FilesPort; readonly cwd: string; readonly context: PolicyContext },
): Promise<readonly ShadowChange[]> {
	if (context.mode === 'plan') return [];
	const permitted: ShadowChange[] = [];
	const closed = new Set<string>();
	for (const change of changes) {
		const isOpen =
			change.conflict === null &&
			change.isProtected !== true &&
			decide(await requestOf(change, files, cwd), context).decision === 'allow';
		if (isOpen) permitted.push(change);
		else closed.add(gitFolderOf(change.path) ?? '');
	}
	return permitted.filter(({ path }) => {
		const folder = gitFolderOf(path);
		return folder === null || !closed.has(folder);
	});
}

const KINDS = { added: 'edit', modified: 'edit', deleted: 'delete', renamed: 'move' } as const;

async function requestOf({ path, from, status }: ShadowChange, files: FilesPort, cwd: string): Promise<ActionRequest> {
	const names = from === undefined ? [path] : [from, path];
	return {
		source: 'fs-write',
		kind: KINDS[status],
		title: `Apply ${path}`,
		paths: await Promise.all(names.map((name) => files.inspect(absolutePath(cwd, name)))),
		diffs: [],
	};
}
