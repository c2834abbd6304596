import { extname } from 'node:path';
import { jsonIn } from '../../core/json-in.js';
import { isPackageFile } from './config-places.js';

const COMMENTS = /("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
/** A comma before a closing bracket, behind a value. */
const TRAILING_COMMAS = /("(?:[^"\\]|\\.)*")|(?<![[{,]\s*),(?=\s*[}\]])/g;

/** JSON as editors write it, with blanks in the place of comments and trailing commas: every place in it stays. */
export function plainJson(text: string): string {
	return text.replace(COMMENTS, blankUnlessString).replace(TRAILING_COMMAS, blankUnlessString);
}

function blankUnlessString(found: string, string: string | undefined): string {
	return string ?? found.replace(/[^\r\n]/g, ' ');
}

export type FileFormat = 'json' | 'yaml' | 'package.json';

export function formatOf(file: string, text: string): FileFormat {
	if (isPackageFile(file)) return 'package.json';
	const extension = extname(file);
	if (extension === '.json') return 'json';
	return extension === '.yaml' || extension === '.yml' || !isJsonText(text) ? 'yaml' : 'json';
}

/** Whether a file that may be JSON or YAML is JSON with comments, or plain JSON: YAML knows neither of its comments. */
function isJsonText(text: string): boolean {
	if (!/^\s*(?:\{|\/[/*])/.test(text)) return false;
	if (/^[ \t]*\/[/*]/m.test(text)) return true;
	return jsonIn(plainJson(text)) !== undefined;
}
