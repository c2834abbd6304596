import { absolutePath, relativeTo } from '../core/policy/file-name.js';
import type { InputField, PathFact } from '../core/policy/policy-types.js';
import type { FilesPort } from '../core/ports.js';
import type { ToolKind } from '../core/tool-call.js';
import { climbsFromLink } from './command-links.js';

/** A path that counts from the workspace, whoever reads it. */
const PLAIN_RELATIVE = /^(?![/~])[^\\:$%\p{Cc}]+$/u;
const GLOB = /[*?[]/;
/** Alternatives in a pattern. */
const GROUP = /[@+!?*]?\([^()/]*\)|\{[^{}/]*\}/g;
const MOST_JOINED = 500;
const MOST_PATTERNS = 64;
const MOST_CHARS = 1000;
/** Fields of patterns of names, and of the names that may be patterns. */
const PATTERN_FIELD = /(?:pattern|glob|include|path|file|filename|dir|directory|directorie|folder)s?(?:\.\d+)?$/i;

type Files = Pick<FilesPort, 'inspect' | 'read' | 'linksBehind'>;

/** The path as it counts from the workspace, where it is a plain relative one. */
export function wholePath(path: string, workspace: string): string {
	return PLAIN_RELATIVE.test(path) ? absolutePath(workspace, path) : path;
}

/** The fact of a path; `..` behind a link leads to one place or another, by who reads it. */
export async function pathFact(path: string, files: Files): Promise<PathFact> {
	const fact = await files.inspect(path);
	const isClear = !path.includes('/..') || (path.length <= MOST_CHARS && !(await climbsFromLink(path, files)));
	return isClear ? fact : { ...fact, real: null, relative: null, isInside: false, isPlanFile: false };
}

/** Relative names as they count from each of the others that may be a folder; null where these are too many. */
export async function joinedPaths(
	named: readonly string[],
	workspace: string,
	files: Files,
): Promise<readonly string[] | null> {
	const all = [...new Set(named)];
	const relative = all.filter((path) => PLAIN_RELATIVE.test(path));
	if (relative.length === 0 || all.length < 2) return [];
	if (all.length > MOST_JOINED) return null;
	const areFiles = await Promise.all(
		all.map(async (path) => (await files.read(wholePath(path, workspace), { limit: 1 })).ok),
	);
	const folders = all.filter((_, index) => areFiles[index] !== true);
	if (folders.length * relative.length > MOST_JOINED) return null;
	return folders.flatMap((folder) =>
		relative.flatMap((path) => (path === folder ? [] : [`${folder.replace(/\/+$/, '')}/${path}`])),
	);
}

/** Names in a request, resolved from the workspace, with those that `joinedPaths` made of them, and its input. */
type Asked = {
	readonly kind: ToolKind;
	readonly named: readonly string[];
	readonly joined: readonly string[];
	readonly fields: readonly InputField[];
	readonly workspace: string;
};

/**
 * Places that the names of a request, and the patterns in it, lead to by links, as a program may follow these. The last
 * names that a search finds are only listed.
 */
export async function pathsBehindLinks(asked: Asked, files: Files): Promise<readonly PathFact[]> {
	const { joined, workspace } = asked;
	// Input too deep to search may hold any path: it becomes one that nothing resolves.
	const unknown = [`${workspace}/\0`];
	const patterns = patternsOf(asked);
	const linked =
		patterns.length > MOST_PATTERNS
			? [unknown]
			: await Promise.all(patterns.map(async (pattern) => (await behind(pattern, asked, files)) ?? unknown));
	const below = joined.map((path) => wholePath(path, workspace));
	const facts = await Promise.all([...new Set([...below, ...linked.flat()])].map((path) => files.inspect(path)));
	return facts.filter(({ given, real, isInside }) => !isInside || real !== normalize(given));
}

/** Patterns, whatever their field is called, and names that are no paths of the request, from each folder that they may count from. */
function patternsOf({ kind, named, fields, workspace }: Asked): readonly string[] {
	const values = fields.flatMap(({ name, value, isText }) =>
		isText !== true && PATTERN_FIELD.test(name) ? value : [],
	);
	const patterns = [...values, ...named]
		.filter((value) => GLOB.test(value) || !named.includes(absolutePath(workspace, value)))
		.filter((value) => kind !== 'search' || value.includes('/'));
	const folders = [workspace, ...named.filter((path) => !GLOB.test(path))];
	return [...new Set(patterns.flatMap((pattern) => folders.map((folder) => absolutePath(folder, pattern))))];
}

/** Files that the patterns of a request choose, as they count from the workspace; where it searches, `pattern` is what for. */
export function chosenNames({ kind, named, fields, workspace }: Asked): readonly string[] {
	const isChoosing = ({ name, isText }: InputField): boolean =>
		isText !== true &&
		PATTERN_FIELD.test(name) &&
		!/exclude|ignore/i.test(name) &&
		(kind !== 'search' || !/^patterns?(?:\.\d+)?$/i.test(name));
	const chosen = fields.filter(isChoosing).map(({ value }) => value);
	const folders = [workspace, ...named];
	if (chosen.length * folders.length > MOST_JOINED) return [];
	const all = chosen.flatMap((name) => folders.map((folder) => relativeTo(workspace, absolutePath(folder, name))));
	return [...new Set(all)].filter((name) => name.length <= MOST_CHARS);
}

/** The part of a pattern whose links are followed, null where that is not known: stars for all folders below follow none. */
function ahead(pattern: string, isList: boolean): string | null {
	let plain = pattern.replaceAll(/\\(.)/g, '$1');
	for (let before = ''; before !== plain; ) {
		before = plain;
		plain = plain.replaceAll(GROUP, '*');
	}
	if (/\{.*,|\(.*\|/s.test(plain)) return null;
	const [path = '', ...below] = plain.split('/**');
	const folder = path.slice(0, path.lastIndexOf('/'));
	return isList && below.length === 0 && GLOB.test(path.slice(folder.length)) ? folder : path;
}

async function behind(pattern: string, { kind, workspace }: Asked, files: Files): Promise<readonly string[] | null> {
	const path = pattern.length > MOST_CHARS ? null : ahead(pattern, kind === 'search');
	if (path === null) return null;
	if (!path.startsWith(`${workspace}/`) && !(await isBelowFolder(path, files))) return [];
	const links = GLOB.test(path) ? ((await files.linksBehind?.(path)) ?? null) : [];
	return links === null ? null : [path, ...links];
}

/** Whether a folder that it names on its way is one of the additional directories. */
async function isBelowFolder(path: string, files: Files): Promise<boolean> {
	for (const { index } of path.matchAll(/(?!^)\//g))
		if ((await files.inspect(path.slice(0, index))).isInside) return true;
	return false;
}

function normalize(path: string): string {
	return path.replaceAll(/\/(?:\.?\/)+/g, '/').replace(/\/\.?$/, '');
}
