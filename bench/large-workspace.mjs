import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GIT = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0'];

/** Packages with sources in folders and what they were built from, as a workspace with dependencies has them. */
export function fill(workspace, count) {
	const paths = [];
	for (let number = 0; number < count; number += 1) {
		const part = Math.floor(number / 250);
		const where = part % 3 === 0 ? `packages/part-${part}` : `node_modules/@scope-${part % 17}/module-${part}`;
		const folder = `${where}/${['src', 'src/view', 'src/core/state', 'lib', 'test/unit'][number % 5]}/g${Math.floor((number % 250) / 25)}`;
		if (number % 25 < 5) mkdirSync(join(workspace, folder), { recursive: true });
		const path = `${folder}/file-${number}.ts`;
		// Many short ones, few long ones.
		const lines = 5 + ((number * 7919) % 97 === 0 ? 900 : (number * 31) % 60);
		writeFileSync(join(workspace, path), `export const value${number} = ${number};\n`.repeat(lines));
		paths.push(path);
	}
	git(workspace, 'init', '-q');
	git(workspace, 'add', '.');
	git(workspace, 'commit', '-q', '-m', 'Begin');
	return paths;
}

export function git(cwd, ...args) {
	const { status, stderr } = spawnSync('git', [...GIT, ...args], { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
