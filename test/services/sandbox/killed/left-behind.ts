import { readdirSync, readFileSync } from 'node:fs';

/** A process: what ran, and from when on, as numbers are given again. */
export type KnownProcess = { readonly pid: number; readonly start: string; readonly command: string };

/** The living processes that have to do with a folder: by their command line, or by what is mounted where they are. */
export function processesOf(folder: string): readonly KnownProcess[] {
	return allProcesses().filter(
		({ pid }) =>
			pid !== process.pid && (textOf(pid, 'cmdline').includes(folder) || textOf(pid, 'mountinfo').includes(folder)),
	);
}

/** All that descend from a process, as of now. */
export function descendantsOf(root: number): readonly KnownProcess[] {
	const all = allProcesses();
	const found: KnownProcess[] = [];
	const waiting = [root];
	for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
		for (const each of all) {
			if (each.parent !== parent) continue;
			found.push(each);
			waiting.push(each.pid);
		}
	}
	return found;
}

/** Those of them that live. */
export function livingOf(known: readonly KnownProcess[]): readonly KnownProcess[] {
	const now = new Map(allProcesses().map((each) => [each.pid, each.start]));
	return known.filter(({ pid, start }) => now.get(pid) === start);
}

function allProcesses(): readonly (KnownProcess & { readonly parent: number })[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			const pid = Number(name);
			const line = textOf(pid, 'stat');
			const [state, parent = '', , , , , , , , , , , , , , , , , , start = ''] = line
				.slice(line.lastIndexOf(')') + 2)
				.split(' ');
			const isLiving = line !== '' && state !== 'Z' && state !== 'X';
			return isLiving ? [{ pid, parent: Number(parent), start, command: commandOf(pid) }] : [];
		});
}

function commandOf(pid: number): string {
	return textOf(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 120);
}

function textOf(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		// It ended meanwhile.
		return '';
	}
}
