import { defined } from '../../core/defined.js';
import { limits } from '../../core/limits.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { InputField, TextToWrite, ToolInput } from '../../core/policy/policy-types.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { bounded, boundedJson, isObject, type JsonObject, objectOf } from '../json.js';
import { addressesIn } from './input/addresses.js';
import { contradictionsOf } from './input/contradictions.js';
import { commandOf, otherCommands, possibleCommandsOf } from './input/input-command.js';
import { isEditing, pathsOfCall, withoutShortForms } from './input/input-paths.js';
import { isPatchText, patchDoubts, textsOf } from './input/input-texts.js';
import { mcpOf, possibleMcpOf } from './input/mcp.js';
import { searchedText } from './input/searched-text.js';
import { namesOf } from './input/tool-names.js';
import { isTodoList, understand } from './input/understood.js';
import { isPathName, type Leaf, leavesOf, plainName } from './input/walk.js';

/** Facts of a tool call to decide about. A title can make the decision stricter, never looser. */
export type CallDetails = Pick<
	PermissionRequest,
	'kind' | 'paths' | 'command' | 'writes' | 'host' | 'possibleHosts' | 'mcp' | 'possibleMcp' | 'toolInput'
>;

/** Gathers the facts of a tool call. Of several possible readings the most dangerous one counts. */
export function callDetailsOf(patch: ToolCallPatch): CallDetails {
	const { rawInput } = patch;
	const input = objectOf(rawInput);
	const { leaves, isCut } = leavesOf(rawInput);
	const command = commandOf(input, isEditing(patch));
	const texts = textsOf(rawInput, patch.name);
	const toolNames = namesOf(patch);
	const mcp = mcpOf(patch.name ?? toolNames.find((name) => name.startsWith('mcp__')), input);
	const named = pathsOfCall(patch, leaves, command !== undefined);
	// A tool of an unknown kind that does nothing but edit files is one that edits.
	const isEdit = command === undefined && mcp === undefined && saysToEdit(patch, texts, named);
	const kind = isEdit ? 'edit' : patch.kind;
	const patched = texts.flatMap((text) => (text.how === 'patch' ? (text.path ?? 'a file of the patch') : []));
	const understanding = understand({
		kind,
		toolNames,
		rawInput,
		command,
		namesPath: named.length > 0 || patched.length > 0,
		texts: [...texts.flatMap(({ oldText = '', newText }) => [oldText, newText]), ...diffTextsOf(patch)],
	});
	// The call that was announced under the same id may be the one that is done.
	const paths = withoutShortForms([...new Set([...named, ...understanding.paths, ...(patch.announced?.paths ?? [])])]);
	// An address that is looked for in files is none that is reached.
	const searched = searchedText(patch.kind, input, toolNames);
	const isLookedFor = ({ key, above }: Leaf): boolean => above.length === 0 && searched.has(key);
	const reached = searched.has('pattern') ? leaves.filter((leaf) => !isLookedFor(leaf)) : leaves;
	const { hosts, possibleHosts, urls } = addressesIn(reached, kind === 'fetch' || kind === 'search');
	// Without the tool's name a pattern may be one of names, and lead through links.
	const fields = fieldsOf(rawInput, searchedText(patch.kind, {}, toolNames));
	const possibleMcp = possibleMcpOf(
		{
			name: patch.name,
			toolNames,
			title: patch.title,
			isOpen: isOpenTitle(patch, paths),
			values: [...paths, ...textsIn(leaves)],
		},
		rawInput,
	);
	const others = otherCommands(patch.announced?.commands ?? [], command);
	const known = { hasCommand: command !== undefined, isTodoList: isTodoList(rawInput) };
	const doubts = patchDoubts(texts, named);
	const notUnderstood = [
		...understanding.reasons,
		...doubts.reasons,
		...(possibleMcp.isLikely && mcp === undefined ? ['a tool of an MCP server'] : []),
		...(others.length > 0 ? ['announced with another command'] : []),
		...contradictionsOf(patch, { ...known, isEdit, paths, values: textsIn(leaves) }),
	];
	const words = [...understanding.words, ...doubts.words];
	// A command that is understood whole is all that runs.
	const isOneCommand = command !== undefined && notUnderstood.length === 0;
	const toolInput: ToolInput = defined({
		...fields,
		urls,
		notUnderstood,
		possibleCommands: isOneCommand
			? []
			: [...new Set([...possibleCommandsOf(rawInput, isEditing(patch)), ...understanding.commands, ...others])],
		possiblePaths: words.length === 0 ? undefined : words,
		isTooLarge: isCut || fields.omitted > 0 || possibleMcp.isCut ? (true as const) : undefined,
		isTodoList: known.isTodoList ? (true as const) : undefined,
		texts: texts.map((text) => (isShown(patch, text.newText) ? { ...text, isInDiff: true as const } : text)),
	});
	return {
		paths,
		toolInput,
		...defined({
			command,
			kind: isEdit ? ('edit' as const) : undefined,
			writes:
				holdsText(input) || texts.some(({ how }) => how === 'patch' || how === 'delete' || typeof how === 'object')
					? (true as const)
					: undefined,
			// Several hosts together: a rule that allows one of them does not match.
			host: hosts.length === 0 ? undefined : hosts.join(','),
			possibleHosts: possibleHosts.length === 0 ? undefined : possibleHosts,
			mcp,
			possibleMcp: possibleMcp.tools.length === 0 ? undefined : possibleMcp.tools,
		}),
	};
}

/** Whether a call of unknown kind only edits files: it shows a diff, is a patch, or replaces a text of a named file. */
function saysToEdit(patch: ToolCallPatch, texts: readonly TextToWrite[], paths: readonly string[]): boolean {
	if (patch.kind !== undefined && patch.kind !== 'other') return false;
	const isEdit = ({ how, newText, oldText }: TextToWrite): boolean =>
		how === 'patch' ? isPatchText(newText) : oldText !== undefined && paths.length > 0;
	const isShown = diffTextsOf(patch).length > 0;
	return texts.every(isEdit) && (isShown || texts.length > 0);
}

function diffTextsOf({ content = [] }: ToolCallPatch): readonly string[] {
	return content.flatMap((item) => (item.type === 'diff' ? [item.newText, item.oldText ?? ''] : []));
}

function textsIn(leaves: readonly Leaf[]): readonly string[] {
	return leaves.flatMap(({ value }) => (typeof value === 'string' && value.length <= 1000 ? [value] : []));
}

/** A title that is neither a command nor a file's name may be a tool's. */
function isOpenTitle({ kind, title = '' }: ToolCallPatch, paths: readonly string[]): boolean {
	return kind !== 'edit' && kind !== 'execute' && !paths.some((path) => path.endsWith(title));
}

/** A patch beside a diff of the same file is the same change once more, in another form. */
function isShown({ content = [] }: ToolCallPatch, text: string): boolean {
	const isPatch = /^(?:Index: |--- |diff --git )/.test(text);
	return content.some(
		(item) =>
			item.type === 'diff' &&
			((text === '' ? item.newText === '' : item.newText.includes(text)) || (isPatch && text.includes(item.path))),
	);
}

const TEXT_NAMES: ReadonlySet<string> = new Set([
	...['content', 'contents', 'filetext', 'inserttext', 'newsource', 'replacement'],
	...['oldstring', 'newstring', 'oldstr', 'newstr', 'oldtext', 'newtext'],
]);
const CHANGE_NAMES: ReadonlySet<string> = new Set(['patch', 'patchtext', 'edits', 'changes', 'diff', 'unifieddiff']);

function holdsText(input: JsonObject): boolean {
	const fields = Object.entries(input).map(([key, value]) => ({ name: plainName(key), value: value ?? undefined }));
	const isThere = ({ value }: { readonly value: unknown }): boolean =>
		value !== undefined && typeof value !== 'boolean' && typeof value !== 'number';
	const namesFile = fields.some((field) => isPathName(field.name) && field.value !== undefined);
	return fields.some(
		(field) => isThere(field) && (CHANGE_NAMES.has(field.name) || (namesFile && TEXT_NAMES.has(field.name))),
	);
}

/** Fields listed, and their depth; deeper ones become one field of JSON. */
const MOST_FIELDS = 1000;
const MOST_LEVELS = 32;

/** Fields of a tool call's input by dotted names, in its order, bounded in every way; `omitted` counts the rest. */
function fieldsOf(
	input: unknown,
	texts: ReadonlySet<string>,
): { readonly fields: readonly InputField[]; readonly omitted: number } {
	const fields: InputField[] = [];
	let omitted = 0;
	let room = limits.rawChars;

	function add(name: string, value: string): void {
		if (fields.length >= MOST_FIELDS || room <= 0) {
			omitted += 1;
			return;
		}
		const kept = bounded(value, room);
		room -= name.length + kept.length;
		fields.push({ name, value: kept, ...(texts.has(plainName(name)) ? { isText: true } : {}) });
	}

	function walk(name: string, value: unknown, level: number): void {
		const isNested = Array.isArray(value) || isObject(value);
		const entries = isNested ? Object.entries(value) : [];
		if (entries.length === 0) add(name, typeof value === 'string' ? value : boundedJson(value));
		else if (level >= MOST_LEVELS) add(name, boundedJson(value, Math.max(0, room)) || '…');
		else for (const [key, item] of entries) walk(name === '' ? key : `${name}.${key}`, item, level + 1);
	}

	if (input !== undefined) walk('', input, 0);
	return { fields, omitted };
}
