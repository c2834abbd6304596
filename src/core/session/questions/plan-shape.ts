/** Code, which is no part of a plan's shape. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;

const HEADING = /^ {0,3}(?:#{1,6}\s+\S|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)/;
const STEP = /^\s{0,3}(?:\d{1,3}[.)]|[-*+]\s+\[[ xX]\])\s+\S/;
/** Question marks of all scripts that have one, behind which emphasis or a bracket may close. */
const QUESTION = /[?？؟⁇⸮;՞]["'”’»)\]*_`\s]*$/u;

/**
 * Whether an answer has the shape of a plan: a heading, and at least two steps that are numbered or have boxes; boxes
 * need no heading. An answer that asks anything is none: a number typed below it would be an answer to that. In doubt
 * it is none, since the user can still say that it is.
 */
export function isPlanShaped(text: string): boolean {
	const lines = text.replaceAll(FENCE, '').split('\n');
	if (lines.some(isQuestion)) return false;
	const steps = lines.filter((line) => STEP.test(line));
	if (steps.length < 2) return false;
	return steps.every((line) => line.includes('[')) || lines.some((line) => HEADING.test(line));
}

/** The Greek question mark is a semicolon, which ends much else in Latin text. */
function isQuestion(line: string): boolean {
	if (!QUESTION.test(line)) return false;
	return !/[;;]["'”’»)\]*_`\s]*$/u.test(line) || /\p{Script=Greek}/u.test(line);
}
