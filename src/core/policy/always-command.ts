import { wordSet } from '../text/word-set.js';
import { baseName, type LooseCall, viewCommand } from './command-view.js';
import { ALWAYS } from './messages.js';
import { harmfulVariable } from './read-only/environment.js';
import { singleCommandWords } from './shell/inspect.js';
import { shellLine } from './shell/invocation.js';
import { parseShell } from './shell/parser.js';
import { quoteWord } from './shell/quote.js';
import type { CommandFact } from './types.js';

/** A rule before it was parsed, and what it allows in words. */
export type Stated = { readonly text: string; readonly words: string };

/** Shells, programs that become somebody else, and programs whose one purpose is to destroy. */
const NEVER = wordSet(
	'sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd busybox ssh script',
	'sudo doas su runuser pkexec eval exec source .',
	'rm rmdir unlink shred dd fdisk parted truncate wipefs',
	// Their program is an argument.
	'awk gawk mawk nawk sed osascript xargs parallel',
);

/** Interpreters, with the arguments that carry code instead of naming a file. */
const INLINE_CODE: readonly (readonly [program: RegExp, argument: RegExp])[] = [
	[/^python[\d.]*$|^pypy[\d.]*$/, /^-[A-Za-z]*c/],
	[/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, /^-[a-z]*[epr]|^--(?:eval|print|require|import|loader)|^eval$|^data:/],
	[/^perl[\d.]*$/, /^-[A-Za-z0-9]*[eEMm]/],
	[/^ruby[\d.]*$/, /^-[A-Za-z]*[er]/],
	[/^php[\d.]*$/, /^-[BRErd]|^--(?:run|process)/],
	[/^(?:lua[\d.]*|luajit|Rscript|julia|tclsh|guile|elixir|ghc|groovy|scala)$/, /^-[eElx]|^--e(?:val|xpr)/],
];

/**
 * Commands that people run again and again with other words behind them, and whose words name what
 * to look at rather than what to run. `?` is one word that is no option.
 */
const PREFIXES: readonly (readonly string[])[] = [
	...['npm', 'pnpm', 'yarn', 'bun'].flatMap((tool) => [`${tool} test`, `${tool} run ?`]),
	...['vitest', 'jest', 'tsc', 'eslint', 'prettier', 'biome check', 'biome ci'].flatMap((tool) => [
		tool,
		`npx ${tool}`,
		`pnpm exec ${tool}`,
	]),
	...['pytest', 'python -m pytest', 'python3 -m pytest', 'mypy', 'pyright', 'ruff check', 'ruff format'],
	...['uv run pytest', 'cargo build', 'cargo check', 'cargo clippy', 'cargo doc', 'cargo fmt', 'cargo test'],
	...['go build', 'go test', 'go vet', 'dotnet build', 'dotnet test', 'mix test', 'gradle test', './gradlew test'],
	...['mvn test', 'bundle exec rspec', 'rspec', 'git add', 'git commit'],
].map((line) => line.split(' '));

/** The rule for exactly this command and, for commands known to be harmless in all their forms, one with further words. */
export function stateCommand(command: CommandFact): readonly Stated[] {
	if (harmfulVariable(command) !== null) return [];
	const words = command.argv === undefined ? lineWords(command.line ?? '') : argvWords(command.argv);
	if (words === null || words.length === 0 || isRisky(words)) return [];
	const text = words.map(quoteWord).join(' ');
	const exact = { text: `Execute(${text})`, words: ALWAYS.command(text) };
	const prefix = prefixOf(words)?.map(quoteWord).join(' ');
	if (prefix === undefined) return [exact];
	return [exact, { text: `Execute(${prefix} *)`, words: ALWAYS.commandWithMore(prefix) }];
}

/** A shell that runs one simple command is that command; one that runs more cannot be stated. */
function argvWords(argv: readonly string[]): readonly string[] | null {
	const line = shellLine(argv);
	return line === null ? argv : lineWords(line);
}

function lineWords(line: string): readonly string[] | null {
	const program = parseShell(line);
	const words = program === null ? null : singleCommandWords(program);
	return words !== null && shellLine(words) === null ? words : null;
}

/** Looks through wrappers such as `env` and `timeout` at everything that the command may call. */
function isRisky(words: readonly string[]): boolean {
	const { calls, opaque } = viewCommand({ text: '', argv: words, envNames: [] });
	return opaque.length > 0 || calls.some(isRiskyCall);
}

function isRiskyCall([program, ...args]: LooseCall): boolean {
	const name = baseName(program ?? '');
	if (program === null || NEVER.has(name) || name.startsWith('mkfs')) return true;
	if (name === 'find' && args.includes('-delete')) return true;
	const inline = INLINE_CODE.find(([pattern]) => pattern.test(name))?.[1];
	// Without a file, or with `-`, an interpreter runs what it is sent.
	return (
		inline !== undefined &&
		(args.length === 0 || args.some((word) => word === null || word === '-' || inline.test(word)))
	);
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
