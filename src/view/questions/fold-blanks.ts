import { blanks } from './questions-messages.js';

/** So many blank lines, or blanks in a line, still show what stands after them. */
const MOST_BLANK_LINES = 3;
const MOST_BLANKS = 40;

/** Characters that take room and show nothing, beside what Unicode calls white space. */
const BLANK = '[\\s\\u2800\\u3164\\u115F\\u1160\\uFFA0]';
const BLANK_LINE = new RegExp(`^${BLANK}*$`);
const LONG_BLANK = new RegExp(`${BLANK}{${MOST_BLANKS + 1},}`, 'g');

/** The lines with long runs of blank lines and of blanks as a word that counts them: they push text off a screen. */
export function foldBlanks(lines: readonly string[]): string[] {
	const folded: string[] = [];
	let run: string[] = [];
	const endRun = (): void => {
		folded.push(...(run.length > MOST_BLANK_LINES ? [`⟨${run.length} blank lines⟩`] : run));
		run = [];
	};
	for (const line of lines) {
		if (BLANK_LINE.test(line)) {
			run.push(line.replace(LONG_BLANK, (text) => blanks([...text].length)));
			continue;
		}
		endRun();
		folded.push(line.replace(LONG_BLANK, (text) => blanks([...text].length)));
	}
	endRun();
	return folded;
}
