import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { describe, expect, it } from 'vitest';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

const IS_LONG = env['ACP_TUI_LONG'] === '1';
const FILES = IS_LONG ? 50_000 : 2000;
const ROUNDS = IS_LONG ? 7 : 1;

/** The median of some rounds, printed in the long form. */
async function measured<T>(what: string, task: () => Promise<T>): Promise<T> {
	const times: number[] = [];
	let value: T | undefined;
	for (let round = 0; round < ROUNDS; round += 1) {
		const start = performance.now();
		value = await task();
		times.push(performance.now() - start);
		if (typeof value === 'function') await value();
	}
	const sorted = times.sort((one, other) => one - other).map((time) => time.toFixed(0));
	if (IS_LONG) console.log(`${what}: ${sorted[Math.floor(ROUNDS / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`);
	return value as T;
}

describe.runIf(process.platform === 'linux')(`a workspace of ${FILES} files`, () => {
	it('costs what the agent changed in it', { timeout: 300_000 }, async () => {
		const fixture = new ShadowFixture();
		try {
			for (let number = 0; number < FILES; number += 1) {
				const folder = join(fixture.real, 'src', `part-${number % 20}`, `unit-${number % (FILES / 10)}`);
				if (number < FILES / 10) mkdirSync(folder, { recursive: true });
				writeFileSync(join(folder, `file-${number}.ts`), `export const value${number} = ${number};\n`.repeat(20));
			}
			const shadow = await fixture.open();
			await measured('opening', async () => {
				const other = await fixture.open();
				return () => other.close();
			});
			const { view } = await fixture.mount(shadow);
			for (let number = 0; number < 30; number += 1) {
				const path = join(view, 'src', `part-${number % 20}`, `unit-${number}`, `file-${number}.ts`);
				writeFileSync(path, `changed ${number}\n`);
			}
			rmSync(join(view, 'src', 'part-3', 'unit-43'), { recursive: true });
			const first = await measured('changes at the end of a turn', () => changesOf(shadow));
			expect(first).toHaveLength(40);
			await measured('beginning a turn', () => shadow.beginTurn());
			await measured('changes after it', () => changesOf(shadow));
			const start = performance.now();
			expect(await shadow.apply(reviewed(first))).toMatchObject({ ok: true, value: { skipped: [] } });
			if (IS_LONG) console.log(`applying 40 files: ${(performance.now() - start).toFixed(0)} ms`);
			expect(await changesOf(shadow)).toEqual([]);
		} finally {
			await fixture.remove();
		}
	});
});
