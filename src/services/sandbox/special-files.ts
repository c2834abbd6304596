import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fieldsOf } from '../git/split-output.js';
import { outermost } from './commands/program-folders.js';
import type { NamespaceTools } from './linux/namespace-tools.js';
import { bytesOf, textOf } from './linux/path-text.js';

type Tools = Pick<NamespaceTools, 'find' | 'perl'>;

/** More of a folder are not covered: each takes a mount. */
const MOST_FOUND = 2000;

/** As find(1) names them: sockets and pipes. */
type Kind = 's' | 'p';

/** A search that took longer, in ms, is made again only after so many times as long. */
const BRIEF = 200;
const REST = 10;

/**
 * Looks through folders for what leads to other programs although it is only to be read: pipes with a name, and sockets
 * that somebody listens at, whatever they are called and in whichever namespace they were made.
 */
export class SpecialFiles {
	readonly #tools: Tools;
	readonly #last = new Map<string, { readonly found: readonly string[]; readonly at: number; readonly took: number }>();
	readonly #running = new Map<string, Promise<readonly string[]>>();
	#onLate: (() => void) | null = null;
	#isUnreported = false;

	constructor(tools: Tools) {
		this.#tools = tools;
	}

	/** Called once a search that nobody waited for to the end found something new, also where that was before now. */
	set onLate(call: () => void) {
		this.#onLate = call;
		if (this.#isUnreported) call();
		this.#isUnreported = false;
	}

	#late(found: readonly string[], before: readonly string[]): void {
		const known = new Set(before);
		if (found.every((path) => known.has(path))) return;
		if (this.#onLate === null) this.#isUnreported = true;
		else this.#onLate();
	}

	/** Special files in the folders, links resolved. After `patience` milliseconds what the search before found. Never rejects. */
	async find(folders: readonly string[], patience: number): Promise<readonly string[]> {
		const key = JSON.stringify(folders);
		const last = this.#last.get(key);
		const isFresh = last !== undefined && last.took > BRIEF && performance.now() - last.at < REST * last.took;
		if (isFresh) return last.found;
		const search = this.#running.get(key) ?? this.#search(key, folders);
		const inTime = await Promise.race([search, wait(patience, null, { ref: false })]);
		if (inTime !== null) return inTime;
		const before = last?.found ?? [];
		void search.then((found) => this.#late(found, before));
		return before;
	}

	#search(key: string, folders: readonly string[]): Promise<readonly string[]> {
		const from = performance.now();
		const running = specialFilesIn(folders, this.#tools)
			.catch(() => [])
			.then((found) => {
				const at = performance.now();
				this.#running.delete(key);
				this.#last.set(key, { found, at, took: at - from });
				return found;
			});
		this.#running.set(key, running);
		return running;
	}
}

/** Special files in the folders, links resolved, in order. */
async function specialFilesIn(folders: readonly string[], tools: Tools): Promise<readonly string[]> {
	const roots = outermost(folders);
	if (roots.length === 0) return [];
	const each = await Promise.all(roots.map((root) => specialFilesBelow(root, tools)));
	return each.flat().map(textOf).sort();
}

/** Each folder has its own share, so that none fills that of another; sockets lead to programs at once and come first. */
async function specialFilesBelow(root: string, tools: Tools): Promise<readonly Buffer[]> {
	const listed = async (kind: Kind): Promise<readonly Buffer[]> =>
		(tools.find === undefined ? null : await listedBy(tools.find, root, kind)) ?? (await listedHere(root, kind));
	const sockets = await withListener(await listed('s'), tools.perl);
	const pipes = await listed('p');
	return [...sockets, ...pipes].slice(0, MOST_FOUND);
}

/** Lists with find(1), which takes a microsecond for a file; null where it cannot be run. */
async function listedBy(find: string, root: string, kind: Kind): Promise<readonly Buffer[] | null> {
	const output = await outputOf(find, ['-P', root, '-type', kind, '-print0'], null);
	return output === null ? null : fieldsOf(output);
}

async function listedHere(root: string, kind: Kind): Promise<readonly Buffer[]> {
	const found: Buffer[] = [];
	const waiting = [bytesOf(root)];
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
		for (const entry of entries) {
			const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
			if (entry.isDirectory()) waiting.push(path);
			else if (kind === 's' ? entry.isSocket() : entry.isFIFO()) found.push(path);
		}
	}
	return found;
}

/**
 * Leaves out sockets at which nobody listens any more: nobody can again, and a file that is covered cannot be removed. A
 * socket for datagrams is refused by one of another kind without a sign to whoever listens.
 */
async function withListener(sockets: readonly Buffer[], perl: string | undefined): Promise<readonly Buffer[]> {
	if (sockets.length === 0 || perl === undefined) return sockets;
	const script = [
		'$/ = "\\0"; while (defined(my $path = <STDIN>)) { chomp $path;',
		'my ($folder, $name) = $path =~ m{^(.*)/([^/]+)$}s; my $isDead = 0;',
		"if (length $name < 108 && chdir($folder eq '' ? '/' : $folder) && socket(my $socket, 1, 2, 0)) {",
		"$isDead = !connect($socket, pack('S a*', 1, $name)) && $! == 111; }",
		'print $isDead ? 0 : 1; }',
	].join(' ');
	const input = Buffer.concat(sockets.flatMap((path) => [path, Buffer.from([0])]));
	const alive = (await outputOf(perl, ['-e', script], input))?.toString('latin1') ?? '';
	return sockets.filter((_, index) => alive[index] !== '0');
}

async function outputOf(file: string, args: readonly string[], input: Buffer | null): Promise<Buffer | null> {
	try {
		const child = spawn(file, [...args], {
			cwd: '/',
			env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		const hasFailed = new Promise<null>((resolve) => child.once('error', () => resolve(null)));
		child.stdin.on('error', () => {});
		child.stdin.end(input ?? undefined);
		return await Promise.race([buffer(child.stdout), hasFailed]);
	} catch {
		return null;
	}
}
