import { wordSet } from '../text/word-set.js';
import { baseName, SHELLS } from './command-view.js';
import { INTERPRETERS } from './interpreters.js';

/** Where a program reads what it runs: the word that names it, or its standard input. */
export type ProgramPlace = { readonly at: number; readonly value: string } | 'input';

/** Options that name a file of what runs, alone or with the name behind them. */
const FILE_OPTIONS: readonly (readonly [programs: RegExp, option: RegExp])[] = [
	[/^(?:g|bsd|b)?make$/, /^(?:-[a-zA-Z]*?f|--(?:file|makefile)(?:=|$))/],
	[/^(?:[gmn]?awk|goawk)$/, /^(?:-[fEi]|--(?:file|exec|include)(?:=|$))/],
	[/^g?sed$/, /^(?:-[nErsuz]*f|--file(?:=|$))/],
	[/^(?:just|ninja|psql|tclsh|expect|rake)$/, /^(?:-[a-zA-Z]*?f|--(?:file|justfile|rakefile)(?:=|$))/],
	[/^gdb$/, /^(?:-x|--?command(?:=|$))/],
	[/^(?:n?vim?|ex|view)$/, /^-[sSu]$/],
];
/** Programs whose standard input is commands, some of which start programs, unless these words are there. */
const READS_COMMANDS: readonly (readonly [programs: ReadonlySet<string>, unless: RegExp])[] = [
	[wordSet('psql mysql mariadb sqlite3 dc ed ex gdb'), /^-[a-zA-Z]*[cef]$|^--(?:command|execute|file)|^-batch$/],
	[wordSet('m4 tclsh expect gnuplot osascript irb ghci iex R octave'), /^-[ef]$|^[^-]/],
];
/** Options of shells and interpreters that have what runs behind them, or that run nothing. */
const IN_WORDS: readonly (readonly [programs: RegExp, option: RegExp])[] = [
	[/^python|^pypy/, /^-[a-zA-Z]*[cm]$/],
	[/^(?:node|nodejs|tsx|ts-node)$/, /^-[pe]+$|^--(?:eval|print)(?:=|$)/],
	[/^php/, /^-[a-z]*r$/],
	[/^(?!node|ts|php|py)/, /^-[a-zA-Z]*[eE]$/],
];
const INFO_FLAG = /^--(?:version|help|check)$|^-[vVh]$/;
/** Options of shells and interpreters with a value behind them. */
const WITH_VALUE = /^(?:[-+]o|-O|--(?:rcfile|init-file|import|require|loader)|-[WXI])$/;
/** The input, and not a file of that name. */
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/(?:self|thread-self|\$)\/fd\/\d+)$/;

export function namesInput(word: string): boolean {
	return INPUT.test(word);
}

/** Where the program that the words start reads what it runs; null: in its words, or it runs nothing of the kind. */
export function programPlace(words: readonly string[]): ProgramPlace | null {
	const name = baseName(words[0] ?? '');
	if (SHELLS.has(name) || INTERPRETERS.test(name)) return firstOperand(words, name);
	const option = FILE_OPTIONS.find(([programs]) => programs.test(name))?.[1];
	const places = words.flatMap((word, at) => {
		const named = at === 0 ? undefined : option?.exec(word)?.[0];
		const value = word.slice(named?.length);
		return named === undefined ? [] : [value === '' ? { at: at + 1, value: words[at + 1] ?? '' } : { at, value }];
	});
	// Among several files one that cannot be known (standard input, a variable) counts.
	const [first] = places;
	if (first !== undefined) return places.find(({ value }) => namesInput(value) || value.startsWith('$')) ?? first;
	const unless = READS_COMMANDS.find(([programs]) => programs.has(name))?.[1];
	return unless === undefined || words.slice(1).some((word) => unless.test(word)) ? null : 'input';
}

/** True where words behind these, or in the place of `{}`, are what runs: `xargs` puts there what it reads. */
export function takesCode(words: readonly string[]): boolean {
	const name = baseName(words[0] ?? '');
	if (SHELLS.has(name)) return true;
	const option = IN_WORDS.find(([programs]) => programs.test(name))?.[1];
	const at = words.findIndex((word, index) => index > 0 && option?.test(word) === true);
	const code = at < 0 ? undefined : words[at + 1];
	return at < 0 ? programPlace(words) === 'input' : code === undefined || code.includes('{}');
}

function firstOperand(words: readonly string[], name: string): ProgramPlace | null {
	const isShell = SHELLS.has(name);
	const inWords = isShell ? /^-[a-zA-Z]*c[a-zA-Z]*$/ : IN_WORDS.find(([programs]) => programs.test(name))?.[1];
	for (let at = 1; at < words.length; at += 1) {
		const word = words[at] ?? '';
		if (inWords?.test(word) === true || INFO_FLAG.test(word)) return null;
		if (WITH_VALUE.test(word)) at += 1;
		else if (isShell && /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word)) return 'input';
		else if (word === '-' || !/^[-+]/.test(word)) return { at, value: word };
	}
	return 'input';
}
