import { absolutePath } from '../core/policy/file-name.js';
import type { InputField, PathFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';
import type { ToolKind } from '../core/tool-call.js';

/** A path that counts from the workspace, whoever reads it. */
const PLAIN_RELATIVE = /^(?![/~])[^\\:$%\p{Cc}]+$/u;
const GLOB = /[*?[{]/;
const MOST_NAMED = 24;
const MOST_CHARS = 1000;
/** Fields of patterns of names, and of the names that may be patterns. */
const PATTERN_FIELD = /(?:pattern|glob|includes?|path|file|dir|folder)s?(?:\.\d+)?$/i;

/** The path as it counts from the workspace, where it is a plain relative one. */
export function wholePath(path: string, workspace: string): string {
	return PLAIN_RELATIVE.test(path) ? absolutePath(workspace, path) : path;
}

type Joined = { readonly folder: string; readonly path: string };

/** Relative names as they count from each of the others, which may be folders. */
export function joinedPaths(named: readonly string[]): readonly Joined[] {
	const some = [...new Set(named)].slice(0, MOST_NAMED);
	const relative = some.filter((path) => PLAIN_RELATIVE.test(path));
	return some.flatMap((folder) =>
		relative.flatMap((path) => (path === folder ? [] : [{ folder, path: `${folder.replace(/\/+$/, '')}/${path}` }])),
	);
}

type Links = Pick<FilesPort, 'inspect' | 'read' | 'linksBehind'>;

/**
 * Paths that the names of a request, and the patterns in its input, lead to by links, as a program may follow these. The
 * last names that a search finds are only listed.
 */
export async function pathsBehindLinks(
	joined: readonly Joined[],
	{
		kind,
		fields,
		workspace,
	}: { readonly kind: ToolKind; readonly fields: readonly InputField[]; readonly workspace: string },
	files: Links,
): Promise<readonly PathFact[]> {
	const patterns = fields
		.filter(({ name, value }) => PATTERN_FIELD.test(name) && value.length <= MOST_CHARS)
		.map(({ value }) => ahead(wholePath(value, workspace), kind === 'search'))
		.filter((path) => path.startsWith(`${workspace}/`))
		.slice(0, MOST_NAMED);
	const linked = await Promise.all(patterns.map((path) => behind(path, files)));
	const areFolders = await Promise.all(joined.map(({ folder }) => isFolder(wholePath(folder, workspace), files)));
	const below = joined.filter((_, index) => areFolders[index] === true).map(({ path }) => wholePath(path, workspace));
	const facts = await Promise.all([...new Set([...below, ...linked.flat()])].map((path) => files.inspect(path)));
	return facts.filter(({ given, real, isInside }) => !isInside || real !== normalize(given));
}

/** The part of a pattern whose links are followed: stars for all folders below follow none. */
function ahead(pattern: string, isList: boolean): string {
	const [path = ''] = pattern.replaceAll(/\{[^{}/]*\}/g, '*').split('/**');
	const folder = path.slice(0, path.lastIndexOf('/'));
	return isList && GLOB.test(path.slice(folder.length)) ? folder : path;
}

async function behind(path: string, files: Links): Promise<readonly string[]> {
	if (!GLOB.test(path)) return [path];
	// What cannot be looked through may be anything, so it becomes a path that nothing resolves.
	return (await files.linksBehind?.(path)) ?? [`${path}\0`];
}

/** A name below a file is none. */
async function isFolder(path: string, files: Links): Promise<boolean> {
	const found = await files.read(path, { limit: 1 });
	return !found.ok && found.failure.code === 'not-a-file';
}

function normalize(path: string): string {
	return path.replaceAll(/\/(?:\.?\/)+/g, '/').replace(/\/\.?$/, '');
}
