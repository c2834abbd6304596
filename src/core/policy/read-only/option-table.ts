import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** The options of a program that cannot make it change, run or reach anything. All others are refused. */
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
	readonly long?: readonly string[];
	/** Long options without a value, or with a path behind `=`. */
	readonly pathLong?: readonly string[];
	/** Long options with a value, behind `=` or as the next word, that is free text. */
	readonly textLong?: readonly string[];
	/** Words that are options as a whole (`-ps`, `-name`), without and with a value. */
	readonly exact?: readonly string[];
	readonly exactValued?: readonly string[];
	readonly operands: OperandRule;
};

/** What the words that are not options mean. */
type OperandRule = {
	/** How many of the first operands are text, not paths. */
	readonly text?: number;
	/** Options that stand in for the first text operand (`grep -e`). */
	readonly textUnless?: readonly string[];
	readonly max?: number;
	/** The operands are allowed only when one of these options is there (`git branch --list`). */
	readonly onlyWith?: readonly string[];
	/** Every text operand and operand must look like this. */
	readonly pattern?: RegExp;
};

/** What an argument list was found to consist of. */
type Found = { readonly operands: Argument[]; readonly options: Set<string> };

/** Checks arguments by a table. `name` is for the reason. */
export function checkByTable(name: string, table: OptionTable, words: readonly Argument[]): ReadOnlyVerdict {
	const found: Found = { operands: [], options: new Set() };
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index];
		if (word === undefined) break;
		if (word.text === '--') {
			found.operands.push(...words.slice(index + 1));
			break;
		}
		if (!word.text.startsWith('-') || word.text === '-') {
			found.operands.push(word);
			continue;
		}
		const taken = takeOption(table, word.text, words[index + 1], found.options);
		if (taken === null) return unproven(UNPROVEN.notHarmless(`${name} ${word.text}`));
		index += taken;
	}
	return checkOperands(name, table.operands, found);
}

/** How many words behind the option belong to it; null when the option is not in the table. */
function takeOption(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	if (table.exact?.includes(word) === true) {
		options.add(word);
		return 0;
	}
	if (table.exactValued?.includes(word) === true) {
		options.add(word);
		return isValue(next) && isInsideOperand(next.text) ? 1 : null;
	}
	if (word.startsWith('--')) return takeLong(table, word, next, options);
	if (table.takesNumber === true && /^-[0-9]+$/.test(word)) return 0;
	return takeLetters(table, word, next, options);
}

function takeLong(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	const equals = word.indexOf('=');
	const option = equals < 0 ? word : word.slice(0, equals);
	options.add(option);
	if (table.long?.includes(option) === true) return 0;
	if (table.pathLong?.includes(option) === true) return isInsideOperand(word.slice(option.length + 1)) ? 0 : null;
	if (table.textLong?.includes(option) !== true) return null;
	if (equals >= 0) return 0;
	return isValue(next) ? 1 : null;
}

function takeLetters(table: OptionTable, word: string, next: Argument | undefined, options: Set<string>): 0 | 1 | null {
	for (let index = 1; index < word.length; index += 1) {
		const letter = word.charAt(index);
		const rest = word.slice(index + 1);
		options.add(`-${letter}`);
		if (table.letters?.includes(letter) === true) continue;
		if (table.gluedLetters?.includes(letter) === true) {
			const fits = table.operands.pattern?.test(rest) !== false;
			return fits && isInsideOperand(rest) ? 0 : null;
		}
		const isText = table.textLetters?.includes(letter) === true;
		if (!isText && table.valueLetters?.includes(letter) !== true) return null;
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

function checkOperands(name: string, rule: OperandRule, { operands, options }: Found): ReadOnlyVerdict {
	const has = (names: readonly string[] | undefined) => names?.some((option) => options.has(option)) === true;
	if (operands.length > 0 && rule.onlyWith !== undefined && !has(rule.onlyWith)) {
		return unproven(UNPROVEN.operandMayChange(name));
	}
	if (rule.max !== undefined && (operands.length > rule.max || operands.some((operand) => operand.isGlob))) {
		return unproven(UNPROVEN.mayWriteOperand(name));
	}
	const texts = has(rule.textUnless) ? 0 : (rule.text ?? 0);
	for (const [index, operand] of operands.entries()) {
		if (rule.pattern !== undefined && !rule.pattern.test(operand.text)) {
			return unproven(UNPROVEN.notHarmless(`${name} ${operand.text}`));
		}
		if (index < texts) {
			// Where all is text, names are as well.
			if (operand.isGlob && Number.isFinite(texts)) return unproven(UNPROVEN.textExpected(name));
		} else if (!isInsideOperand(operand.text)) return unproven(UNPROVEN.notInside(operand.text));
	}
	return PROVEN;
}
