import { textOf } from '../../json.js';
import { ADDRESS_NAMES } from './addresses.js';
import { FOLDER_NAMES, isUsualShell } from './command.js';
import { isPathName, type Leaf } from './walk.js';

/** Fields that hold a path or several, beside those whose names say so ({@link isPathName}). */
const PATH_NAMES: ReadonlySet<string> = new Set(['source', 'destination', 'workspace', 'workspaceroot', 'notebook']);
/** Fields whose text is no path, whatever it begins with: commands, texts to be written, words for people. */
const NEVER: ReadonlySet<string> = new Set([
	...['command', 'cmd', 'commandline', 'cmdline', 'shellcommand', 'bashcommand', 'script', 'args', 'arguments', 'argv'],
	...['content', 'contents', 'text', 'filetext', 'inserttext', 'newsource', 'oldsource', 'replacement', 'codeedit'],
	...['oldstring', 'newstring', 'oldstr', 'newstr', 'oldtext', 'newtext', 'patch', 'patchtext', 'diff', 'unifieddiff'],
]);
/** Fields for people: a path stands alone in them, if at all. */
const PROSE: ReadonlySet<string> = new Set([
	'prompt',
	'description',
	'instruction',
	'thought',
	'explanation',
	'question',
]);
/** A path longer than this is none that a system takes. */
const MOST_CHARS = 4096;
const MOST_PATHS = 1000;

/**
 * Every path in an input: what is in a field that is named so, and any text that looks like one (absolute,
 * with `~` or `..`, a `file:` address, a drive or a share). A pattern counts as the folder that it begins in, too.
 */
export function pathsIn(leaves: readonly Leaf[], hasCommand: boolean): readonly string[] {
	const paths = new Set<string>();
	for (const { key, above, value } of leaves) {
		const text = textOf(value);
		// The folder of a command is checked as that.
		if (hasCommand && above.length === 0 && FOLDER_NAMES.has(key)) continue;
		if (key === 'shell' && isUsualShell(value)) continue;
		if (paths.size >= MOST_PATHS) break;
		if (text === undefined || text.length > MOST_CHARS || NEVER.has(key) || /[\n\r\0]/.test(text)) continue;
		if (/^\s*[[{]/.test(text) || isAddress(key, text)) continue;
		if (PROSE.has(key) && /\s/.test(text)) continue;
		if (/^file:/i.test(text)) paths.add(pathOfFileAddress(text));
		else if (isPathName(key) || PATH_NAMES.has(key) || looksLikePath(text)) {
			paths.add(text);
			paths.add(folderOfPattern(text));
		}
	}
	return withoutShortForms([...paths]);
}

/** The paths without those that are a short form of another, for showing: they are no second file. */
export function withoutShortForms(paths: readonly string[]): readonly string[] {
	const whole = paths.filter((path) => path.startsWith('/'));
	return paths.filter((path) => path.startsWith('/') || !whole.some((other) => other.endsWith(`/${path}`)));
}

/** True for a text in which a shell would put another in place of a part: a home folder, a variable. */
export function namesPlaceOfShell(text: string): boolean {
	return /^~|\$[A-Za-z_{(]|%[A-Za-z_][^%/\\]*%/.test(text);
}

/** True for a text that a system or a shell would take for a place of its own, not for a name in the workspace. */
function looksLikePath(text: string): boolean {
	return /^(?:[/~]|\\\\|[a-z]:[\\/]|file:)/i.test(text) || leavesFolder(text);
}

/** True for a text that may be a file of the workspace too: with a folder, an ending or a dot before it. */
export function couldBePath(text: string): boolean {
	return looksLikePath(text) || /^[^\s:]+\/[^\s]|^\.[\w-]+$|[^\s/.]\.[a-z][a-z\d]{0,9}$/i.test(text);
}

/** True when a component is `..`, in a pattern's alternatives too. */
export function leavesFolder(text: string): boolean {
	return /(?:^|[/\\{,(|!])\.\.(?:$|[/\\},)|])/.test(text);
}

/** The part of a pattern that is no pattern: `/w/src/**` begins in `/w/src`. A `[` may be part of a name. */
function folderOfPattern(text: string): string {
	const at = text.search(/[*?{]/);
	if (at < 0 || !text.startsWith('/')) return text;
	return text.slice(0, Math.max(1, text.lastIndexOf('/', at)));
}

/** The path that a `file:` address stands for; the address itself where that cannot be said. */
export function pathOfFileAddress(text: string): string {
	if (!URL.canParse(text)) return text;
	const { host, pathname } = new URL(text);
	try {
		// A host makes it a share of another machine, which is nowhere inside.
		return host === '' || host === 'localhost' ? decodeURIComponent(pathname) : text;
	} catch {
		return text;
	}
}

function isAddress(key: string, text: string): boolean {
	if (/^file:/i.test(text)) return false;
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(text) || (ADDRESS_NAMES.test(key) && /^\/\/[^/]/.test(text));
}
