import { readdirSync, readFileSync } from 'node:fs';
import { linkAt } from '../linux/place-facts.js';

/** A process as the system's own table shows it, by its numbers outside of sandboxes. */
type TableRow = { readonly pid: number; readonly parent: number };

/**
 * The processes of a sandbox, by their numbers outside: those in the process namespace of its first one, and those in
 * namespaces that were made within. The first one is left out. Looked at in one go, so that the picture is of one moment.
 */
export function processesIn(first: number): readonly number[] {
	const own = namespaceOf(first);
	if (own === null) return [];
	const table = readTable();
	const inside = new Set(table.filter(({ pid }) => namespaceOf(pid) === own).map(({ pid }) => pid));
	// A process in a nested namespace has its parent there, or in the sandbox.
	for (let size = -1; size !== inside.size; ) {
		size = inside.size;
		for (const { pid, parent } of table) if (inside.has(parent)) inside.add(pid);
	}
	inside.delete(first);
	return [...inside];
}

/** Name that a process gives itself. */
export function nameOf(pid: number): string {
	return textAt(`/proc/${pid}/comm`).trim();
}

/** The process namespace of a process; null when it is gone. Its first thread may have ended before the others. */
function namespaceOf(pid: number): string | null {
	const own = linkAt(`/proc/${pid}/ns/pid`);
	if (own !== null) return own;
	for (const task of namesIn(`/proc/${pid}/task`)) {
		const link = linkAt(`/proc/${pid}/task/${task}/ns/pid`);
		if (link !== null) return link;
	}
	return null;
}

/**
 * The processes that speak for the agent: the one that was started, and, of what it started in turn (`npx`, `uvx`, a
 * script), those that have its standard input and output. `entered`: the process that was started outside.
 */
export function launchedChain(entered: number): ReadonlySet<number> {
	const ends = (pid: number): string => `${linkAt(`/proc/${pid}/fd/0`)} ${linkAt(`/proc/${pid}/fd/1`)}`;
	const table = readTable();
	const chain = new Set<number>();
	const add = (parent: number): void => {
		for (const { pid } of table.filter((row) => row.parent === parent)) {
			if (chain.has(pid) || (parent !== entered && ends(pid) !== ends(parent))) continue;
			chain.add(pid);
			add(pid);
		}
	};
	add(entered);
	return chain;
}

/** The number of the process that started another one, or has it by now; null when that is gone. */
export function parentOf(pid: number): number | null {
	// The name, which may hold anything, ends before the state.
	const parent = Number(/^.*\) \S (\d+) /s.exec(textAt(`/proc/${pid}/stat`))?.[1]);
	return Number.isInteger(parent) ? parent : null;
}

export function signalTo(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// The process has ended by itself.
	}
}

function readTable(): readonly TableRow[] {
	return readdirSync('/proc').flatMap((name): readonly TableRow[] => {
		if (!/^\d+$/.test(name)) return [];
		const pid = Number(name);
		const parent = parentOf(pid);
		return parent === null ? [] : [{ pid, parent }];
	});
}

/** Names in a folder of a process; none when that has ended. */
export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

export function textAt(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
