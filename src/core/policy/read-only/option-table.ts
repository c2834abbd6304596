import { wordsIn } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import type { Doubt } from './verdict.js';

/**
 * The options of a program that cannot make it change, run or reach anything. All others are refused. What is no letter
 * is a list of whole options, separated by blanks.
 */
export type OptionTable = {
	/** Letters without a value, as in `-la`. */
	readonly letters?: string;
	/** Letters that may have a value glued to them, as in `-uno`. */
	readonly gluedLetters?: string;
	/** Letters with a value, glued or as the next word. The value is checked like a path. */
	readonly valueLetters?: string;
	/** Letters whose value is free text (a pattern, a separator). */
	readonly textLetters?: string;
	/** `-5`. */
	readonly takesNumber?: boolean;
	/** Long options without a value, or with one behind `=`. */
	readonly long?: string;
	/** Long options without a value, or with a path behind `=`. */
	readonly pathLong?: string;
	/** Long options with a value, behind `=` or as the next word, that is free text. */
	readonly textLong?: string;
	/** Words that are options as a whole (`-ps`, `-name`), without and with a value. */
	readonly exact?: string;
	readonly exactValued?: string;
	/** Absent: any number of paths. */
	readonly operands?: OperandRule;
};

/** Meaning of the words that are not options. */
type OperandRule = {
	/** Number of first operands that are text, not paths. */
	readonly text?: number;
	/** Options that stand in for the first text operand (`grep -e`). */
	readonly textUnless?: string;
	readonly max?: number;
	/** The operands are allowed only when one of these options is there (`git branch --list`). */
	readonly onlyWith?: string;
	/** Every text operand and operand must look like this. */
	readonly pattern?: RegExp;
};

/** Checks arguments by a table. `name` is for the reason. */
export function checkByTable(name: string, table: OptionTable, words: readonly Argument[]): Doubt {
	const operands: Argument[] = [];
	const options = new Set<string>();
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index];
		if (word === undefined) break;
		if (word.text === '--') {
			operands.push(...words.slice(index + 1));
			break;
		}
		if (!word.text.startsWith('-') || word.text === '-') {
			operands.push(word);
			continue;
		}
		const taken = takeOption(table, word.text, words[index + 1], options);
		if (taken === null) return UNPROVEN.notHarmless(`${name} ${word.text}`);
		index += taken;
	}
	return checkOperands(name, table.operands ?? {}, operands, options);
}

/** Number of words behind the option that belong to it; null when the option is not in the table. */
function takeOption(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	const isExact = isListed(table.exact, word);
	if (isExact || isListed(table.exactValued, word)) {
		options.add(word);
		return isExact ? 0 : isValue(next) && isInsideOperand(next.text) ? 1 : null;
	}
	if (word.startsWith('--')) return takeLong(table, word, next, options);
	if (table.takesNumber === true && /^-[0-9]+$/.test(word)) return 0;
	return takeLetters(table, word, next, options);
}

/** Whether a list names this option; makes no array, as a command may have thousands of them. */
function isListed(names: string | undefined, option: string): boolean {
	if (names === undefined || /\s/.test(option)) return false;
	for (let at = names.indexOf(option); at >= 0; at = names.indexOf(option, at + 1)) {
		if (!/\S/.test(names.charAt(at - 1) + names.charAt(at + option.length))) return true;
	}
	return false;
}

function takeLong(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	const equals = word.indexOf('=');
	const option = equals < 0 ? word : word.slice(0, equals);
	options.add(option);
	if (isListed(table.long, option)) return 0;
	if (isListed(table.pathLong, option)) return isInsideOperand(word.slice(option.length + 1)) ? 0 : null;
	if (!isListed(table.textLong, option)) return null;
	return equals >= 0 ? 0 : isValue(next) ? 1 : null;
}

function takeLetters(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	const { letters = '', gluedLetters = '', valueLetters = '', textLetters = '', operands } = table;
	for (let index = 1; index < word.length; index += 1) {
		const letter = word.charAt(index);
		const rest = word.slice(index + 1);
		options.add(`-${letter}`);
		if (letters.includes(letter)) continue;
		if (gluedLetters.includes(letter))
			return operands?.pattern?.test(rest) !== false && isInsideOperand(rest) ? 0 : null;
		const isText = textLetters.includes(letter);
		if (!isText && !valueLetters.includes(letter)) return null;
		if (rest !== '') return isText || isInsideOperand(rest) ? 0 : null;
		return isValue(next) && (isText || isInsideOperand(next.text)) ? 1 : null;
	}
	return 0;
}

/**
 * The word behind an option that takes a value. One that looks like an option is refused: where
 * the system's program takes no value there, it would be one.
 */
function isValue(next: Argument | undefined): next is Argument {
	return next !== undefined && !next.isGlob && (!next.text.startsWith('-') || /^-[0-9]*$/.test(next.text));
}

function checkOperands(
	name: string,
	{ text = 0, textUnless, max, onlyWith, pattern }: OperandRule,
	operands: readonly Argument[],
	options: ReadonlySet<string>,
): Doubt {
	const has = (names: string | undefined): boolean => wordsIn(names).some((option) => options.has(option));
	if (operands.length > 0 && onlyWith !== undefined && !has(onlyWith))
		return `“${name}” with an operand may change something`;
	if (max !== undefined && (operands.length > max || operands.some((operand) => operand.isGlob)))
		return `“${name}” may write to one of its operands`;
	const texts = has(textUnless) ? 0 : text;
	for (const [index, operand] of operands.entries()) {
		if (pattern?.test(operand.text) === false) return UNPROVEN.notHarmless(`${name} ${operand.text}`);
		// Where all is text, names are as well.
		if (index < texts && operand.isGlob && Number.isFinite(texts)) return UNPROVEN.textExpected(name);
		// A pattern lists a folder, whatever becomes of the names.
		if ((index >= texts || operand.isGlob) && !isInsideOperand(operand.text)) return UNPROVEN.notInside(operand.text);
	}
	return null;
}
