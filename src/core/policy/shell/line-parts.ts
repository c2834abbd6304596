import { UNPROVEN } from '../policy-messages.js';
import { literalText, takesInput } from './inspect.js';
import { joinFolder, unionOf } from './line-folders.js';
import { unrollLoop } from './loops.js';
import { wordOfParts } from './render-command.js';
import type {
	ShellCommand,
	ShellList,
	ShellListEnd,
	ShellPart,
	ShellPipeline,
	ShellProgram,
	ShellRedirection,
	ShellSimple,
	ShellWord,
} from './shell-types.js';
import { type KnownValue, valuesBehind, withValues } from './shell-values.js';

export type LinePart = {
	readonly command: ShellSimple;
	/**
	 * The folders that it may run in by the `cd`s before it: `''` is where the line starts, others count from there or
	 * are absolute. Null where only the shell knows.
	 */
	readonly folders: readonly string[] | null;
	/** Something reaches its standard input other than by its own redirections: a pipe, or one of a group around it. */
	readonly isFed?: boolean;
	/** The commands before it in its pipe, where these are simple ones. */
	readonly feeders?: readonly ShellSimple[];
	/** The command with a comment behind it as further words, as a shell has it that knows none. No rule names it. */
	readonly hasRemark?: true;
	/** The command in a shell without brace expansion; absent without braces. */
	readonly unexpanded?: ShellSimple;
};

/** The simple commands of a line in their order, or why nobody can tell them apart. */
export type LineParts = { readonly parts: readonly LinePart[] } | { readonly because: string };

/** A line of more is taken for one that cannot be looked through. */
const MOST_PARTS = 64;

type Folders = readonly string[] | null;

/** Takes a line apart at `;`, `&&`, `||`, pipes, subshells, groups and conditions; a `for` counts once for each word. */
export function partsOfLine(program: ShellProgram, start: Folders = ['']): LineParts {
	if (program.list.length === 0) return { because: UNPROVEN.nothingNamed };
	if (program.hasOddComment) return { because: UNPROVEN.comment };
	const walk = new Walk();
	walk.list(program.list, start);
	if (walk.parts.length > MOST_PARTS) return { because: 'these are too many commands to check' };
	return walk.problem === null ? { parts: walk.parts } : { because: walk.problem };
}

class Walk {
	readonly parts: LinePart[] = [];
	problem: string | null = null;

	/** Returns the folders that the shell may be in behind it. */
	list(list: ShellList, start: Folders, isFed = false): Folders {
		let now = start;
		let possible = start;
		let before: ShellListEnd = ';';
		let known: readonly KnownValue[] = [];
		for (const { pipeline, end } of list) {
			if (this.parts.length > MOST_PARTS) return null;
			const values = known;
			const commands = pipeline.commands.map((command) => withValues(command, values));
			const after = this.#pipeline({ ...pipeline, commands }, now, isFed);
			known = valuesBehind(known, { pipeline: { ...pipeline, commands }, end }, before, after !== now);
			possible = unionOf(possible, after);
			// Only behind `&&` is it certain that what stands before was done, unless it stands behind `||` itself.
			const done = before === '||' ? unionOf(now, after) : after;
			now = end === '&&' ? done : possible;
			before = end;
		}
		return possible;
	}

	#pipeline({ commands, isNegated }: ShellPipeline, now: Folders, isFed: boolean): Folders {
		const [only, ...others] = commands;
		if (only !== undefined && others.length === 0) {
			const after = this.#command(only, now, isFed);
			return isNegated ? unionOf(now, after) : after;
		}
		// Each runs in a shell of its own; in some shells the last does not.
		let last = now;
		for (const [index, command] of commands.entries()) {
			if (this.parts.length > MOST_PARTS) return null;
			const before = commands.slice(0, index).filter((each) => each.type === 'simple');
			last = this.#command(command, now, isFed || index > 0, before.length === index ? before : []);
		}
		return unionOf(now, last);
	}

	#command(command: ShellCommand, now: Folders, isFed: boolean, feeders: readonly ShellSimple[] = []): Folders {
		if (this.parts.length > MOST_PARTS) return null;
		if (command.type === 'simple') {
			const { remark = [], ...plain } = command;
			if (remark.length > 0) {
				const at = this.parts.length;
				this.#command({ ...plain, words: [...command.words, ...remark] }, now, isFed, feeders);
				this.parts.splice(at, 1, ...this.parts.slice(at).map((part) => ({ ...part, hasRemark: true as const })));
			}
			const [program, ...words] = command.words;
			const expanded = words.flatMap(expandBraces);
			const hasBraces = expanded.length > words.length;
			this.parts.push({
				command: program === undefined ? command : { ...command, words: [program, ...expanded] },
				folders: now,
				isFed,
				...(feeders.length === 0 ? {} : { feeders }),
				...(hasBraces ? { unexpanded: { ...command, words: command.words.map(withoutExpansion) } } : {}),
			});
			return folderBehind(command, now);
		}
		const { redirections } = command;
		if (redirections.length > 0) {
			const nothing = { type: 'simple', assignments: [], words: [], redirections } as const;
			this.parts.push({ command: nothing, folders: now });
		}
		// Substitutions in a loop's list run first, whether the body uses them or not.
		const computed = command.words.filter(({ parts }) => parts.some(isComputed));
		if (computed.length > 0) this.#command(printing(computed), now, isFed);
		const bodies = command.type === 'loop' ? unrollLoop(command, feeders) : command.bodies;
		if (typeof bodies === 'string') {
			this.problem ??= bodies;
			return null;
		}
		const isInnerFed = isFed || redirections.some(isInput);
		let after = now;
		for (const body of bodies) after = unionOf(after, this.list(body, after, isInnerFed));
		return command.type === 'subshell' ? now : after;
	}
}

function isComputed({ type }: ShellPart): boolean {
	return type === 'substitution' || type === 'parameter';
}

/** Command that does nothing with the words. */
function printing(words: readonly ShellWord[]): ShellSimple {
	const echo = wordOfParts([{ type: 'literal', text: 'echo', quoting: 'none' }]);
	return { type: 'simple', assignments: [], words: [echo, ...words], redirections: [] };
}

/** True for a redirection that a command reads from; `/dev/null` has nothing to read. */
export function isInput(redirection: ShellRedirection): boolean {
	return takesInput(redirection) && literalText(redirection.target) !== '/dev/null';
}

/** Where a shell is after a command: `cd` and its kin go elsewhere. */
function folderBehind({ words }: ShellSimple, now: Folders): Folders {
	const [program, ...operands] = words.map(literalText);
	const isWrapped = /^(?:command|builtin|time|env|nice|timeout|stdbuf)$/.test(program ?? '');
	if (program === 'popd' || (isWrapped && operands.some((word) => /^(?:cd|pushd|popd)$/.test(word ?? '')))) return null;
	if ((program !== 'cd' && program !== 'pushd') || now === null) return now;
	const [target, ...more] = operands;
	// An option, `cd` alone and `cd -` lead to places that are not known here.
	if (typeof target !== 'string' || target === '' || more.length > 0 || /^[-+~]/.test(target)) return null;
	return unionOf(
		[],
		now.map((folder) => joinFolder(folder, target)),
	);
}

/** Plain words between commas: the same in every shell that expands them. */
const CHOICES = /^[\w./@+-]*(?:,[\w./@+-]*)+$/;
const MOST_WORDS = 64;

/** The words that braces make of one (`src/{a,b}.ts`); the word itself where they are others, or too many. */
function expandBraces(word: ShellWord): readonly ShellWord[] {
	const expanded = expand(word.parts, 0);
	// Shells leave out an empty word.
	return expanded === null || expanded.length === 1 || expanded.some((parts) => parts.length === 0)
		? [word]
		: expanded.map(wordOfParts);
}

/** The word with its braces as text; in a pattern, of which no part can be quoted, any character stands for each. */
function withoutExpansion({ parts }: ShellWord): ShellWord {
	const isPattern = parts.some(({ type }) => type === 'glob');
	const asText = (part: ShellPart): ShellPart => {
		if (part.type !== 'brace') return part;
		return isPattern ? { type: 'glob', text: '?' } : { type: 'literal', text: part.text, quoting: 'double' };
	};
	return wordOfParts(parts.map(asText));
}

/** The numbers of a range (`1..5`); null for any other text. */
function numbersIn(text: string): readonly string[] | null {
	const [, from, to] = /^(0|[1-9]\d{0,4})\.\.(0|[1-9]\d{0,4})$/.exec(text)?.map(Number) ?? [];
	if (from === undefined || to === undefined) return null;
	const length = Math.min(MOST_WORDS + 1, Math.abs(to - from) + 1);
	return Array.from({ length }, (_, at) => String(from < to ? from + at : from - at));
}

function expand(parts: readonly ShellPart[], depth: number): readonly (readonly ShellPart[])[] | null {
	const open = parts.findIndex((part) => part.type === 'brace' && part.text === '{');
	if (open < 0) return [parts];
	const close = parts.findIndex((part, index) => index > open && part.type === 'brace');
	const between = parts.slice(open + 1, close);
	if (close < 0 || parts[close]?.type !== 'brace' || depth > 4) return null;
	const text = between.map((part) => (part.type === 'literal' && part.quoting === 'none' ? part.text : '\0')).join('');
	const names = CHOICES.test(text) ? text.split(',') : numbersIn(text);
	if (names === null) return null;
	const rest = expand(parts.slice(close + 1), depth + 1);
	const choices = names.map((choice): readonly ShellPart[] => [
		...parts.slice(0, open),
		...(choice === '' ? [] : [{ type: 'literal', text: choice, quoting: 'none' } as const]),
	]);
	if (rest === null || choices.length * rest.length > MOST_WORDS) return null;
	return choices.flatMap((start) => rest.map((end) => [...start, ...end]));
}
