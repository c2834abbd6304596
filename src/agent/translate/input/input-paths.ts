import type { ContentBlock } from '../../../core/content.js';
import type { ToolCallPatch, ToolContent } from '../../../core/tool-call.js';
import { isObject, objectOf, textOf } from '../../json.js';
import { ADDRESS_NAMES } from './addresses.js';
import { commandOf, FOLDER_NAMES, isUsualShell } from './input-command.js';
import { searchedText } from './searched-text.js';
import { namesOf } from './tool-names.js';
import { isPathName, type Leaf, leavesOf } from './walk.js';

const PATH_NAMES: ReadonlySet<string> = new Set(['source', 'destination', 'workspace', 'workspaceroot', 'notebook']);
/** Fields whose text is never a path: commands, texts to be written, prose. */
const NEVER: ReadonlySet<string> = new Set([
	...['command', 'cmd', 'commandline', 'cmdline', 'shellcommand', 'bashcommand', 'script', 'args', 'arguments', 'argv'],
	...['content', 'contents', 'text', 'filetext', 'inserttext', 'newsource', 'oldsource', 'replacement', 'codeedit'],
	...['oldstring', 'newstring', 'oldstr', 'newstr', 'oldtext', 'newtext', 'patch', 'patchtext', 'diff', 'unifieddiff'],
]);
/** Fields for people: a path counts only if it stands alone. */
const PROSE = new Set(['prompt', 'description', 'instruction', 'thought', 'explanation', 'question']);
const MOST_CHARS = 4096;
const MOST_PATHS = 1000;

/** Paths of an input: values of path fields, and texts that look like a path. A pattern counts as its folder, too. */
function pathsIn(leaves: readonly Leaf[], hasCommand: boolean): readonly string[] {
	const paths = new Set<string>();
	for (const { key, above, value } of leaves) {
		const written = textOf(value);
		// The folder of a command is checked separately.
		if (hasCommand && above.length === 0 && FOLDER_NAMES.has(key)) continue;
		if (key === 'shell' && isUsualShell(value)) continue;
		if (paths.size >= MOST_PATHS) break;
		if (written === undefined || written.length > MOST_CHARS || NEVER.has(key) || /[\n\r\0]/.test(written)) continue;
		if (/^\s*[[{]/.test(written)) continue;
		// Many tools take blanks, quotes and the mark of a mention away.
		for (const text of new Set([written, written.replaceAll(/^[\s"'`<@]+|[\s"'`>]+$/g, '')])) {
			if (text === '' || isAddress(key, text) || (PROSE.has(key) && /\s/.test(text))) continue;
			if (/^file:/i.test(text)) paths.add(pathOfFileAddress(text));
			else if (isPathName(key) || PATH_NAMES.has(key) || looksLikePath(text)) {
				paths.add(text);
				paths.add(folderOfPattern(text));
			}
		}
	}
	return withoutShortForms([...paths]);
}

/** Drops short forms of other paths, for display. */
export function withoutShortForms(paths: readonly string[]): readonly string[] {
	const whole = paths.filter((path) => path.startsWith('/'));
	return paths.filter((path) => path.startsWith('/') || !whole.some((other) => other.endsWith(`/${path}`)));
}

/** True for a text that a shell would expand: a home folder, a variable. */
export function namesPlaceOfShell(text: string): boolean {
	return /^~|\$[A-Za-z_{(]|%[A-Za-z_][^%/\\]*%/.test(text);
}

function looksLikePath(text: string): boolean {
	return /^(?:[/~]|\\\\|[a-z]:[\\/]|file:)/i.test(text) || leavesFolder(text);
}

/** Also true for possible workspace files: with a folder, an extension or a leading dot. */
export function couldBePath(text: string): boolean {
	return looksLikePath(text) || /^[^\s:]+\/[^\s]|^\.[\w-]+$|[^\s/.]\.[a-z][a-z\d]{0,9}$/i.test(text);
}

/** True for a `..` component, also in a pattern's alternatives. */
export function leavesFolder(text: string): boolean {
	return /(?:^|[/\\{,(|!])\.\.(?:$|[/\\},)|])/.test(text);
}

/** Folder that a pattern begins in: `/w/src` of `/w/src/**`. A `[` may be part of a name. */
function folderOfPattern(text: string): string {
	const at = text.search(/[*?{]/);
	if (at < 0 || !text.startsWith('/')) return text;
	return text.slice(0, Math.max(1, text.lastIndexOf('/', at)));
}

/** Path of a `file:` address; the address itself where it has none. */
function pathOfFileAddress(text: string): string {
	if (!URL.canParse(text)) return text;
	const { host, pathname } = new URL(text);
	try {
		// A host means a share of another machine, which is outside.
		return host === '' || host === 'localhost' ? decodeURIComponent(pathname) : text;
	} catch {
		return text;
	}
}

function isAddress(key: string, text: string): boolean {
	if (/^file:/i.test(text)) return false;
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(text) || (ADDRESS_NAMES.test(key) && /^\/\/[^/]/.test(text));
}

export function isEditing({ kind }: ToolCallPatch): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** Paths in a call's locations, content and input; `leaves` are those of the input. */
export function pathsOfCall(
	patch: ToolCallPatch,
	leaves: readonly Leaf[] = leavesOf(patch.rawInput).leaves,
	hasCommand: boolean = commandOf(objectOf(patch.rawInput), isEditing(patch)) !== undefined,
): readonly string[] {
	const input = objectOf(patch.rawInput);
	const { changes } = input;
	const texts = searchedText(patch.kind, input, namesOf(patch));
	const others = leaves.filter(({ key, above }) => above.length > 0 || !texts.has(key));
	const named = [
		...(patch.locations ?? []).map((location) => location.path),
		...(patch.content ?? []).flatMap((item) => (item.type === 'diff' ? [item.path] : [])),
		...addressesOfContent(patch).filter(isFileAddress).map(pathOfFileAddress),
		// A patch of several files may be keyed by path.
		...(isObject(changes) ? Object.keys(changes) : []),
	];
	return [...new Set([...named, ...pathsIn(others, hasCommand)])];
}

export function refersElsewhere(patch: ToolCallPatch): boolean {
	return addressesOfContent(patch).some((address) => !isFileAddress(address));
}

function isFileAddress(address: string): boolean {
	return /^file:/i.test(address);
}

function addressesOfContent({ content = [] }: ToolCallPatch): readonly string[] {
	return content.flatMap((item: ToolContent) => (item.type === 'content' ? addressOf(item.block) : []));
}

function addressOf(block: ContentBlock): readonly string[] {
	if (block.type === 'resource_link' || block.type === 'resource') return [block.uri];
	return block.type === 'image' && block.uri !== undefined ? [block.uri] : [];
}
