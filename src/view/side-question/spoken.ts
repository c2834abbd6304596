import type { SideQuestion } from '../../core/side-question/side-question.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { answerOf, isUnderWay, toolsOf } from './side-answer.js';
import { SPOKEN } from './side-question-messages.js';

/** Tools of an answer that are named. */
const MOST_TOOLS = 5;

/** What is worth a word: another question, and where it has come to. */
export function newsOf(side: SideQuestion | undefined): string {
	if (side === undefined) return '';
	return `${side.askedAt} ${isUnderWay(side) ? 'asked' : side.phase}`;
}

/** A side question as it is read out: that it is asked, and then what came of it. */
export function spokenLines(side: SideQuestion | undefined): readonly string[] {
	if (side === undefined) return [];
	const asked = SPOKEN.asked(sanitizeLine(side.question));
	if (isUnderWay(side)) return [asked, SPOKEN.starting];
	const answer = sanitizeText(answerOf(side));
	const tools = toolsOf(side).slice(0, MOST_TOOLS).map(sanitizeLine);
	return [
		...(side.phase === 'failed' ? failureLines(side) : []),
		...(side.phase === 'stopped' ? [SPOKEN.stopped] : []),
		...(tools.length === 0 ? [] : [SPOKEN.used(tools.join(', '))]),
		...(answer === '' ? [] : [SPOKEN.answer, ...answer.split('\n').filter((line) => line.trim() !== '')]),
		...(answer === '' ? [] : [SPOKEN.keys]),
	];
}

function failureLines({ failure }: SideQuestion): readonly string[] {
	if (failure === undefined) return [];
	return [sanitizeLine(failure.message), ...(failure.hint === undefined ? [] : [sanitizeLine(failure.hint)])];
}
