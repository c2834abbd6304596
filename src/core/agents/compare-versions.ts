/**
 * True where a version comes before another one: by its numbers, then a pre-release before its release. Versions that
 * are not made of numbers come neither before nor after.
 */
export function isOlderVersion(version: string, than: string): boolean {
	const [one, other] = [partsOf(version), partsOf(than)];
	if (one === null || other === null) return false;
	const most = Math.max(one.numbers.length, other.numbers.length);
	for (let at = 0; at < most; at += 1) {
		const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
		if (difference !== 0) return difference < 0;
	}
	if (one.rest === other.rest) return false;
	if (one.rest === '' || other.rest === '') return other.rest === '';
	return one.rest.localeCompare(other.rest, 'en', { numeric: true }) < 0;
}

type Parts = { readonly numbers: readonly number[]; readonly rest: string };

function partsOf(version: string): Parts | null {
	const [, numbers, rest = ''] = /^v?(\d+(?:\.\d+)*)(.*)$/.exec(version.replace(/\+.*$/, '')) ?? [];
	return numbers === undefined ? null : { numbers: numbers.split('.').map(Number), rest };
}
