import { defined } from '../../../core/defined.js';
import { readPatch } from '../../../core/edits/patch.js';
import type { TextToWrite } from '../../../core/policy/policy-types.js';
import { isObject, type JsonObject, objectOf, textOf } from '../../json.js';
import { plainName } from './walk.js';

const MOST_TEXTS = 200;
const MOST_LEVELS = 8;
const PATHS = ['filepath', 'path', 'abspath', 'absolutepath', 'filename', 'file', 'notebookpath', 'targetfile'];
const OLD = ['old', 'oldstring', 'oldstr', 'oldtext', 'oldsource', 'search', 'find', 'original'];
const CONTENTS = ['content', 'contents', 'filetext', 'filecontent', 'filecontents'];
const PATCHES = ['patch', 'patchtext', 'diff', 'unifieddiff'];
const NEW = [
	'new',
	...['newstring', 'newstr', 'newtext', 'newsource', 'replace', 'replacement', 'replacewith', 'updated'],
	...CONTENTS,
	...['inserttext', 'insertedtext'],
	...PATCHES,
	...['codeedit', 'codecontent'],
];
const NEW_NAMES: ReadonlySet<string> = new Set(NEW);
const EVERY = ['replaceall', 'allowmultiple', 'isglobal', 'global'];
/** Fields that say nothing about where in a file a text goes; all others may. */
const PLACELESS: ReadonlySet<string> = new Set([
	...[...PATHS, ...CONTENTS, 'command', 'encoding', 'description', 'explanation', 'instruction', 'instructions'],
	...['type', 'kind', 'createdirectories', 'modifiedbyuser', 'aiproposedcontent', 'overwrite', 'append', 'timeout'],
	...['reason', 'reasoning', 'justification', 'intent', 'callid', 'toolcallid', 'turnid', 'dirpath'],
]);
/** Names of tools that put a text into part of a file, or elsewhere. */
const NO_WHOLE_FILE = /append|insert|prepend|add|comment|message|issue|post|send|cell|lines?$|at$|regex/;

/** Texts that an input would write, at any depth, with file, meaning and operation where said; `tool`: its name. */
export function textsOf(input: unknown, tool = ''): readonly TextToWrite[] {
	const texts: TextToWrite[] = [];
	const isWholeFile = !NO_WHOLE_FILE.test(plainName(tool.replace(/^mcp__.+?__/s, '')));

	function walk(value: unknown, outerPath: string | undefined, level: number): void {
		if (level > MOST_LEVELS || texts.length >= MOST_TEXTS) return;
		// A patch names its files itself, whichever field has it.
		if (typeof value === 'string' && isPatchText(value))
			texts.push(defined({ path: outerPath, newText: value, how: 'patch' as const }));
		if (Array.isArray(value)) for (const item of value) walk(item, outerPath, level + 1);
		if (!isObject(value)) return;
		const fields = fieldsByName(value);
		const path = fields.texts(PATHS)[0] ?? outerPath;
		if (path !== undefined && isDeletion(fields)) {
			const [oldText] = fieldsByName({ ...objectOf(fields.value('delete')), ...value }).texts(CONTENTS);
			texts.push(defined({ path, oldText, newText: '', how: 'delete' as const }));
			return;
		}
		const [movedTo] = fields.texts(['movepath', 'newpath']);
		const from = path ?? fields.texts(['oldpath'])[0];
		if (movedTo !== undefined && from !== undefined && movedTo !== from)
			texts.push({ path: from, newText: '', how: { movedTo } });
		const [oldText] = fields.texts(OLD);
		for (const name of NEW) {
			for (const newText of fields.strings(name)) {
				const stated = stateOf(name, newText, oldText, fields, isWholeFile);
				// Replacing nothing by nothing is no change.
				const isText = newText !== '' || oldText !== undefined || (stated.how === 'whole' && path !== undefined);
				if (isText) texts.push(defined({ path, ...stated }));
			}
		}
		for (const [key, item] of Object.entries(value)) {
			if (typeof item === 'string' && NEW_NAMES.has(plainName(key))) continue;
			// `changes` of a patch is keyed by path.
			walk(item, /[/.]/.test(key) ? key : path, level + 1);
		}
	}

	walk(input, undefined, 0);
	return texts.slice(0, MOST_TEXTS);
}

/** The whole file goes away, which an agent may tell with its content. */
function isDeletion(fields: Fields): boolean {
	return (
		isObject(fields.value('delete')) ||
		/^(?:delete|remove|unlink|rm)$/i.test(fields.texts(['type', 'command'])[0] ?? '')
	);
}

const LINK = /^(?:(?:(?:new|create|deleted) file|new|old) mode|index \S+) 1[26]0000\s*$/m;
/** Lines that may name a file, up to a date, and their words that name none. */
const HEADERS = /^[ \t]*(?:(?:[-+*]{3}|Index:|diff|rename|copy) |\*{3})[^\t\n]*/gm;
const NO_NAME =
	/^(?:[-+*]*|diff|\*{3}(?:Add|Update|Delete|Move)|--git|-\w+|Begin|End|Patch|Add|Update|Delete|File:?|of|Move|to:?|from|Index:|rename|copy|[\d,]+|\/dev\/null)$/;

/** Why patches may do more than is seen of them, and the files that those name which cannot be read. */
export function patchDoubts(
	texts: readonly TextToWrite[],
	named: readonly string[],
): { readonly reasons: string[]; readonly words: string[] } {
	const patches = texts.filter(({ how }) => how === 'patch').map(({ newText }) => newText);
	const words = patches
		.filter((text) => readPatch(text) === null)
		.flatMap((text) => text.match(HEADERS) ?? [])
		.flatMap((line) => line.split(/\s+/).filter((word) => !NO_NAME.test(word)))
		.map((word) => word.replace(/^[ab]\//, ''))
		.filter((word) => !named.some((path) => path === word || path.endsWith(`/${word}`)));
	const reasons = words.length > 0 ? ['a patch of a form that is not known'] : [];
	if (patches.some((text) => LINK.test(text))) reasons.push('a patch that makes a link');
	return { reasons, words };
}

/** True for a patch that names its files, in the form of `apply_patch` or git. */
export function isPatchText(text: string): boolean {
	return /^\s*(?:\*\*\* Begin Patch|diff --git )/.test(text) && readPatch(text) !== null;
}

function stateOf(
	name: string,
	newText: string,
	oldText: string | undefined,
	fields: Fields,
	isWholeFile: boolean,
): TextToWrite {
	if (PATCHES.includes(name) || isPatchText(newText)) return { newText, how: 'patch' };
	if (oldText !== undefined) {
		const isEvery =
			EVERY.some((flag) => fields.value(flag) === true) || Number(fields.value('expectedreplacements')) > 1;
		return isEvery ? { oldText, newText, how: 'every' } : { oldText, newText };
	}
	const line = fields.value('insertline');
	if (typeof line === 'number') return { newText, how: { afterLine: line } };
	if (!CONTENTS.includes(name)) return { newText };
	if (fields.value('append') === true) return { newText, how: 'append' };
	return isWholeFile && fields.names.every((each) => PLACELESS.has(each)) ? { newText, how: 'whole' } : { newText };
}

type Fields = {
	readonly names: readonly string[];
	texts(names: readonly string[]): readonly string[];
	/** Empty strings too: they delete something. */
	strings(name: string): readonly string[];
	value(name: string): unknown;
};

/** One pass: the object may be large. */
function fieldsByName(object: JsonObject): Fields {
	const values = new Map<string, unknown[]>();
	for (const [key, item] of Object.entries(object)) {
		// Null counts as absent.
		if (item === null) continue;
		const name = plainName(key);
		const known = values.get(name);
		if (known === undefined) values.set(name, [item]);
		else known.push(item);
	}
	return {
		names: [...values.keys()],
		texts: (names) => names.flatMap((name) => (values.get(name) ?? []).flatMap((item) => textOf(item) ?? [])),
		strings: (name) => (values.get(name) ?? []).filter((item) => typeof item === 'string'),
		value: (name) => values.get(name)?.[0],
	};
}
