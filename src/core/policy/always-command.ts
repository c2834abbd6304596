import { wordSet, wordsIn } from '../text/word-set.js';
import { detailsOf } from './action-details.js';
import { baseName, type LooseCall, viewCommand } from './command-view.js';
import { FURTHER_WORDS } from './further-words-table.js';
import type { ActionRequest } from './policy-types.js';
import { isInsideOperand } from './read-only/argument.js';
import { onlyReads } from './rule-match.js';
import { shellLine } from './shell/invocation.js';
import { fromTop } from './shell/line-folders.js';
import { quoteWord } from './shell/quote-word.js';

/** Rules before they were parsed, and what they allow in words. */
export type Stated = { readonly texts: readonly string[]; readonly words: string };

/** Shells, programs that become somebody else, and programs whose one purpose is to destroy. */
const NEVER = wordSet(
	'sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd busybox ssh script',
	'sudo doas su runuser pkexec eval exec source .',
	'shred dd fdisk parted truncate wipefs',
	// After these the following commands run in another folder.
	'cd pushd popd',
	// Their program is an argument.
	'awk gawk mawk nawk sed osascript xargs parallel',
);

/** Programs that delete what their words name: exactly that may be allowed, inside the workspace. */
const DELETES = wordSet('rm rmdir unlink');

/** Interpreters, with the arguments that carry code instead of naming a file. */
const INLINE_CODE: readonly (readonly [program: RegExp, argument: RegExp])[] = [
	[/^python[\d.]*$|^pypy[\d.]*$/, /^-[A-Za-z]*c/],
	[/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, /^-[a-z]*[epr]|^--(?:eval|print|require|import|loader)|^eval$|^data:/],
	[/^perl[\d.]*$/, /^-[A-Za-z0-9]*[eEMm]/],
	[/^ruby[\d.]*$/, /^-[A-Za-z]*[er]/],
	[/^php[\d.]*$/, /^-[BRErd]|^--(?:run|process)/],
	[/^(?:lua[\d.]*|luajit|Rscript|julia|tclsh|guile|elixir|ghc|groovy|scala)$/, /^-[eElx]|^--e(?:val|xpr)/],
];

/** Commands with which further words are offered. `?` is one word that is no option. */
const PREFIXES: readonly (readonly string[])[] = [...FURTHER_WORDS].flatMap(([command, { startedBy, hasName }]) =>
	['', ...(startedBy?.split(', ') ?? [])].map((starter) =>
		wordsIn(`${starter} ${command}${hasName === true ? ' ?' : ''}`),
	),
);

/** Lines of more commands that need a rule are not read before they are agreed to. */
const MOST_RULES = 4;

type StatedCommand = { readonly exact: Stated; readonly prefix: Stated | null };

/**
 * The rules for exactly the commands of a line that do more than read and, for those known to be harmless in all their
 * forms, with further words. Empty where one of them cannot be stated.
 */
export function stateCommand(request: ActionRequest): readonly Stated[] {
	const { parts } = detailsOf(request);
	const needed = parts?.filter((part) => !onlyReads(part, request)) ?? [];
	// A rule for a single read-only command matters in other modes, or where the machine raises a doubt.
	const asked = parts?.length === 1 && parts[0]?.outputs.length === 0 ? parts : needed;
	const stated: StatedCommand[] = [];
	for (const part of asked) {
		const words = part.forms.at(-1);
		const one = words === undefined ? null : stateWords(words, request.command?.workspace);
		if (one === null) return [];
		if (!stated.some(({ exact }) => exact.texts[0] === one.exact.texts[0])) stated.push(one);
	}
	if (stated.length > MOST_RULES) return [];
	const exact = joinStated(stated.map((one) => one.exact));
	const isWider = stated.some(({ prefix }) => prefix !== null);
	return isWider ? [exact, joinStated(stated.map((one) => one.prefix ?? one.exact))] : [exact];
}

export function joinStated(all: readonly Stated[]): Stated {
	return {
		texts: [...new Set(all.flatMap(({ texts }) => texts))],
		// A line that writes only by a redirection needs no rule for a command.
		words: [...new Set(all.map(({ words }) => words))].filter((words) => words !== '').join('; '),
	};
}

function stateWords(words: readonly string[], workspace: string | undefined): StatedCommand | null {
	if (words.length === 0 || shellLine(words) !== null || isRisky(words, workspace)) return null;
	const text = words.map(quoteWord).join(' ');
	const exact = { texts: [`Execute(${text})`], words: `exactly the command ${text}` };
	const prefix = prefixOf(words)?.map(quoteWord).join(' ');
	return {
		exact,
		prefix:
			prefix === undefined
				? null
				: { texts: [`Execute(${prefix} *)`], words: `the command ${prefix}, with further names and harmless options` },
	};
}

/** Looks through wrappers such as `env` and `timeout` at everything that the command may call. */
function isRisky(words: readonly string[], workspace: string | undefined): boolean {
	const { calls, opaque } = viewCommand({ text: '', argv: words, envNames: [] });
	return opaque.length > 0 || calls.some((call) => isRiskyCall(call) || deletesElsewhere(call, workspace));
}

function isRiskyCall([program, ...args]: LooseCall): boolean {
	const name = baseName(program ?? '');
	// A folder, as in `npx eslint .`: without a file it reads none.
	if (program === '.' && args.length === 0) return false;
	if (program === null || NEVER.has(name) || name.startsWith('mkfs')) return true;
	if (name === 'find' && args.includes('-delete')) return true;
	const inline = INLINE_CODE.find(([pattern]) => pattern.test(name))?.[1];
	// Without a file, or with `-`, an interpreter runs what it is sent.
	return (
		inline !== undefined &&
		(args.length === 0 || args.some((word) => word === null || word === '-' || inline.test(word)))
	);
}

/** Names no plain path below the workspace, or all of that. */
function deletesElsewhere([program, ...words]: LooseCall, workspace: string | undefined): boolean {
	if (!DELETES.has(baseName(program ?? ''))) return false;
	const operands = words.filter((word) => word?.startsWith('-') !== true);
	const isPlain = (word: string | null): boolean => {
		const path = fromTop(word ?? '/', workspace, ['']).replace(/\/+$/, '');
		return (
			isInsideOperand(path) && !/[*?[\]{}]/.test(path) && path.split('/').some((name) => name !== '' && name !== '.')
		);
	};
	return operands.length === 0 || !operands.every(isPlain);
}

function prefixOf(words: readonly string[]): readonly string[] | undefined {
	const fits = PREFIXES.find((prefix) =>
		prefix.every((expected, index) => {
			const word = words[index] ?? '';
			return expected === '?' ? /^[\w:./@-]+$/.test(word) && !word.startsWith('-') : word === expected;
		}),
	);
	return fits === undefined ? undefined : words.slice(0, fits.length);
}
