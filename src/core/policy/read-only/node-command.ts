import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import type { Doubt } from './verdict.js';

const FILE = /require\((?:'(\.\/[\w./-]+\.json)'|"(\.\/[\w./-]+\.json)")\)/;
/** Parts picked from it by plain names, and no call. */
const PICKS = String.raw`(?:\??\.[A-Za-z_$][\w$]*|\[(?:\d+|'[\w@./:-]+'|"[\w@./:-]+")\])*`;
const EXPRESSION = new RegExp(
	[
		String.raw`(?:Object\.(?:keys|values|entries)|JSON\.stringify)\(${FILE.source}${PICKS}(?:, ?null, ?\d)?\)(?:\.length|\.join\((?:'[^'\\]{0,9}'|"[^"\\]{0,9}"|'\\n'|"\\n")?\))?`,
		`${FILE.source}${PICKS}`,
		String.raw`process\.(?:version|versions(?:\.\w+)?|platform|arch)`,
	]
		.map((form) => `^${form}$`)
		.join('|'),
);

/** One file that is parsed, and named in full: node would look for another one otherwise. */
const PARSED = /^(?!-)[\w@./-]+\.[cm]?[jt]s$/;

/**
 * Checks `node --check`, `node -p`, and `-e` with `console.log`: values of a JSON file, and of node itself. That the file
 * is one, and not a folder or a link to code, is found out on the machine (`openedByNode`).
 */
export function checkNode(words: readonly Argument[]): Doubt {
	const texts = words.map(({ text }) => text);
	const parsed = parsedFile(texts);
	if (parsed !== null) return isInsideOperand(parsed) ? null : UNPROVEN.notInside(parsed);
	return expressionOf(texts) === null
		? UNPROVEN.notHarmless(['node', ...words.slice(0, 1).map(({ text }) => text)].join(' '))
		: null;
}

/** The file that such a command parses, or prints values of; null where there is none. */
export function openedByNode(words: readonly string[]): string | null {
	const found = FILE.exec(expressionOf(words) ?? '');
	return found?.[1] ?? found?.[2] ?? parsedFile(words);
}

function parsedFile([option = '', file = '', ...more]: readonly string[]): string | null {
	return /^(?:-c|--check)$/.test(option) && more.length === 0 && PARSED.test(file) ? file : null;
}

function expressionOf(words: readonly string[]): string | null {
	const [option, script = '', ...more] = words;
	const text = script.trim().replace(/;$/, '');
	const printed = /^(?:-e|--eval)$/.test(option ?? '') ? (/^console\.log\((.*)\)$/s.exec(text)?.[1] ?? '') : text;
	const isPrint = /^(?:-e|--eval|-p|-pe|--print)$/.test(option ?? '');
	return isPrint && more.length === 0 && EXPRESSION.test(printed) && !printed.includes('..') ? printed : null;
}
