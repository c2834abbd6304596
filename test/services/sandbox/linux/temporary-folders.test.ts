import { expect, it } from 'vitest';
import { topPlaces } from '../../../../src/services/sandbox/agents/top-places.js';
import { devicePlaces } from '../../../../src/services/sandbox/linux/system-places.js';

it.each([
	['a command', devicePlaces(true)],
	['an agent', topPlaces([], { exists: () => false, uid: 1000, hasOwnProc: true })],
])('the folders in memory of %s take half of it at most, together', (_, places) => {
	const sizes = places.flatMap((place) => (place.type === 'empty' ? [place.size ?? '1%'] : []));
	expect(sizes.length).toBeGreaterThan(2);
	expect(sizes.reduce((sum, size) => sum + Number(/^(\d+)%$/.exec(size)?.[1] ?? Number.NaN), 0)).toBeLessThanOrEqual(
		50,
	);
});
