import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFiles } from '../../../src/services/files/files.js';
import { lines } from '../../core/lines.js';
import { buildFixture, SECRET } from './workspace-fixture.js';

const IS_LONG = process.env['ACP_TUI_LONG'] === '1';

const SEGMENT = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.constantFrom(
			...['..', '.', '', 'src', 'deep', 'er', 'a.txt', 'outside', 'work', 'work-evil', 'secret.txt', 'dir', 'new'],
			...lines`
				to-dir ¦ to-file ¦ to-root ¦ up ¦ up-up ¦ up-out ¦ climb ¦ zigzag ¦ loop-a ¦ chain-1 ¦ to-sibling
			`,
			...['dangling-out', 'inside-dir', 'inside-new', 'to-proc', 'self', 'root', 'cwd', 'fd', 'pipe', 'socket', 'proc'],
		),
	},
	{ weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);

test('no made-up path escapes the workspace', async () => {
	const fixture = buildFixture();
	const files = createFiles({ workspace: fixture.workspace });
	const before = fixture.outsideState();
	await fc.assert(
		fc.asyncProperty(
			fc.array(SEGMENT, { maxLength: 8 }),
			fc.constantFrom(fixture.workspace, fixture.top, '', `${fixture.workspace}/src`),
			async (segments, start) => {
				const path = [start, ...segments].join('/');
				const fact = await files.inspect(path);
				if (fact.isInside) {
					expect(fact.real === fixture.workspace || fact.real?.startsWith(`${fixture.workspace}/`)).toBe(true);
					expect(fact.relative?.split('/')).not.toContain('..');
				}
				const read = await files.read(path);
				expect(read.ok && read.value.includes(SECRET)).toBe(false);
				const written = fixture.mayTryToWrite(path) ? await files.write(path, 'x') : read;
				expect(!fact.isInside && (written.ok || read.ok)).toBe(false);
			},
		),
		{ numRuns: IS_LONG ? 100_000 : 200 },
	);
	expect(fixture.outsideState()).toBe(before);
}, 300_000);

test('a folder that turns into a link between check and use leads nowhere', async () => {
	const fixture = buildFixture();
	const { workspace, outside } = fixture;
	const files = createFiles({ workspace });
	const folder = join(workspace, 'flip');
	const parked = join(workspace, 'parked');
	await files.write(join(folder, 'secret.txt'), 'harmless');
	await files.write(join(folder, 'dir/inner.txt'), 'harmless');
	const before = fixture.outsideState();
	const stop = new AbortController();
	let flips = 0;
	const flipping = (async () => {
		while (!stop.signal.aborted) {
			renameSync(folder, parked);
			while (!tryLink(outside, folder)) {
				// A write saw no folder and made it, as it may.
				rmSync(folder, { recursive: true, force: true });
			}
			flips += 1;
			await someTurns(flips, 10);
			rmSync(folder);
			renameSync(parked, folder);
			await someTurns(flips * 7, 40);
		}
	})();
	const seen = { harmless: 0, refused: 0 };
	for (let round = 0; round < (IS_LONG ? 3000 : 120); round += 1) {
		const path = join(folder, round % 2 === 0 ? 'secret.txt' : 'dir/inner.txt');
		const read = await files.read(path);
		expect(read.ok ? read.value : 'harmless').toBe('harmless');
		const written = await files.write(path, 'harmless');
		await files.write(join(folder, `made/${round}/new.txt`), 'harmless');
		seen[read.ok || written.ok ? 'harmless' : 'refused'] += 1;
	}
	stop.abort();
	await flipping;
	expect(flips).toBeGreaterThan(20);
	expect(Math.min(seen.harmless, seen.refused)).toBeGreaterThan(0);
	expect(fixture.outsideState()).toBe(before);
}, 300_000);

function tryLink(target: string, path: string): boolean {
	try {
		symlinkSync(target, path);
		return true;
	} catch {
		// Something else got there first.
		return false;
	}
}

/** Some turns of the event loop, a different number each time, so that every step of a read or a write is hit. */
async function someTurns(seed: number, most: number): Promise<void> {
	for (let turn = 0; turn <= seed % most; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
