import { baseName, SHELLS } from '../policy/command-view.js';
import { literalText, programContents } from '../policy/shell/inspect.js';
import { quoteWord } from '../policy/shell/quote-word.js';
import { wordOfParts } from '../policy/shell/render-command.js';
import { parseShell } from '../policy/shell/shell-parser.js';
import type { ShellPart, ShellProgram, ShellToken } from '../policy/shell/shell-types.js';
import type { CommandFormat } from './own-command.js';
import { ALL_ARGUMENTS } from './template.js';

export type ShellArguments = { readonly words: readonly string[]; readonly all: string };

/** Programs that read their words as a command line: no quotes keep an argument from being one there. */
const READS_WORDS = /^(?:\.|source|eval|trap|alias|xargs|parallel|ssh|sudo|doas|watch|flock|tmux|screen)$/;

const OURS: Readonly<Record<CommandFormat, RegExp>> = { markdown: /^\$(?:[1-9]|ARGUMENTS)$/, gemini: /^\$ARGUMENTS$/ };

/** Puts arguments into a line as literal words; null where one could become part of the command. */
export function fillLine(line: string, args: ShellArguments, format: CommandFormat): string | null {
	const program = parseShell(line);
	if (program === null) return /\$\{?(?:[1-9]|ARGUMENTS)/.test(line) ? null : line;
	const isOurs = (part: ShellPart): boolean => part.type === 'parameter' && OURS[format].test(part.text);
	if (!holds(program, isOurs)) return line;
	if (hasNested(program, isOurs) || readsWords(program)) return null;
	return program.tokens.map((token) => fillToken(token, isOurs, args)).join('');
}

function fillToken({ word, text }: ShellToken, isOurs: (part: ShellPart) => boolean, args: ShellArguments): string {
	if (word === undefined || !word.parts.some(isOurs)) return text;
	const [only] = word.parts;
	// Alone and without quotes it is as many words as were given.
	if (
		word.parts.length === 1 &&
		only?.type === 'parameter' &&
		only.text === `$${ALL_ARGUMENTS}` &&
		only.isQuoted !== true
	)
		return args.words.map(quoteWord).join(' ');
	const parts = word.parts.map((part): ShellPart => {
		if (part.type !== 'parameter' || !isOurs(part)) return part;
		const value = part.text === `$${ALL_ARGUMENTS}` ? args.all : (args.words[Number(part.text.slice(1)) - 1] ?? '');
		return { type: 'literal', text: value, quoting: 'single' };
	});
	return wordOfParts(parts).source;
}

/** Whether a placeholder stands within a substitution. */
function hasNested(program: ShellProgram, isOurs: (part: ShellPart) => boolean): boolean {
	return partsOf(program).some((part) => part.type === 'substitution' && holds(part.program, isOurs));
}

function holds(program: ShellProgram, isOurs: (part: ShellPart) => boolean): boolean {
	return partsOf(program).some(isOurs) || hasNested(program, isOurs);
}

function partsOf({ tokens }: ShellProgram): readonly ShellPart[] {
	return tokens.flatMap(({ word }) => word?.parts ?? []);
}

/** Whether a command of the line runs words, or its input, or may: its name is not known then. */
function readsWords(program: ShellProgram): boolean {
	return programContents(program).commands.some(({ words }) => {
		const [first] = words;
		if (first !== undefined && literalText(first) === null) return true;
		return words.some((word) => {
			const name = baseName(literalText(word) ?? '');
			return SHELLS.has(name) || READS_WORDS.test(name);
		});
	});
}
