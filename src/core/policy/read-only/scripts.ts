import { wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { checkByTable, type OptionTable } from './option-table.js';
import type { Doubt } from './verdict.js';

/** Longer scripts are not worth a proof. */
const MOST_CHARS = 500;
/** Words that run, read or write elsewhere: pipes, redirections, further input, files of own choice, loaded code. */
const AWK_ELSEWHERE = /system|getline|close|extension|ARG[CV]|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|[@`\\]|\|/i;
/** Escapes that are left out before the rest of a script is checked. */
const AWK_ESCAPE = /\\[tn"\\/.]/g;
/** Without anything printed it compares. */
const AWK_REDIRECTION = /print[\s\S]*>(?!=)/;

/** Checks `awk`: a script that only picks, counts and prints, and files inside. */
export function checkAwk(words: readonly Argument[]): Doubt {
	let at = 0;
	for (let word = words[at]; word?.text.startsWith('-') === true; word = words[at]) {
		if (/^-F./.test(word.text) || /^-v[A-Za-z_]\w*=/.test(word.text)) at += 1;
		else if (word.text === '-F' || word.text === '-v') at += 2;
		else return UNPROVEN.notHarmless(`awk ${word.text}`);
	}
	const [script, ...files] = words.slice(at);
	if (script === undefined || words.slice(0, at + 1).some(({ isGlob }) => isGlob)) return UNPROVEN.awkScript;
	const text = script.text.replaceAll('||', ' ').replaceAll(AWK_ESCAPE, ' ');
	if (text.length > MOST_CHARS || AWK_ELSEWHERE.test(text) || AWK_REDIRECTION.test(text)) return UNPROVEN.awkScript;
	const odd = files.find((file) => file.text.startsWith('-') || !isInsideOperand(file.text));
	return odd === undefined ? null : UNPROVEN.notInside(odd.text);
}

const SQLITE_OPTIONS = /^--?(?:readonly|safe|header|noheader|csv|json|line|list|column|box|table|markdown|quote|tabs)$/;
const SQL = /^\s*(?:select|with|explain|values)\b[^;]*;?\s*$/i;
const SQL_ELSEWHERE =
	/readfile|writefile|load_extension|edit|fsdir|attach|lsmode|zipfile|csv\s*\(|insert|update|delete|pragma/i;
const DOT_COMMAND = /^\.(?:tables|schema|indexes|databases)(?: \w+)?$/;

/** Checks `sqlite3 -readonly -safe`: one query, or a list. Without `-safe` a view may start a program (`edit()`). */
export function checkSqlite(words: readonly Argument[]): Doubt {
	const options = words.filter(({ text }) => text.startsWith('-'));
	const [database, ...queries] = words.filter(({ text }) => !text.startsWith('-'));
	const odd = options.find(({ text }) => !SQLITE_OPTIONS.test(text));
	if (odd !== undefined) return UNPROVEN.notHarmless(`sqlite3 ${odd.text}`);
	for (const needed of ['readonly', 'safe'])
		if (!options.some(({ text }) => text.replace(/^--?/, '') === needed))
			return UNPROVEN.mayChange(`sqlite3 without -${needed}`);
	// `file:` begins a URI, in which percent signs may hide any path.
	const isPath = database !== undefined && !database.isGlob && !/^file:/i.test(database.text);
	if (!isPath || !isInsideOperand(database.text) || queries.length !== 1) return UNPROVEN.notHarmless('sqlite3');
	const isPlain = queries.every(
		({ text }) => DOT_COMMAND.test(text) || (SQL.test(text) && !SQL_ELSEWHERE.test(text) && text.length <= MOST_CHARS),
	);
	return isPlain ? null : UNPROVEN.notHarmless(`this query of sqlite3`);
}

const JQ: OptionTable = {
	letters: 'rcsSeajMC',
	long: '--raw-output --compact-output --slurp --sort-keys --exit-status --ascii-output --tab --join-output --monochrome-output --color-output --version',
	exactValued: '--indent',
	operands: { text: 1 },
};
/** Modules are other files, wherever they are. */
const OTHER_FILES = /\b(?:import|include|modulemeta|input_filename|get_search_list)\b/;
/** Words that make much out of nothing. `.[1e9] = 1` and `"x" * 1e9` do as well. */
const ENDLESS = /\b(?:range|repeat|recurse|until|while|def|reduce|foreach|combinations|infinite|implode|setpath)\b/;
const ASSIGNMENT = /[^=!<>]=[^=]|\*/;

/** Checks `jq`: programs that pick from the files that are named, not those that make values of their own. */
export function checkJq(words: readonly Argument[]): Doubt {
	if (words.some((word) => OTHER_FILES.test(word.text))) return UNPROVEN.jqLoads;
	// A word with a pattern stands for files, not for a program.
	const isEndless = words.some(
		({ text, isGlob }) => !isGlob && (ENDLESS.test(text) || (!text.startsWith('-') && ASSIGNMENT.test(text))),
	);
	return isEndless ? UNPROVEN.jqEndless : checkByTable('jq', JQ, withoutNamed(words));
}

/** The words without `--arg NAME VALUE`; a pattern there would be more of them, and behind `--` all are files. */
function withoutNamed(words: readonly Argument[]): readonly Argument[] {
	const at = words.findIndex(({ text }) => /^--(?:arg|argjson)?$/.test(text));
	const named = words.slice(at + 1, at + 3);
	if (at < 0 || words[at]?.text === '--' || named.length < 2 || named.some(({ isGlob }) => isGlob)) return words;
	return [...words.slice(0, at), ...withoutNamed(words.slice(at + 3))];
}

const YQ: OptionTable = {
	letters: 'rPCMNeyY',
	textLetters: 'op',
	long: '--raw-output --prettyPrint --no-colors --colors --exit-status --unwrapScalar --version',
	textLong: '--output-format --input-format --indent',
	operands: { text: 1 },
};
/** Operators that load files, run programs, or read the environment into the document. */
const YQ_ELSEWHERE = /load|eval|env|system|split|input|import|include/i;

/** Checks `yq`, of either kind: an expression that picks from files inside. */
export function checkYq(words: readonly Argument[]): Doubt {
	const [first, ...rest] = words;
	const own = first?.text === 'e' || first?.text === 'eval' ? rest : words;
	if (own.some((word) => YQ_ELSEWHERE.test(word.text) && !isFileName(word.text))) return UNPROVEN.jqLoads;
	const isEndless = own.some(({ text }) => !text.startsWith('-') && (ENDLESS.test(text) || ASSIGNMENT.test(text)));
	return isEndless ? UNPROVEN.jqEndless : checkByTable('yq', YQ, own);
}

/** Named like a file, and no expression of that form. */
function isFileName(text: string): boolean {
	return /^[\w-][\w./-]*\.(?:ya?ml|json|toml|xml)$/.test(text);
}

const FLAGS = wordSet('-n -E -r -nE -En -nr -rn -s -u --quiet --silent --regexp-extended');
/** A regular expression without its delimiter: brackets only in the form that every sed reads alike. */
const REGEX = '(?:[^/\\[\\\\\\n]|\\\\[^\\n]|\\[\\^?(?:\\[:[a-z]+:\\]|[^\\]\\[\\\\\\n^/])+\\])+';
const ADDRESS = `(?:[0-9]+|\\$|/${REGEX}/I?)`;
const RANGE = `(?:${ADDRESS}(?:,[ \\t]*(?:${ADDRESS}|[+~][0-9]+)|~[0-9]+)?[ \\t]*!?[ \\t]*)?`;
const REPLACEMENT = '(?:[^/\\\\\\n]|\\\\[^\\n])*';
const FLAGS_OF_S = '[gpIi0-9]*';
/** The same between other delimiters than slashes. */
const SUBSTITUTIONS = ['|', '#', ',', '@'].map((delimiter) => {
	const [regex, replacement] = [REGEX, REPLACEMENT].map((form) => form.replaceAll('/', delimiter));
	return `s[${delimiter}]${regex}[${delimiter}]${replacement}[${delimiter}]${FLAGS_OF_S}`;
});
/** Print, count, list, delete, next, quit, other characters, and a substitution whose flags neither run nor write. */
const COMMAND = `${RANGE}(?:[p=ldnqNP]|q[0-9]+|y/${REPLACEMENT}/${REPLACEMENT}/|s/${REGEX}/${REPLACEMENT}/${FLAGS_OF_S}|${SUBSTITUTIONS.join('|')})?`;
/** Every blank and separator has one reading only, so that no script makes the match slow. */
const LIST = (command: string): string => `[ \\t]*${command}[ \\t]*(?:[;\\n][ \\t]*${command}[ \\t]*)*`;
const SCRIPT = new RegExp(`^${LIST(`(?:${COMMAND}|${RANGE}\\{${LIST(COMMAND)}\\})`)}$`);
/** Long scripts are not worth a proof, and bound the work of the match. */
const MAX_SCRIPT = 200;

/**
 * Checks `sed`: no file is edited in place (`-i`), and the script has only commands that print.
 * Everything else that sed can do (`w`, `e`, `r`, `R`, `W`, `F`, script files) is refused by absence.
 */
export function checkSed(words: readonly Argument[]): Doubt {
	const scripts: string[] = [];
	let at = 0;
	for (let word = words[at]; word?.text.startsWith('-') === true && word.text !== '-'; word = words[at]) {
		at += 1;
		if (FLAGS.has(word.text)) continue;
		const script = words[at];
		if (word.text !== '-e' || script === undefined) return UNPROVEN.notHarmless(`sed ${word.text}`);
		scripts.push(script.text);
		at += 1;
	}
	if (scripts.length === 0) {
		scripts.push(words[at]?.text ?? '');
		at += 1;
	}
	const files = words.slice(at);
	// Options may stand behind operands.
	const option = files.find((word) => word.text.startsWith('-') && word.text !== '-');
	if (option !== undefined) return UNPROVEN.notHarmless(`sed ${option.text}`);
	const outside = files.find((word) => !isInsideOperand(word.text));
	if (outside !== undefined) return UNPROVEN.notInside(outside.text);
	const isProven = scripts.every((script) => script !== '' && script.length <= MAX_SCRIPT && SCRIPT.test(script));
	if (!isProven || words.slice(0, at).some((word) => word.isGlob)) return 'the sed script is not one that only prints';
	return null;
}
