import { spawn } from 'node:child_process';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
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
const FILES = 30;

/** What applying takes at the most here (ms): as long as it took last, when nobody killed it. */
let longest = 60;

const program = fileURLToPath(new URL('apply-killed.mjs', import.meta.url));

describe.runIf(process.platform === 'linux')('applying a shadow', () => {
	it('leaves all or nothing, whenever it is killed', async () => {
		const entry = await bundleOf('src/services/shadow/shadows.ts', temporaryFolder());
		const counts = { before: 0, after: 0 };
		await killOnce(entry, null);
		for (let kill = 0; kill < KILLS; kill += 1) {
			counts[await killOnce(entry, ((kill * 7919) % 1000) * (longest / 1000))] += 1;
		}
		expect(counts.before + counts.after).toBe(KILLS);
		if (KILLS > 100) process.stdout.write(`taken back ${counts.before}, finished ${counts.after}\n`);
	}, 1_200_000);

	it.each(['overlay', 'copy'] as const)(
		'forgets nothing that the person saves meanwhile, and nothing of the agent: %s',
		async (kind) => {
			const entry = await bundleOf('src/services/shadow/shadows.ts', temporaryFolder());
			for (let kill = 0; kill < KILLS / 2; kill += 1) {
				await killWhileSaving(kind, entry, ((kill * 7919) % 1000) * (longest / 1000), kill);
			}
		},
		1_200_000,
	);
});

/** The person adds to some files while they are applied and the program is killed. */
async function killWhileSaving(
	kind: 'overlay' | 'copy',
	entry: string,
	milliseconds: number,
	seed: number,
): Promise<void> {
	const fixture = new ShadowFixture(kind);
	try {
		const { real } = fixture;
		const names = Array.from({ length: FILES }, (_, number) => `${number}.txt`);
		for (const name of names) writeFileSync(join(real, name), `${name}\n`);
		const shadow = await fixture.open();
		const mounted = await fixture.mount(shadow);
		for (const name of names) writeFileSync(join(mounted.view, name), `agent ${name}\n`);
		await mounted.namespace.close();
		await shadow.close();
		const saved = names.filter((_, number) => (number + seed) % 5 === 0);
		await applyAndKill([fixture.stateDir, shadow.id, entry], milliseconds, () => {
			for (const name of saved) appendFileSync(join(real, name), 'person\n');
		});
		const [row] = await fixture.shadows.listAll();
		const again = row === undefined ? null : await fixture.open(row.id);
		const waiting = new Set((again === null ? [] : await changesOf(again)).map(({ path }) => path));
		expect(readdirSync(real).sort()).toEqual([...names].sort());
		for (const name of names) {
			const text = readFileSync(join(real, name), 'utf8');
			// Both are in the workspace, or what the agent wrote waits.
			const isWaiting = !text.startsWith('agent');
			expect([name, text, waiting.has(name) || !isWaiting]).toEqual([name, text, true]);
			if (isWaiting && again !== null) {
				const texts = await again.texts(name);
				expect(texts).toMatchObject({ value: { before: text, after: `agent ${name}\n` } });
			}
			if (isWaiting && saved.includes(name)) expect(text).toBe(`${name}\nperson\n`);
		}
		await again?.close();
	} finally {
		await fixture.remove();
	}
}

async function killOnce(entry: string, milliseconds: number | null): Promise<'before' | 'after'> {
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

/** Null lets it come to its end. */
async function applyAndKill(
	args: readonly string[],
	milliseconds: number | null,
	meanwhile = (): void => {},
): Promise<void> {
	const child = spawn(execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise((done) => child.once('close', done));
	await new Promise((done) => child.stdout.once('data', done));
	if (milliseconds === null) {
		const begun = performance.now();
		await ended;
		longest = performance.now() - begun;
		return;
	}
	await wait(milliseconds / 2);
	meanwhile();
	await wait(milliseconds / 2);
	child.kill('SIGKILL');
	await ended;
}
