import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** Longer scripts are not worth a proof. */
const MOST_CHARS = 500;
/** What runs, reads or writes elsewhere: pipes, redirections, further input, files of its own choice, loaded code. */
const AWK_ELSEWHERE = /system|getline|close|ARG[CV]|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|[@`\\]|\|/i;
/** Without anything printed it compares. */
const AWK_REDIRECTION = /print[\s\S]*>(?!=)/;

/** Checks `awk`: a script that only picks, counts and prints, and files inside. */
export function checkAwk(words: readonly Argument[]): ReadOnlyVerdict {
	let at = 0;
	for (let word = words[at]; word?.text.startsWith('-') === true; word = words[at]) {
		if (/^-F./.test(word.text) || /^-v[A-Za-z_]\w*=/.test(word.text)) at += 1;
		else if (word.text === '-F' || word.text === '-v') at += 2;
		else return unproven(UNPROVEN.notHarmless(`awk ${word.text}`));
	}
	const [script, ...files] = words.slice(at);
	if (script === undefined || words.slice(0, at + 1).some(({ isGlob }) => isGlob)) return unproven(UNPROVEN.awkScript);
	const text = script.text.replaceAll('||', ' ');
	if (text.length > MOST_CHARS || AWK_ELSEWHERE.test(text) || AWK_REDIRECTION.test(text))
		return unproven(UNPROVEN.awkScript);
	const odd = files.find((file) => file.text.startsWith('-') || !isInsideOperand(file.text));
	return odd === undefined ? PROVEN : unproven(UNPROVEN.notInside(odd.text));
}

const SQLITE_OPTIONS = /^--?(?:readonly|safe|header|noheader|csv|json|line|list|column|box|table|markdown|quote|tabs)$/;
const SQL = /^\s*(?:select|with|explain|values)\b[^;]*;?\s*$/i;
const SQL_ELSEWHERE =
	/readfile|writefile|load_extension|edit|fsdir|attach|lsmode|zipfile|csv\s*\(|insert|update|delete|pragma/i;
const DOT_COMMAND = /^\.(?:tables|schema|indexes|databases)(?: \w+)?$/;

/**
 * Checks `sqlite3 -readonly -safe`: one query, or a list of what is in the database. Without `-safe` a view of the
 * database may start a program (`edit()`).
 */
export function checkSqlite(words: readonly Argument[]): ReadOnlyVerdict {
	const options = words.filter(({ text }) => text.startsWith('-'));
	const [database, ...queries] = words.filter(({ text }) => !text.startsWith('-'));
	const odd = options.find(({ text }) => !SQLITE_OPTIONS.test(text));
	if (odd !== undefined) return unproven(UNPROVEN.notHarmless(`sqlite3 ${odd.text}`));
	for (const needed of ['readonly', 'safe'])
		if (!options.some(({ text }) => text.replace(/^--?/, '') === needed))
			return unproven(UNPROVEN.mayChange(`sqlite3 without -${needed}`));
	if (database === undefined || database.isGlob || !isInsideOperand(database.text) || queries.length !== 1)
		return unproven(UNPROVEN.notHarmless('sqlite3'));
	const isPlain = queries.every(
		({ text }) => DOT_COMMAND.test(text) || (SQL.test(text) && !SQL_ELSEWHERE.test(text) && text.length <= MOST_CHARS),
	);
	return isPlain ? PROVEN : unproven(UNPROVEN.notHarmless(`this query of sqlite3`));
}
