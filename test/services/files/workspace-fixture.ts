import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

/** What must never come out, and never change. */
export const SECRET = 'outside-secret-4711';

/** A workspace full of traps, and the outside that they lead to. */
export type Fixture = {
	readonly top: string;
	readonly workspace: string;
	readonly outside: string;
	/** False for paths that would reach the machine's own files if the boundary had a hole: tests only read those. */
	mayTryToWrite(path: string): boolean;
	/** Everything outside the workspace as text, to compare before and after. */
	outsideState(): string;
};

/** Builds the workspace: real files, links of every kind, a pipe and a socket. */
export function buildFixture(): Fixture {
	const top = temporaryFolder();
	const workspace = join(top, 'work');
	const outside = join(top, 'outside');
	mkdirSync(join(workspace, 'src/deep/er'), { recursive: true });
	mkdirSync(join(outside, 'dir'), { recursive: true });
	// A sibling whose name begins like the workspace's.
	mkdirSync(`${workspace}-evil`);
	writeFileSync(`${workspace}-evil/secret.txt`, SECRET);
	writeFileSync(join(outside, 'secret.txt'), SECRET);
	writeFileSync(join(outside, 'dir/inner.txt'), SECRET);
	writeFileSync(join(workspace, 'src/a.txt'), 'one\ntwo\n');
	writeFileSync(join(workspace, 'src/naïve ünïcode.txt'), 'hello\n');
	writeFileSync(join(workspace, 'run.sh'), '#!/bin/sh\n');
	chmodSync(join(workspace, 'run.sh'), 0o755);
	const links: readonly (readonly [name: string, target: string])[] = [
		['to-file', join(outside, 'secret.txt')],
		['to-dir', outside],
		['to-dir-relative', '../outside'],
		['to-sibling', '../work-evil'],
		['to-root', '/'],
		['to-proc', '/proc'],
		['to-self', '/proc/self'],
		['to-null', '/dev/null'],
		['to-etc', '/etc'],
		['dangling-out', join(outside, 'not-there.txt')],
		['dangling-out-relative', '../outside/not-there.txt'],
		['dangling-deep', join(outside, 'no/such/dir/file.txt')],
		['loop-a', 'loop-b'],
		['loop-b', 'loop-a'],
		['loop-self', 'loop-self'],
		['loop-dir', 'loop-dir/x'],
		['chain-1', 'chain-2'],
		['chain-2', 'chain-3'],
		['chain-3', '../outside/secret.txt'],
		['chain-dangling', 'dangling-out'],
		['up', '..'],
		['up-up', '../..'],
		['src/up-out', '../../outside'],
		['src/deep/climb', '../../../outside/secret.txt'],
		['src/deep/er/climb-link', '../climb'],
		['zigzag', 'src/../../outside/secret.txt'],
		['zigzag-missing', 'missing/../../outside/secret.txt'],
		['through-link', 'to-dir/dir/inner.txt'],
		['cwd-link', '/proc/self/cwd'],
		['fd-link', '/proc/self/fd/0'],
		['inside-file', 'src/a.txt'],
		['inside-dir', 'src'],
		['inside-absolute', join(workspace, 'src/a.txt')],
		['inside-new', 'src/new-through-link.txt'],
	];
	for (const [name, target] of links) symlinkSync(target, join(workspace, name));
	linkSync(join(workspace, 'src/a.txt'), join(workspace, 'hard.txt'));
	execFileSync('mkfifo', [join(workspace, 'pipe')]);
	const server = createServer().listen(join(workspace, 'socket'));
	onTestFinished(() => {
		server.close();
	});
	return {
		top,
		workspace,
		outside,
		mayTryToWrite: (path) => `${existingPart(path)}/`.startsWith(`${top}/`),
		outsideState: () => stateOf(top, workspace),
	};
}

function existingPart(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// Nothing there: what would be made is made in the nearest folder above.
		return path === dirname(path) ? path : existingPart(dirname(path));
	}
}

function stateOf(top: string, except: string): string {
	const paths = readdirSync(top, { withFileTypes: true })
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((path) => path !== except)
		.flatMap((path) => [
			path,
			...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
		]);
	return paths
		.map((path) => `${path} ${lstatSync(path).isFile() ? readFileSync(path, 'utf8') : 'no file'}`)
		.sort()
		.join('\n');
}
