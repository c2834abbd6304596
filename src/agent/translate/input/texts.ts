import { readPatch } from '../../../core/edits/patch.js';
import type { TextToWrite } from '../../../core/policy/types.js';
import { compact, isObject, type JsonObject, textOf } from '../../json.js';
import { plainName } from './walk.js';

/** So many are listed, and so far down. */
const MOST_TEXTS = 200;
const MOST_LEVELS = 8;

const PATHS = ['filepath', 'path', 'abspath', 'absolutepath', 'filename', 'file', 'notebookpath', 'targetfile'];
const OLD = ['old', 'oldstring', 'oldstr', 'oldtext', 'oldsource', 'search', 'find', 'original'];
/** A text that may be all of a file. */
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
/** Flags with which every occurrence is replaced. */
const EVERY = ['replaceall', 'allowmultiple', 'isglobal', 'global'];
/** Fields that are known to say nothing of where in a file a text goes. All others may. */
const BESIDE: ReadonlySet<string> = new Set([
	...[...PATHS, ...CONTENTS, 'command', 'encoding', 'description', 'explanation', 'instruction', 'instructions'],
	...['type', 'kind', 'createdirectories', 'modifiedbyuser', 'aiproposedcontent', 'overwrite', 'append', 'timeout'],
	...['reason', 'reasoning', 'justification', 'intent', 'callid', 'toolcallid', 'turnid', 'dirpath'],
]);
/** Names of tools that put a text somewhere into a file, or into something else. */
const NO_WHOLE_FILE = /append|insert|prepend|add|comment|message|issue|post|send|cell|lines?$|at$|regex/;

/**
 * The texts that an input would write, at any depth, each with its file, what it stands for and what is done with it where
 * that is said. `tool` is the tool's own name.
 */
export function textsOf(input: unknown, tool = ''): readonly TextToWrite[] {
	const texts: TextToWrite[] = [];
	const isWholeFile = !NO_WHOLE_FILE.test(plainName(tool.replace(/^mcp__.+?__/s, '')));

	function walk(value: unknown, outerPath: string | undefined, level: number): void {
		if (level > MOST_LEVELS || texts.length >= MOST_TEXTS) return;
		// A patch of this form says itself which files it changes, wherever it stands.
		if (typeof value === 'string' && isPatchText(value))
			texts.push(compact({ path: outerPath, newText: value, how: 'patch' as const }));
		if (Array.isArray(value)) for (const item of value) walk(item, outerPath, level + 1);
		if (!isObject(value)) return;
		const fields = fieldsByName(value);
		const path = fields.texts(PATHS)[0] ?? outerPath;
		const [oldText] = fields.texts(OLD);
		for (const name of NEW) {
			for (const newText of fields.strings(name)) {
				const stated = stateOf(name, newText, oldText, fields, isWholeFile);
				// Nothing that takes the place of nothing is no text.
				const isText = newText !== '' || oldText !== undefined || (stated.how === 'whole' && path !== undefined);
				if (isText) texts.push(compact({ path, ...stated }));
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

/** True for a patch that names its files: as `apply_patch` takes it, or as git writes it. */
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
	// The content of a file that goes away.
	if (CONTENTS.includes(name) && fields.texts(['type'])[0] === 'delete') return { oldText: newText, newText: '' };
	if (oldText !== undefined) {
		const isEvery =
			EVERY.some((flag) => fields.value(flag) === true) || Number(fields.value('expectedreplacements')) > 1;
		return isEvery ? { oldText, newText, how: 'every' } : { oldText, newText };
	}
	const line = fields.value('insertline');
	if (typeof line === 'number') return { newText, how: { afterLine: line } };
	if (!CONTENTS.includes(name)) return { newText };
	if (fields.value('append') === true) return { newText, how: 'append' };
	return isWholeFile && fields.names.every((each) => BESIDE.has(each)) ? { newText, how: 'whole' } : { newText };
}

/** The fields of an object by their plain names. */
type Fields = {
	readonly names: readonly string[];
	/** The texts under some names, in the order of the names. */
	texts(names: readonly string[]): readonly string[];
	/** The strings under a name, empty ones too: they take something away. */
	strings(name: string): readonly string[];
	/** The first value under a name. */
	value(name: string): unknown;
};

/** The object is gone through once: it may be large. */
function fieldsByName(object: JsonObject): Fields {
	const values = new Map<string, unknown[]>();
	for (const [key, item] of Object.entries(object)) {
		// What is null is not said.
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
