import { programName, shellLine } from '../shell/invocation.js';
import { parseShell } from '../shell/shell-parser.js';
import { isHarmlessVariable } from './harmless-variables.js';

/** Where the words of a started command begin, behind the options and values of the program that starts it. */
type Starter = (words: readonly string[]) => number | null;

const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;

/** Programs that start the command behind them and do nothing else: no other user, place, terminal or file. */
const STARTERS: ReadonlyMap<string, Starter> = new Map<string, Starter>([
	['time', (words) => (words[0] === '-p' ? 1 : 0)],
	['command', () => 0],
	['nice', (words) => (words[0] === '-n' ? (isNumber(words[1]) ? 2 : null) : isNumber(words[0]) ? 1 : 0)],
	['timeout', afterDuration],
	['env', afterVariables],
	['stdbuf', (words) => behind(words, (word) => /^-[ioe](?:[0L]|\d+)$/.test(word))],
]);

/** Most wrappers before a command: each is taken off by itself. */
const MOST_STARTERS = 8;
const LOOKED_AT = 64;

/** The words of the command that a wrapper such as `timeout 60 npm test` starts; null for all other commands. */
export function wrappedWords(words: readonly string[]): readonly string[] | null {
	const [program = '', ...rest] = words;
	if (words.slice(0, LOOKED_AT).filter((word) => STARTERS.has(programName(word) ?? '')).length > MOST_STARTERS)
		return null;
	const start = STARTERS.get(programName(program) ?? '')?.(rest) ?? null;
	const inner = start === null ? [] : rest.slice(start);
	// An option that is not known here, or nothing to start.
	return inner[0] === undefined || inner[0].startsWith('-') ? null : inner;
}

function afterDuration(words: readonly string[]): number | null {
	let at = 0;
	for (let word = words[at]; word?.startsWith('-') === true; word = words[at]) {
		if (/^(?:-v|--(?:foreground|preserve-status|verbose)|-(?:k|s)\S+|--(?:kill-after|signal)=\S+)$/.test(word)) at += 1;
		else if (/^-[ks]$/.test(word)) at += 2;
		else return null;
	}
	return DURATION.test(words[at] ?? '') ? at + 1 : null;
}

function afterVariables(words: readonly string[]): number | null {
	return behind(words, (word) => {
		const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
		return name !== undefined && value !== undefined && isHarmlessVariable(name, value);
	});
}

/** Behind the words that fit; the next may be no further assignment or option. */
function behind(words: readonly string[], fits: (word: string) => boolean): number | null {
	const end = words.findIndex((word) => !fits(word));
	return end < 0 || /^-|=/.test(words[end] ?? '') ? null : end;
}

function isNumber(word: string | undefined): boolean {
	return /^(?:-|--adjustment=)?-?\d+$/.test(word ?? '');
}

/** The line that a shell is given, also behind wrappers (`env CI=1 bash -lc LINE`), or null for any other command. */
export function innerLine(words: readonly string[]): string | null {
	const line = shellLine(words);
	const inner = line === null ? wrappedWords(words) : null;
	return inner === null ? withoutComments(line) : innerLine(inner);
}

/** Shells that are given a line know comments, unless a person types into them. */
function withoutComments(line: string | null): string | null {
	const program = line?.includes('#') === true ? parseShell(line) : null;
	return program === null ? line : program.tokens.map(({ kind, text }) => (kind === 'comment' ? '' : text)).join('');
}
