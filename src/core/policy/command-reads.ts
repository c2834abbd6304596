import { wordSet } from '../text/word-set.js';
import { baseName, type CommandView, gluedValues, type LooseCall } from './command-view.js';
import { OPENS_NAMED, OPENS_NOTHING } from './known-programs.js';

/** No file has a longer path. */
const MOST_CHARS = 4096;

/** Marks between a file's name and the rest of a word (`--file=x`, `HEAD:x`, `-L1,5:x`, `@x`, `f=<x;type=y`). */
const SEPARATORS = /[=:@<>;,{}]/;

/** Words behind the program, their parts, and what may be glued to letters of options (`-fx`). */
export function readNames(calls: readonly LooseCall[]): readonly string[] {
	const names = new Set<string>();
	// A call within another has the same words again.
	for (const word of new Set(calls.flatMap((call) => call.slice(1)))) {
		if (word === null || word.length > MOST_CHARS) continue;
		names.add(word);
		for (const match of word.matchAll(/[=:@<]/g)) names.add(word.slice(match.index + 1));
		for (const part of word.split(SEPARATORS)) names.add(part);
		for (const value of gluedValues(word) ?? []) names.add(value);
	}
	names.delete('');
	return [...names];
}

const GREPS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep']);
/** Options that may stand before grep's pattern without making it look into folders or read names from a file. */
const GREP_PLAIN =
	/^(?:-[abcEFGHhiIlLnoPqsvVwxyz]+|-[ABCm]?\d+|-[ABCem]|--(?:ignore-case|line-number|count|files-with(?:out)?-match(?:es)?|invert-match|word-regexp|line-regexp|only-matching|quiet|silent|no-messages|with-filename|no-filename|extended-regexp|fixed-strings|perl-regexp|basic-regexp|text|null|byte-offset|color|colour|max-count|after-context|before-context|context|regexp)(?:=.*)?)$/;

/** Subcommands of git that tell names, numbers and messages, and never what a file contains. */
const GIT_NAMES: ReadonlySet<string> = wordSet(
	'status branch tag remote rev-parse ls-files ls-tree describe show-ref for-each-ref merge-base name-rev symbolic-ref',
	'worktree count-objects version help check-ignore check-attr rev-list var add commit push pull fetch checkout switch',
	'merge reset restore init clone mv rm clean cherry-pick revert rebase apply am config',
);
const GIT_LOGS: ReadonlySet<string> = new Set(['log', 'reflog', 'shortlog']);
/** Options of these that show commits without what they changed, apart from names and numbers. */
const LOG_PLAIN =
	/^(?:-\d+|-[nqs]|-n\d+|--(?:oneline|graph|decorate|no-decorate|all|branches|tags|remotes|stat|shortstat|numstat|summary|name-only|name-status|no-patch|abbrev-commit|no-abbrev-commit|merges|no-merges|first-parent|reverse|follow|no-color|color|date-order|topo-order|author-date-order|relative-date|numbered|email|show-signature|no-pager)|--(?:max-count|skip|since|after|until|before|author|committer|grep|format|pretty|date|abbrev|decorate|color)=.*|--(?:since|after|until|before|author|committer|grep|max-count|skip|date))$/;

/**
 * True when a command may print files that it does not name one by one: by searching folders, by a pattern, by
 * a list that it reads, from the history. What the repository's own programs read is not counted.
 */
export function mayReadUnnamed({ heads, calls }: CommandView): boolean {
	return heads.some(readsUnnamed) || calls.some((call) => isSearch(call) && readsUnnamed(call));
}

/** Calls in the arguments of others (`xargs grep -r x`). */
function isSearch([program]: LooseCall): boolean {
	const name = baseName(program ?? '');
	return GREPS.has(name) || name === 'rg' || name === 'git' || name === 'diff' || name === 'ag' || name === 'ack';
}

function readsUnnamed([program, ...words]: LooseCall): boolean {
	const name = baseName(program ?? '');
	if (words.some((word) => /^--?files?0?-from/.test(word ?? ''))) return true;
	if (name === 'tar' && words.some((word) => /^-?[a-zA-Z]*T/.test(word ?? ''))) return true;
	if (OPENS_NOTHING.has(name)) return false;
	// Their input, or the files that they find, become arguments.
	const inner = words.map((word) => baseName(word ?? ''));
	const isFeeding =
		/^(?:xargs|parallel)$/.test(name) ||
		(/^(?:find|fd)$/.test(name) && words.some((word) => /^-(?:exec|ok|[xX]$)/.test(word ?? '')));
	if (isFeeding) return inner.some((each) => OPENS_NAMED.has(each) || GREPS.has(each));
	const known = OPENS_NAMED.has(name) || GREPS.has(name) || name === 'git';
	// Whether other programs are known at all is for the caller to say.
	if (!known) return ['rg', 'ag', 'ack', 'diff', 'ugrep'].includes(name) || (name.endsWith('grep') && name !== 'pgrep');
	if (words.some((word) => word === null || word.startsWith('@'))) return true;
	if (name === 'git') return gitReadsUnnamed(words);
	return GREPS.has(name) && words.some((word) => (word ?? '').startsWith('-') && !GREP_PLAIN.test(word ?? ''));
}

function gitReadsUnnamed(words: LooseCall): boolean {
	const at = words.findIndex((word, index) => word?.startsWith('-') !== true && words[index - 1] !== '-C');
	const subcommand = words[at] ?? '';
	if (at < 0 || subcommand === '') return false;
	const rest = words.slice(at + 1);
	// Commits may be shown by a format, which shows no file; a patch shows files.
	if (GIT_LOGS.has(subcommand)) return rest.some((word) => word?.startsWith('-') === true && !LOG_PLAIN.test(word));
	if (GIT_NAMES.has(subcommand))
		return rest.some(
			(word) =>
				/^(?:-[a-z]*[pie]|--patch|--interactive|--edit|-vv?|--verbose)$/.test(word ?? '') &&
				/^(?:status|commit|add|checkout|reset|restore)$/.test(subcommand),
		);
	// `show` and the like name a file with its commit (`HEAD:x`), which was checked above.
	return !(subcommand === 'blame' && rest.length > 0);
}
