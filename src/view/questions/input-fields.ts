import { applyPatch, parsePatch } from 'diff';
import { readPatch } from '../../core/edits/patch.js';
import type { ActionRequest, McpTool } from '../../core/policy/policy-types.js';
import { counted } from '../../core/text/counted.js';
import { ADDRESS, HOST, INPUT, VARIABLE } from './detail-messages.js';
import { type QuestionDetail, questionDetail } from './question-detail.js';

/** Names under which agents send what the question shows at a place of its own. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(
	`path filepath file filename abspath absolutepath notebookpath paths filepaths files targetfile relativepath movepath
	url urls uri href cwd workdir workingdir workingdirectory chdir directory directories dir dirpath
	content contents text filetext filecontent filecontents new newtext newstring newstr newsource replacement replace
	inserttext codeedit old oldtext oldstring oldstr oldsource search find shell stdin env description title`.split(
		/\s+/,
	),
);

/** Names under which a command is sent, as a line, as its words or as the commands that it is made of. */
const COMMAND_NAMES: ReadonlySet<string> = new Set(
	'command commands cmd cmds commandline commandlines cmdline shellcommand bashcommand script argv args arguments'.split(
		' ',
	),
);

/** Names under which a change is sent once more as a unified diff. */
const PATCH_NAMES: ReadonlySet<string> = new Set(['diff', 'patch', 'unifieddiff']);

/** Values of fields of an agent's own tools that ask for nothing unusual. */
const USUAL: ReadonlyMap<string, string> = new Map([
	['replaceall', 'false'],
	['runinbackground', 'false'],
	['expectedreplacements', '1'],
]);

/** The server and the tool, where a request names them apart from the tool's arguments. */
const MCP_NAMES: Readonly<Record<string, keyof McpTool>> = { server: 'server', tool: 'tool' };

/** Names of our rows: an agent's field of that name is marked. */
const OUR_NAMES: ReadonlySet<string> = new Set([ADDRESS, HOST, INPUT, VARIABLE, 'in']);

/** Longer titles are not shown in whole where the question is not opened. */
const LONG_TITLE = 60;

/** The fields of a tool call's input that nothing else of the question shows, as `name: value`. */
export function fieldDetails(request: ActionRequest): readonly QuestionDetail[] {
	const { toolInput } = request;
	if (toolInput === undefined) return [];
	const shown = shownValues(request);
	const { mcp } = request;
	const fields = toolInput.fields
		.filter(({ name, value }) => !(isShownElsewhere(wordOf(name)) && shown.has(value.trim())))
		.filter(({ name, value }) => !(COMMAND_NAMES.has(wordOf(name)) && isPartOfCommand(request, value)))
		.filter(({ name, value }) => !(PATCH_NAMES.has(wordOf(name)) && isPatchOf(request.diffs, value)))
		.filter(({ value }) => !isPatchRead(request, value))
		.filter(({ name, value }) => !(mcp === undefined && USUAL.get(wordOf(name)) === value.trim()))
		.filter(({ name, value }) => mcp === undefined || MCP_NAMES[name] === undefined || mcp[MCP_NAMES[name]] !== value)
		.map(({ name, value }) => ({
			...questionDetail(labelOf(mcp === undefined ? name : argumentName(name)), value),
			// The name of the connecting program is ours.
			...(request.port === undefined ? {} : { isWords: true as const }),
		}));
	const { omitted } = toolInput;
	if (omitted === 0) return fields;
	return [...fields, questionDetail('', `${counted(omitted, 'more field')} came with it: too many to be shown`, true)];
}

function isShownElsewhere(word: string): boolean {
	return SHOWN_ELSEWHERE.has(word) || COMMAND_NAMES.has(word);
}

/** Of a request that is understood, no field names another command than the one that is shown. */
function isPartOfCommand({ command, toolInput }: ActionRequest, value: string): boolean {
	return toolInput?.notUnderstood.length === 0 && command?.text.includes(value.trim()) === true;
}

/** Whether a text is a patch all of whose lines stand in the changes that were worked out from it. */
function isPatchRead({ toolInput, changes = [] }: ActionRequest, value: string): boolean {
	if (changes.length === 0 || changes.some(({ doubt }) => doubt !== undefined && doubt !== 'deletes-file'))
		return false;
	const isStated = toolInput?.texts.some(({ how, newText }) => how === 'patch' && newText === value) === true;
	return isStated && readPatch(value) !== null;
}

/** Prefix of the arguments where an agent names server and tool beside them. */
const ARGUMENTS = 'arguments.';

function argumentName(name: string): string {
	return name.startsWith(ARGUMENTS) ? name.slice(ARGUMENTS.length) : name;
}

/** A name that could be read as a row of ours, or as words, stands in quotes. */
function labelOf(name: string): string {
	if (name === '') return 'input';
	return /^[\w$.@/-]+$/.test(name) && !OUR_NAMES.has(name.toLowerCase()) ? name : `“${name}”`;
}

/** Whether part of the input is not among its fields, or of one of them the end is missing. */
export function isInputCut({ toolInput }: ActionRequest): boolean {
	if (toolInput === undefined) return false;
	return toolInput.omitted > 0 || toolInput.fields.some(({ value }) => /… \([\d,.]+ more characters\)$/.test(value));
}

/** The last name on the way to a field, without places in lists and the ways to write it. */
function wordOf(name: string): string {
	const parts = name.split('.').filter((part) => !/^\d+$/.test(part));
	const word = parts.at(-2)?.toLowerCase() === 'env' ? 'env' : (parts.at(-1) ?? '');
	return word.toLowerCase().replace(/[_-]/g, '');
}

/** Values that the question shows already, character by character. */
function shownValues({ command, paths, diffs, toolInput, title }: ActionRequest): ReadonlySet<string> {
	return new Set(
		[
			title.length <= LONG_TITLE ? title : undefined,
			command?.text,
			command?.line,
			...(command?.argv ?? []),
			command?.cwd?.given,
			command?.shell,
			command?.stdin,
			...(command?.env ?? []).map((variable) => variable.value ?? undefined),
			...paths.map((path) => path.given),
			...(toolInput?.urls ?? []),
			...diffs.flatMap((diff) => [diff.oldText ?? undefined, diff.newText]),
			...(toolInput?.texts ?? []).flatMap((text) => [text.oldText, text.newText]),
		]
			.filter((text) => text !== undefined)
			.map((text) => text.trim()),
	);
}

type Diffs = ActionRequest['diffs'];

/** Longer patches are not compared; they are shown. */
const MOST_CHARS = 200_000;

/** Beginnings of a line of a unified diff, its headers included. */
const PATCH_LINE = /^(?:Index: |={3,}$|diff --git |--- |\+\+\+ |@@ |[ +-]|\\ No newline|$)/;

/**
 * Whether a text is one of these changes once more, as a unified diff: it is for the same file and makes exactly the
 * new text of the old one. OpenCode sends every edit in both forms.
 */
export function isPatchOf(diffs: Diffs, text: string): boolean {
	if (diffs.length === 0 || text.length > MOST_CHARS || !text.includes('@@ ')) return false;
	return makesOneOf(diffs, text);
}

function makesOneOf(diffs: Diffs, text: string): boolean {
	if (!text.split('\n').every((line) => PATCH_LINE.test(line))) return false;
	try {
		const [patch, ...more] = parsePatch(text);
		if (patch === undefined || more.length > 0 || patch.hunks.length === 0) return false;
		const names = [patch.index, patch.oldFileName, patch.newFileName].filter((name) => name !== undefined);
		return diffs.some(
			({ path, oldText, newText }) =>
				names.every((name) => isNameOf(path, name)) && applyPatch(oldText ?? '', patch) === newText,
		);
	} catch {
		// Not a patch that can be read: it is shown.
		return false;
	}
}

/** Git writes `a/` and `b/` before the names, and /dev/null for a file that is not there. */
function isNameOf(path: string, name: string): boolean {
	return name === '/dev/null' || name === path || path.endsWith(`/${name.replace(/^[ab]\//, '')}`);
}
