import { literalWords } from '../shell/inspect.js';
import type { ShellPart, ShellProgram, ShellWord } from '../shell/shell-types.js';
import { type Argument, toArgument, toRevision } from './argument.js';

/** Names a commit, and could be no option or place where git prints it as it stands. */
const NAME = /^(?!-)(?!.*\.\.)[\w.~^@/-]+$/;
/** Lines of git that print commits by their numbers, or nothing; names of tags may look like options. */
const PRINTS: readonly (readonly [subcommand: string, options: RegExp])[] = [
	['merge-base', /^--(?:fork-point|octopus|independent|all)$/],
	['rev-parse', /^(?:-q|--(?:quiet|verify|short(?:=\d+)?))$/],
	['rev-list', /^(?:-\d+|-n|--(?:max-parents=\d|max-count=\d+|first-parent|reverse|all|no-merges|merges))$/],
];

/** The argument of git that a word stands for by its commits: `@{u}`, `$(git merge-base HEAD main)..HEAD`; null for others. */
export function revisionOf(word: ShellWord): Argument | null {
	const named = toRevision(word);
	if (named !== null || !word.parts.some(({ type }) => type === 'substitution')) return named;
	const argument = toArgument({ ...word, parts: word.parts.map(withCommit) });
	// As many words as it prints.
	return typeof argument === 'string' || argument.text.startsWith('-') ? null : { ...argument, isGlob: true };
}

function withCommit(part: ShellPart): ShellPart {
	const isCommit = part.type === 'substitution' && printsCommit(part.program);
	return isCommit ? { type: 'literal', text: 'HEAD', quoting: 'double' } : part;
}

function printsCommit({ list }: ShellProgram): boolean {
	const [item, ...more] = list;
	const [command, ...piped] = item?.pipeline.commands ?? [];
	if (command?.type !== 'simple' || more.length + piped.length > 0) return false;
	const [program, subcommand, ...words] = literalWords(command.words) ?? [];
	const options = PRINTS.find(([name]) => name === subcommand)?.[1];
	if (program !== 'git' || options === undefined || command.assignments.length > 0) return false;
	return words.every((word) => options.test(word) || NAME.test(word));
}
