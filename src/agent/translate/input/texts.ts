import type { TextToWrite } from '../../../core/policy/types.js';
import { compact, isObject, type JsonObject, textOf } from '../../json.js';
import { plainName } from './walk.js';

/** So many are listed, and so far down. */
const MOST_TEXTS = 200;
const MOST_LEVELS = 8;

const PATHS = ['filepath', 'path', 'abspath', 'absolutepath', 'filename', 'file', 'notebookpath', 'targetfile'];
const OLD = ['old', 'oldstring', 'oldstr', 'oldtext', 'oldsource', 'search', 'find', 'original'];
const NEW = [
	'new',
	...['newstring', 'newstr', 'newtext', 'newsource', 'replace', 'replacement', 'replacewith', 'updated'],
	...['content', 'contents', 'filetext', 'filecontent', 'filecontents', 'inserttext', 'insertedtext'],
	...['patch', 'patchtext', 'diff', 'unifieddiff', 'codeedit', 'codecontent'],
];

/** The texts that an input would write, at any depth, each with its file and what it stands for where both are said. */
export function textsOf(input: unknown): readonly TextToWrite[] {
	const texts: TextToWrite[] = [];

	function walk(value: unknown, outerPath: string | undefined, level: number): void {
		if (level > MOST_LEVELS || texts.length >= MOST_TEXTS) return;
		if (Array.isArray(value)) for (const item of value) walk(item, outerPath, level + 1);
		if (!isObject(value)) return;
		const under = textsByName(value);
		const path = under(PATHS)[0] ?? outerPath;
		const [oldText] = under(OLD);
		for (const newText of under(NEW)) texts.push(compact({ path, oldText, newText }));
		for (const [key, item] of Object.entries(value)) {
			// `changes` of a patch is keyed by path.
			walk(item, /[/.]/.test(key) ? key : path, level + 1);
		}
	}

	walk(input, undefined, 0);
	return texts.slice(0, MOST_TEXTS);
}

/** Finds the texts of an object under some names, in the order of the names. The object is gone through once: it may be large. */
function textsByName(value: JsonObject): (names: readonly string[]) => readonly string[] {
	const texts = new Map<string, string[]>();
	for (const [key, item] of Object.entries(value)) {
		const text = textOf(item);
		if (text === undefined) continue;
		const name = plainName(key);
		const known = texts.get(name);
		if (known === undefined) texts.set(name, [text]);
		else known.push(text);
	}
	return (names) => names.flatMap((name) => texts.get(name) ?? []);
}
