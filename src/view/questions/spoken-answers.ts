import { oneLine, sentence } from '../spoken-text.js';
import type { AnswerRow } from '../state/screen-layout.js';

/** Numbered answers as they are read out, with the reasons of those that cannot be given. */
export function spokenAnswers(rows: readonly AnswerRow[]): readonly string[] {
	return rows.map(({ label, remark = '', answer, because }, index) => {
		const words = oneLine(`${label}${remark}`);
		return `${index + 1} ${answer === null ? `not now: ${words}. ${sentence(oneLine(because))}` : sentence(words)}`;
	});
}
