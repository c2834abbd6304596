import type { TextToWrite } from '../../../core/policy/types.js';
import { compact, isObject, type JsonObject, textOf } from '../../json.js';

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
		const path = firstText(value, PATHS) ?? outerPath;
		const oldText = firstText(value, OLD);
		for (const newText of allTexts(value, NEW)) texts.push(compact({ path, oldText, newText }));
		for (const [key, item] of Object.entries(value)) {
			// `changes` of a patch is keyed by path.
			walk(item, /[/.]/.test(key) ? key : path, level + 1);
		}
	}

	walk(input, undefined, 0);
	return texts.slice(0, MOST_TEXTS);
}

function firstText(value: JsonObject, names: readonly string[]): string | undefined {
	return allTexts(value, names)[0];
}

function allTexts(value: JsonObject, names: readonly string[]): string[] {
	return names.flatMap((name) =>
		Object.entries(value).flatMap(([key, item]) => {
			const text = textOf(item);
			return text !== undefined && plainName(key) === name ? [text] : [];
		}),
	);
}

/** A field's name without what spellings differ in: case, and the signs between words. */
export function plainName(name: string): string {
	return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
