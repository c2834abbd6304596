import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { sized } from '../../setup/whole.js';
import { must } from '../must.js';
import { commitAll, makeWorkspace, ONE_KIND, settled, take, words } from './workspace.js';

const IS_LONG = process.env['ACP_TUI_LONG'] === '1';
const FILES = IS_LONG ? 50_000 : sized(400, 1000);

async function measured<T>(what: string, task: () => Promise<T>): Promise<T> {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const value = await task();
	const { user, system } = process.cpuUsage(cpu);
	delay.disable();
	if (IS_LONG) {
		const numbers = [performance.now() - start, (user + system) / 1000, delay.percentile(99) / 1e6, delay.max / 1e6];
		const [wall, used, p99, max] = numbers.map((number) => number.toFixed(0));
		console.log(`${what}: ${wall} ms, ${used} ms of processor, event loop held ${p99} ms (p99), ${max} ms at most`);
	}
	return value;
}

test.each(ONE_KIND)(
	`%s: ${FILES} files are kept, and one change among them is found`,
	{ timeout: 300_000 },
	async (kind) => {
		const workspace = makeWorkspace(kind);
		const { snapshots, path, write } = workspace;
		const folders = Math.ceil(FILES / 10);
		for (let index = 0; index < FILES; index += 1) {
			const folder = path(`src/part-${index % 20}/unit-${index % folders}`);
			if (index < folders) mkdirSync(folder, { recursive: true });
			writeFileSync(`${folder}/file-${index}.ts`, `export const value${index} = ${index};\n`.repeat(1 + (index % 200)));
		}
		await settled();
		commitAll(workspace, kind);
		await settled();
		const first = await measured(`${kind}, first take`, () => take(snapshots));
		expect(first.gaps).toEqual([]);
		const second = await measured(`${kind}, repeated take`, () => take(snapshots));
		expect(must(await snapshots.between(first, second))).toEqual([]);
		write('src/part-7/unit-7/file-7.ts', 'changed');
		write('added.ts', 'added');
		rmSync(path('src/part-1/unit-1/file-1.ts'));
		const third = await measured(`${kind}, take after changes`, () => take(snapshots));
		expect(words(must(await snapshots.between(second, third)))).toEqual([
			'+ added.ts',
			'- src/part-1/unit-1/file-1.ts',
			'~ src/part-7/unit-7/file-7.ts',
		]);
	},
);

test.runIf(IS_LONG)(
	'an ignore file that is a pipe delays the first take and no other',
	{ timeout: 60_000 },
	async () => {
		const { snapshots, write, path } = makeWorkspace('with git');
		write('a.txt', 'old');
		execFileSync('mkfifo', [path('.gitignore')]);
		const before = await measured('a pipe as .gitignore', () => take(snapshots));
		write('a.txt', 'new');
		const after = await measured('a pipe as .gitignore, repeated', () => take(snapshots));
		expect(words(must(await snapshots.between(before, after)))).toEqual(['~ a.txt']);
	},
);
