import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../bundle-of.js';
import { temporaryFolder } from '../temporary-folder.js';
import { changesOf, ShadowFixture } from './shadow-fixture.js';
import { treeOf } from './trees.js';

const KILLS = env['ACP_TUI_LONG'] === '1' ? 500 : 6;
/** What applying takes at the most here (ms). */
const LONGEST = 60;
const FILES = 30;

const program = fileURLToPath(new URL('apply-killed.mjs', import.meta.url));

describe.runIf(process.platform === 'linux')('applying a shadow', () => {
	it('leaves all or nothing, whenever it is killed', async () => {
		const entry = await bundleOf('src/services/shadow/shadows.ts', temporaryFolder());
		const counts = { before: 0, after: 0 };
		for (let kill = 0; kill < KILLS; kill += 1) {
			counts[await killOnce(entry, ((kill * 7919) % 1000) * (LONGEST / 1000))] += 1;
		}
		expect(counts.before + counts.after).toBe(KILLS);
		if (KILLS > 100) process.stdout.write(`taken back ${counts.before}, finished ${counts.after}\n`);
	}, 1_200_000);
});

async function killOnce(entry: string, milliseconds: number): Promise<'before' | 'after'> {
	const fixture = new ShadowFixture();
	try {
		const { real } = fixture;
		for (const folder of ['src', 'old/in']) mkdirSync(join(real, folder), { recursive: true });
		for (let number = 0; number < FILES; number += 1) {
			writeFileSync(join(real, 'src', `${number}.txt`), `${number}\n`);
			writeFileSync(join(real, 'old', 'in', `${number}.txt`), `${number}\n`);
		}
		const shadow = await fixture.open();
		const mounted = await fixture.mount(shadow);
		for (let number = 0; number < FILES; number += 1) {
			writeFileSync(join(mounted.view, 'src', `${number}.txt`), `changed ${number}\n`);
		}
		renameSync(join(mounted.view, 'old', 'in', '0.txt'), join(mounted.view, 'renamed.txt'));
		rmSync(join(mounted.view, 'old'), { recursive: true });
		writeFileSync(join(mounted.view, 'old'), 'a file now\n');
		mkdirSync(join(mounted.view, 'new', 'deep'), { recursive: true });
		writeFileSync(join(mounted.view, 'new', 'deep', 'x'), 'x\n', { mode: 0o755 });
		symlinkSync('deep/x', join(mounted.view, 'new', 'link'));
		const [before, after] = [[...treeOf(real)], [...treeOf(mounted.view)]];
		await mounted.namespace.close();
		await shadow.close();
		await applyAndKill([fixture.stateDir, shadow.id, entry], milliseconds);
		const rows = await fixture.shadows.listAll();
		const now = [...treeOf(real)];
		const isAfter = rows.length === 0;
		expect(now).toEqual(isAfter ? after : before);
		if (!isAfter) {
			const again = await fixture.open(shadow.id);
			const remounted = await fixture.mount(again);
			expect([...treeOf(remounted.view)]).toEqual(after);
			expect((await changesOf(again)).length).toBe(rows[0]?.files);
		}
		expect(existsSync(join(fixture.stateDir, 'shadow', shadow.id))).toBe(!isAfter);
		return isAfter ? 'after' : 'before';
	} finally {
		await fixture.remove();
	}
}

async function applyAndKill(args: readonly string[], milliseconds: number): Promise<void> {
	const child = spawn(execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise((done) => child.once('close', done));
	await new Promise((done) => child.stdout.once('data', done));
	await wait(milliseconds);
	child.kill('SIGKILL');
	await ended;
}
