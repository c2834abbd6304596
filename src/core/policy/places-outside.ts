import type { ActionDetails } from './action-details.js';
import { baseName } from './command-view.js';
import { programContents } from './shell/inspect.js';
import { fromTop, joinFolder } from './shell/line-folders.js';
import { parseShell } from './shell/shell-parser.js';
import type { ShellPart, ShellWord } from './shell/shell-types.js';

/** Beside the workspace, what every sandbox has of its own, and programs. */
const OUTSIDE = /^(?:\.\.(?:\/|$)|~|\/(?!\/|(?:tmp|var\/tmp|dev|usr|bin|sbin|lib|lib64|opt)(?:\/|$)))/;

/** Names as people give them: no script and no pattern. */
export const PLAIN_PATH = /^[\p{L}\p{N}\w.@+~ /-]+$/u;
/** The same with what a shell puts names in the place of. */
const EXPANDED_PATH = /^[\p{L}\p{N}\w.@+~ /$*?[\]{},-]+$/u;
/** Up from a place that only the shell knows; bound to the first of these, for a single reading. */
const CLIMBS = /^[^$]*\$.*\/\.\.(?:\/|$)/s;

/** Programs whose first operand, and what is behind `-e`, is no name, and what it may look like. */
const TAKES_SCRIPT = /^(?:sed|[gmn]?awk|rg|perl)$/;
const PATTERN = /^\/.*\/[a-zA-Z]*$/;

const HOMES = 'HOME|OLDPWD|USER|LOGNAME|XDG_\\w+|\\w+_HOME';
const HOME_VARIABLE = new RegExp(`^\\$\\{?(?:${HOMES})\\b`);
/** A text in which a shell puts a folder of the user's in the place of a name. */
export const NAMES_HOME = new RegExp(`(?:^|[\\s=:<>("'\`])~(?!\\s+/)|\\$\\{?(?:${HOMES})\\b`);

/** A place outside of the workspace that a word of the command names. */
export function placeOutside({ request, parts, command }: ActionDetails): string | null {
	const { workspace, line } = request.command ?? {};
	if (parts !== null) {
		for (const { source, folders } of parts) {
			const program = parseShell(source);
			const { commands, redirections } =
				program === null ? { commands: [], redirections: [] } : programContents(program);
			const named = [
				...commands.flatMap(({ words, assignments }) => [
					...names(words.map(shownWord)),
					...assignments.map(({ value }) => shownWord(value)),
				]),
				...redirections.filter(({ operator }) => !operator.startsWith('<<')).map(({ target }) => shownWord(target)),
			];
			const found = named.find((word) => isOutside(word, workspace, folders ?? ['']));
			if (found !== undefined) return found;
		}
		return null;
	}
	const words = command?.calls.flatMap((call) => names(call.map((word) => word ?? ''))) ?? [];
	const home = NAMES_HOME.exec(line ?? '')?.[0].trim();
	return words.find((word) => isOutside(word, workspace, [''])) ?? home ?? null;
}

/** Words that run the builtin or program behind them. */
const STARTERS = /^(?:command|builtin|time|eval|exec)$/;

/** Words that may be file names. `cd` and `cd -` count as the home folder and the folder before. */
function names(call: readonly string[]): readonly string[] {
	const start = call.findIndex((word, index) => !STARTERS.test(word) && !(index > 0 && word === '-p'));
	const [program = '', ...words] = start > 0 ? call.slice(start) : call;
	if (/^(?:cd|pushd)$/.test(program) && words.every((word) => word.startsWith('-'))) return ['~'];
	// A program is found by its name, or is a place itself.
	const own = program.includes('/') ? [program] : [];
	if (!TAKES_SCRIPT.test(baseName(program))) return [...own, ...words];
	const script = words.findIndex((word) => !word.startsWith('-'));
	const isScript = (word: string, index: number): boolean =>
		(index === script || words[index - 1] === '-e') && (PATTERN.test(word) || !PLAIN_PATH.test(word));
	return [...own, ...words.filter((word, index) => !isScript(word, index))];
}

function isOutside(word: string, workspace: string | undefined, folders: readonly string[]): boolean {
	// Behind an option or a name with `=`, glued to the letters of an option.
	const path = word.replace(/^-{0,2}[\w.=-]*=/, '').replace(/^-\w+?(?=[/~]|\.\.)/, '');
	if (CLIMBS.test(path)) return true;
	if (!EXPANDED_PATH.test(path)) return false;
	const climbs = (folder: string): boolean => /^\.\.(?:\/|$)/.test(joinFolder(folder, path));
	return OUTSIDE.test(fromTop(path, workspace, folders)) || (!/^[/~$]/.test(path) && folders.some(climbs));
}

/** The word with `~` for a folder of the user's, and `$` for everything else that only the shell knows. */
function shownWord({ parts }: ShellWord): string {
	return parts.map(shownPart).join('');
}

function shownPart(part: ShellPart): string {
	switch (part.type) {
		case 'tilde':
			return '~';
		case 'parameter':
			return HOME_VARIABLE.test(part.text) ? '~' : '$';
		case 'substitution':
			return '$';
		case 'literal':
		case 'glob':
		case 'brace':
			return part.text;
	}
}
