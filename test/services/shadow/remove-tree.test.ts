import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTree } from '../../../src/services/files/remove-tree.js';

let folder: string;
let tree: string;
let outside: string;

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'remove-tree-')));
	[tree, outside] = [join(folder, 'tree'), join(folder, 'outside')];
	mkdirSync(tree);
	mkdirSync(outside);
});

afterEach(() => removeTree(folder));

function fill(at: string, count: number): void {
	for (let number = 0; number < count; number += 1) writeFileSync(join(at, `file-${number}`), '');
}

describe('removing a folder that an agent worked in', () => {
	it('removes links, and not what they lead to; nothing is no mistake', async () => {
		fill(outside, 2);
		symlinkSync(outside, join(tree, 'link'));
		mkdirSync(join(tree, 'a', 'b', 'c'), { recursive: true });
		fill(join(tree, 'a', 'b'), 3);
		chmodSync(join(tree, 'a', 'b'), 0o500);
		chmodSync(join(tree, 'a'), 0);
		await removeTree(tree);
		expect(existsSync(tree)).toBe(false);
		expect(readdirSync(outside)).toHaveLength(2);
		await removeTree(tree);
		symlinkSync(outside, tree);
		await removeTree(tree);
		expect(readdirSync(outside)).toHaveLength(2);
	});

	it.runIf(process.platform === 'linux')('removes names that are no text', async () => {
		mkdirSync(Buffer.concat([Buffer.from(`${tree}/folder`), Buffer.from([0xff])]));
		writeFileSync(
			Buffer.concat([Buffer.from(`${tree}/folder`), Buffer.from([0xff]), Buffer.from('/\xfe', 'latin1')]),
			'',
		);
		await removeTree(tree);
		expect(existsSync(tree)).toBe(false);
	});

	it.runIf(process.platform === 'linux')('removes folders so deep that no path leads there', async () => {
		const name = 'x'.repeat(200);
		const deeper = `for (let at = 0; at < 40; at += 1) {
			fs.mkdirSync('${name}');
			process.chdir('${name}');
			fs.writeFileSync('file', '');
		}`;
		execFileSync(process.execPath, ['-e', deeper], { cwd: tree });
		await removeTree(tree);
		expect(existsSync(tree)).toBe(false);
	});

	it.runIf(process.platform === 'linux')('never leaves it, while somebody swaps folders for links', async () => {
		fill(outside, 40);
		for (let round = 0; round < 20; round += 1) {
			mkdirSync(join(tree, 'sub'), { recursive: true });
			fill(join(tree, 'sub'), 200);
			const places = [join(tree, 'sub'), join(folder, 'spare'), outside];
			const swapping = spawn(process.execPath, [fileURLToPath(new URL('swap-folder.mjs', import.meta.url)), ...places]);
			await once(swapping.stdout, 'data');
			await removeTree(tree).catch(() => {});
			swapping.kill('SIGKILL');
			await once(swapping, 'close');
			expect(readdirSync(outside)).toHaveLength(40);
			for (const rest of [tree, join(folder, 'spare')]) await removeTree(rest);
		}
	});
});
