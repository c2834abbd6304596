import { defined } from '../../core/defined.js';
import { decide } from '../../core/policy/decide.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { ActionRequest, PathFact, PolicyContext } from '../../core/policy/types.js';
import type { FilesPort } from '../../core/ports.js';
import type { ShadowChange } from '../../core/shadow/change.js';
import { gitFolderOf } from '../../core/shadow/git-folder.js';
import { isHarmlessLink } from '../../core/shadow/link-facts.js';

/**
 * Those of the changes that may be applied without a question: what the policy lets through as an edit of the agent, in
 * the mode and by the rules in force. In every mode conflicts, what makes git run programs, links that lead out of the
 * workspace or to what makes programs run, and large files wait for the user, and so does what was deleted where
 * commands ran that nobody was asked about; of a git folder all or nothing is applied, as its files say something
 * together only.
 */
export async function choosePermitted(
	changes: readonly ShadowChange[],
	{ haveCommandsRun = false, ...world }: World & { readonly haveCommandsRun?: boolean },
): Promise<readonly ShadowChange[]> {
	if (world.context.mode === 'plan') return [];
	const permitted: ShadowChange[] = [];
	const closed = new Set<string>();
	for (const change of changes) {
		const isWaiting = alwaysWaits(change) || (haveCommandsRun && isGoing(change));
		const isOpen = !isWaiting && (await isAllowed(change, world));
		if (isOpen) permitted.push(change);
		else closed.add(gitFolderOf(change.path) ?? '');
	}
	return permitted.filter(({ path }) => {
		const folder = gitFolderOf(path);
		return folder === null || !closed.has(folder);
	});
}

function isGoing({ status }: ShadowChange): boolean {
	return status === 'deleted' || status === 'renamed';
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

/** A change as the policy decides about it: an edit of the agent. Null where nobody can tell what it changes. */
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

/** A place that a link leads to, by its name, as it may not be there yet, and by what the workspace has there. */
async function placeFacts(place: string, files: FilesPort, cwd: string): Promise<readonly PathFact[]> {
	const seen = await files.inspect(absolutePath(cwd, place));
	return seen.relative === place
		? [seen]
		: [seen, { given: seen.given, real: seen.given, relative: place, isInside: true, isPlanFile: false }];
}

/**
 * What the policy is told of a path. Applying follows no link, so what is changed is what the name says; a link counts as
 * what it leads to as well. Null where a link of the view stands in the way: the agent may put it there for this moment.
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
