import { createTwoFilesPatch } from 'diff';

/** Beyond this many edits the comparison would block: the change is given as a whole replacement. */
const MAX_EDITS = 5000;

/** A change as a unified diff that `patch` takes; a null `oldText` is a new file. */
export function unifiedDiff(path: string, oldText: string | null, newText: string): string {
	const from = oldText === null ? '/dev/null' : `a/${path}`;
	const options = { context: 3, maxEditLength: MAX_EDITS };
	const patch = createTwoFilesPatch(from, `b/${path}`, oldText ?? '', newText, undefined, undefined, options);
	if (patch !== undefined) return patch.replace(/^=+\n/, '');
	return [
		`--- ${from}`,
		`+++ b/${path}`,
		...(oldText ?? '').split('\n').map((line) => `-${line}`),
		...newText.split('\n').map((line) => `+${line}`),
	].join('\n');
}
