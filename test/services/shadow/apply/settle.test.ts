import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LayerTaker, settleOverlay } from '../../../../src/services/shadow/overlay/overlay-layer.js';
import { walkUpper } from '../../../../src/services/shadow/overlay/upper-walk.js';
import { temporaryFolder } from '../../temporary-folder.js';

test('What the agent writes after both sides were compared stays in its view.', async () => {
	const folder = temporaryFolder();
	const [upper, real] = [join(folder, 'upper'), join(folder, 'real')];
	for (const side of [upper, real]) {
		mkdirSync(side);
		for (const name of ['a.txt', 'b.txt']) writeFileSync(join(side, name), 'applied\n');
	}
	const found = await walkUpper({ upper, real, isOpaque: () => false });
	writeFileSync(join(upper, 'a.txt'), 'newer\n');
	const taker = new LayerTaker(upper, join(folder, 'aside'));
	await settleOverlay({
		applied: new Set(['a.txt', 'b.txt']),
		left: [],
		look: { ...found, isComplete: true },
		taker,
		sides: { upper, real },
		namespacePid: null,
	});
	await taker.finish();
	expect(readFileSync(join(upper, 'a.txt'), 'utf8')).toBe('newer\n');
	expect(existsSync(join(upper, 'b.txt'))).toBe(false);
});
