/** First words of a review that shows a request and a file that differ, before the file. */
const FILE = '**This is the file** ';

export const bothPlans = (plan: string, path: string, written: string): string =>
	[
		'**The request and the file of this plan say different things.** This is the plan of the request:',
		plan,
		'---',
		`${FILE}${path}:`,
		written,
	].join('\n\n');

/** Ignores line ends and trailing blanks. */
export function isSamePlan(one: string, other: string): boolean {
	return plain(one) === plain(other);
}

function plain(text: string): string {
	return text.replaceAll(/[ \t]*\r?\n/g, '\n').trim();
}

/** Whether a file says what the user read: one of these texts, or the file's part of one that showed both. */
export function isReviewed(written: string, reviewed: readonly string[]): boolean {
	return reviewed.some(
		(text) =>
			isSamePlan(text, written) || (text.includes(`\n\n${FILE}`) && plain(text).endsWith(`\n\n${plain(written)}`)),
	);
}

const PLAN_FILE = /^(?:.*[-_. ])?plans?(?:[-_. ].*)?\.(?:md|markdown|txt)$/i;

/** Whether a file is a plan by its name: `PLAN.md`, `plans/rename.md`. */
export function isPlanFileName(path: string): boolean {
	const [folder = '', name = ''] = path.split(/[\\/]/).slice(-2);
	const file = name === '' ? folder : name;
	return PLAN_FILE.test(file) || (/^\.?plans$/i.test(folder) && /\.(?:md|markdown|txt)$/i.test(file));
}
