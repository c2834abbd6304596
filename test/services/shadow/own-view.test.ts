import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { must } from '../must.js';
import { descendantsOf } from '../sandbox/killed/left-behind.js';
import { changesOf, ShadowFixture } from './shadow-fixture.js';

/** How many processes of this one's hold namespaces. */
function holders(): number {
	return descendantsOf(process.pid).filter(({ command }) => command.includes('--map-user')).length;
}

it.runIf(process.platform === 'linux')('a look at a kept shadow leaves no view mounted', async () => {
	const fixture = new ShadowFixture();
	try {
		mkdirSync(join(fixture.real, 'src'));
		writeFileSync(join(fixture.real, 'src', 'a.txt'), 'a\n');
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'src', 'a.txt'), 'b\n');
		await namespace.close();
		await shadow.close();
		const before = holders();
		for (let round = 0; round < 2; round += 1) {
			const kept = must(await fixture.shadows.openSaved(shadow.id));
			expect(await changesOf(kept)).toHaveLength(1);
			await kept.close();
		}
		expect(holders()).toBe(before);
	} finally {
		await fixture.remove();
	}
});
