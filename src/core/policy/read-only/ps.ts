import { UNPROVEN } from '../policy-messages.js';
import type { Argument } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** Columns that show neither the environment of a process nor anything that a program was given beside its words. */
const COLUMNS = new Set(
	'args cmd comm command cpu etime etimes euid euser gid group lstart nice ni pcpu pgid pid pmem ppid pri psr rss s sess sid start stat state stime thcount tid time tname tt tty ucmd uid user vsize vsz wchan %cpu %mem'.split(
		' ',
	),
);
/** BSD style, without a dash. `e` shows environments. */
const BSD = /^[afhjluvwxT]+$/;
/** With a dash. `-E` shows environments on macOS. */
const DASHED = /^-[aAdefFjlLwxT]+$/;
/** Options whose value says which processes: names, numbers and terminals. */
const SELECTS = new Set(['-C', '-G', '-g', '-p', '-q', '-s', '-t', '-u', '-U', 'p', 'q', 't', 'U', '--pid', '--ppid']);
const SELECTION = /^[\w.,/-]+$/;
/** Options whose value is a list of columns, alone or behind letters (`-eo`, `axo`). */
const SHOWS = /^(?:-[aAdefFjlLwxT]*o|[afhjluvwxT]*o|--format)$/;
const LONG = /^--(?:no-headers?|headers?|forest|sort=[-+\w,]+|width=\d{1,4}|pid=[\d,]+|ppid=[\d,]+)$/;

/** Checks `ps`: every column but the environments, which hold secrets of other programs. */
export function checkPs(words: readonly Argument[]): ReadOnlyVerdict {
	const texts = words.map((word) => (word.isGlob ? '' : word.text));
	for (let index = 0; index < texts.length; index += 1) {
		const text = texts[index] ?? '';
		const value = texts[index + 1] ?? '';
		if (SHOWS.test(text) && areColumns(value)) index += 1;
		else if (SELECTS.has(text) && SELECTION.test(value)) index += 1;
		else if (!isAlone(text)) return unproven(UNPROVEN.showsEnvironment(`ps ${text}`));
	}
	return PROVEN;
}

function isAlone(text: string): boolean {
	const glued = /^(?:-o|--format=)(.+)$/.exec(text)?.[1];
	if (glued !== undefined) return areColumns(glued);
	return BSD.test(text) || DASHED.test(text) || LONG.test(text) || /^-?[\d,]+$/.test(text);
}

/** `pid,user` or `pid=,user=`: without headings, which would end the list. */
function areColumns(text: string): boolean {
	return text.split(',').every((name) => COLUMNS.has(name.replace(/=$/, '')));
}
