import { defined } from '../../core/defined.js';
import { decide } from '../../core/policy/decide.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { ActionRequest, PathFact, PolicyContext } from '../../core/policy/policy-types.js';
import type { FilesPort } from '../../core/ports.js';
import { gitFolderOf } from '../../core/shadow/git-folder.js';
import { isHarmlessLink } from '../../core/shadow/link-facts.js';
import type { ShadowChange } from '../../core/shadow/shadow-change.js';

/**
 * Changes that may be applied without a question: those that the policy allows as an edit of the agent, in this mode
 * and by these rules. Always waiting for the user: conflicts, what makes git run programs, links out of the workspace
 * or to what makes programs run, large files, and deletions where commands ran unasked. A git folder is applied whole
 * or not at all, as its files belong together.
 */
export async function choosePermitted(
	changes: readonly ShadowChange[],
	{ haveCommandsRun = false, ...world }: World & { readonly haveCommandsRun?: boolean },
): Promise<readonly ShadowChange[]> {
	if (world.context.mode === 'plan') return [];
	const permitted: ShadowChange[] = [];
	const closed = new Set<string>();
	for (const change of changes) {
		const isWaiting =
			alwaysWaits(change) || (haveCommandsRun && (change.status === 'deleted' || change.status === 'renamed'));
		const isOpen = !isWaiting && (await isAllowed(change, world));
		if (isOpen) permitted.push(change);
		else closed.add(gitFolderOf(change.path) ?? '');
	}
	return permitted.filter(({ path }) => {
		const folder = gitFolderOf(path);
		return folder === null || !closed.has(folder);
	});
}

function alwaysWaits({ conflict, isProtected, size, link }: ShadowChange): boolean {
	return (
		conflict !== null || isProtected === true || size !== undefined || (link !== undefined && !isHarmlessLink(link))
	);
}

const KINDS = { added: 'edit', modified: 'edit', deleted: 'delete', renamed: 'move' } as const;

type World = { readonly files: FilesPort; readonly cwd: string; readonly context: PolicyContext };

async function isAllowed(change: ShadowChange, { context, ...world }: World): Promise<boolean> {
	const request = await changeRequest(change, world);
	return request !== null && decide(request, context).decision === 'allow';
}

/** A change as an edit for the policy; null where the changed path is unclear. */
export async function changeRequest(
	{ path, from, status, kind, link }: ShadowChange,
	{ files, cwd }: Omit<World, 'context'>,
): Promise<ActionRequest | null> {
	const names = from === undefined ? [path] : [from, path];
	const facts = await Promise.all([
		...names.map((name) => factsOf(name, kind === 'link', files, cwd)),
		...(link?.places ?? []).map((place) => placeFacts(place ?? '..', files, cwd)),
	]);
	const paths = facts.flatMap((each) => each ?? []);
	if (facts.includes(null)) return null;
	return { source: 'fs-write', kind: KINDS[status], title: `Apply ${path}`, paths, diffs: [] };
}

/** Target of a link, by its name, as it may not exist yet, and as resolved in the workspace. */
async function placeFacts(place: string, files: FilesPort, cwd: string): Promise<readonly PathFact[]> {
	const seen = await files.inspect(absolutePath(cwd, place));
	return seen.relative === place
		? [seen]
		: [seen, { given: seen.given, real: seen.given, relative: place, isInside: true, isPlanFile: false }];
}

/**
 * Applying follows no link, so the name counts; a link also counts as its target. Null where a link of the view is in
 * the way: the agent may have put it there for this moment.
 */
async function factsOf(
	name: string,
	isLink: boolean,
	files: FilesPort,
	cwd: string,
): Promise<readonly PathFact[] | null> {
	const seen = await files.inspect(absolutePath(cwd, name));
	if (seen.relative === name) return [seen];
	if (!isLink) return null;
	const { given } = seen;
	const named: PathFact = { given, real: given, relative: name, isInside: true, isPlanFile: false };
	const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
	if (folder === '') return [named, seen];
	const around = await files.inspect(absolutePath(cwd, folder));
	if (around.relative !== folder) return null;
	return [{ ...named, ...defined({ autoRunFolder: around.autoRunFolder }) }, seen];
}
