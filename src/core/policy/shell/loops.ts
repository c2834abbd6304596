import { UNPROVEN } from '../policy-messages.js';
import { isLoopVariable } from '../read-only/harmless-variables.js';
import { literalText, takesInput } from './inspect.js';
import { wordOfParts } from './render-command.js';
import type {
	ShellCommand,
	ShellCompound,
	ShellList,
	ShellPart,
	ShellRedirection,
	ShellSimple,
	ShellWord,
} from './shell-types.js';

/** The shell's own commands that set variables. */
const SETS = /^(?:read|export|declare|typeset|local|readonly|printf|unset|getopts|mapfile|readarray|let)$/;
/** Characters that an unquoted variable is split at, and expanded by; some shells expand braces in it. */
export const SPLITS = /[\s*?[\]{}\\]/;

/**
 * The body of a `for` once for each of its words, with the word in the variable's place: a pattern, or a command whose
 * output is meant, stands for all its names. `feeders`: what is piped into it. Else why it is not looked into.
 */
export function unrollLoop(loop: ShellCompound, feeders: readonly ShellSimple[] = []): readonly ShellList[] | string {
	const { bodies, words, variable } = readingLoop(loop, feeders) ?? loop;
	const [body] = bodies;
	if (variable === undefined || body === undefined || bodies.length > 1) return UNPROVEN.loop;
	if (!isLoopVariable(variable) || setsVariable(body, variable)) return UNPROVEN.setsVariable(variable);
	if (words.some(({ parts }) => parts.some((part) => part.type === 'literal' && SPLITS.test(part.text))))
		return UNPROVEN.loop;
	return words.map((word) => inList(body, variable, word));
}

/** `while read -r NAME` as a `for` over the lines that it is fed by a pipe or a file; null for all other loops. */
function readingLoop(
	{ bodies, redirections }: ShellCompound,
	feeders: readonly ShellSimple[],
): Pick<ShellCompound, 'bodies' | 'words' | 'variable'> | null {
	const [condition, body, ...more] = bodies;
	const [item, ...others] = condition ?? [];
	const [read, ...piped] = item?.pipeline.commands ?? [];
	if (read?.type !== 'simple' || body === undefined || more.length + others.length + piped.length > 0) return null;
	const isPlain = item?.pipeline.isNegated !== true && read.redirections.length === 0;
	const isSplitAtLines = read.assignments.every(({ name, value }) => name === 'IFS' && literalText(value) === '');
	const [, variable] =
		/^read (?:-r |-r -d '' |-rd '' |-d '' )?([A-Za-z_]\w*)$/.exec(read.words.map(({ source }) => source).join(' ')) ??
		[];
	if (!isPlain || !isSplitAtLines || variable === undefined) return null;
	const inputs = redirections.filter(takesInput);
	const isStandard = ({ operator, descriptor }: ShellRedirection): boolean => operator === '<' && descriptor === null;
	if (!inputs.every(isStandard)) return null;
	const cat = { type: 'simple', assignments: [], words: [plainWord('cat')], redirections: inputs } as const;
	const commands = inputs.length > 0 ? [cat] : feeders;
	if (commands.length === 0) return null;
	const list: ShellList = [{ pipeline: { isNegated: false, commands }, end: 'end' }];
	return {
		bodies: [body],
		words: [wordOfParts([{ type: 'substitution', program: { tokens: [], list, hasOddComment: false } }])],
		variable,
	};
}

function plainWord(text: string): ShellWord {
	return { parts: [{ type: 'literal', text, quoting: 'none' }], source: text };
}

function setsVariable(list: ShellList, variable: string): boolean {
	return list.some(({ pipeline }) => pipeline.commands.some((command) => setsIn(command, variable)));
}

export function setsIn(command: ShellCommand, variable: string): boolean {
	const inWords = command.words.some((word) => setsInWord(word, variable));
	if (command.type !== 'simple')
		return inWords || command.variable === variable || command.bodies.some((body) => setsVariable(body, variable));
	const [program] = command.words;
	const isSetting = program !== undefined && SETS.test(literalText(program) ?? 'read');
	const names = command.words.slice(1).map(({ source }) => source);
	return (
		inWords ||
		command.assignments.some(({ name }) => name === variable) ||
		(isSetting && names.some((name) => new RegExp(`\\b${variable}\\b`).test(name)))
	);
}

/** `${x:=y}` sets it, and so may a command inside. */
function setsInWord({ parts }: ShellWord, variable: string): boolean {
	return parts.some(
		(part) =>
			(part.type === 'parameter' && part.text.startsWith('${') && part.text.includes('=')) ||
			(part.type === 'substitution' && setsVariable(part.program.list, variable)),
	);
}

function inList(list: ShellList, variable: string, value: ShellWord): ShellList {
	return list.map(({ pipeline, end }) => ({
		pipeline: { ...pipeline, commands: pipeline.commands.map((command) => inCommand(command, variable, value)) },
		end,
	}));
}

/** The command with a value in the place of a variable that it does not set. */
export function inCommand(command: ShellCommand, variable: string, value: ShellWord): ShellCommand {
	const words = command.words.map((word) => inWord(word, variable, value));
	const redirections = command.redirections.map((one) => ({ ...one, target: inWord(one.target, variable, value) }));
	if (command.type !== 'simple') {
		const bodies = command.bodies.map((body) => inList(body, variable, value));
		return { ...command, words, redirections, bodies };
	}
	const assignments = command.assignments.map((one) => ({ ...one, value: inWord(one.value, variable, value) }));
	return { ...command, words, redirections, assignments } satisfies ShellSimple;
}

function inWord(word: ShellWord, variable: string, value: ShellWord): ShellWord {
	if (!word.parts.some(({ type }) => type === 'parameter' || type === 'substitution')) return word;
	return wordOfParts(word.parts.flatMap((part) => inPart(part, variable, value)));
}

function inPart(part: ShellPart, variable: string, value: ShellWord): readonly ShellPart[] {
	if (part.type === 'substitution')
		return [{ ...part, program: { ...part.program, list: inList(part.program.list, variable, value) } }];
	const isIt = part.type === 'parameter' && (part.text === `$${variable}` || part.text === `\${${variable}}`);
	if (!isIt) return [part];
	return part.isQuoted === true
		? value.parts.map((each) => (each.type === 'glob' ? { ...each, isQuoted: true } : each))
		: value.parts;
}
