import { readFileSync } from 'node:fs';
import { textOf } from '../linux/path-text.js';

/** A mount as the processes of a sandbox see it. */
export type SandboxMount = {
	/** Its number, by which open files name it. */
	readonly id: number;
	readonly at: string;
	readonly isReadOnly: boolean;
	/** Flags that a change of it may not lose. */
	readonly flags: readonly string[];
};

const FLAGS: ReadonlySet<string> = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime']);

/** The mounts that a process sees; of several at one place the uppermost. Empty when it is gone. */
export function mountsOf(pid: number): readonly SandboxMount[] {
	try {
		const all = readTable(textOf(readFileSync(`/proc/${pid}/mountinfo`)));
		return [...new Map(all.map((mount) => [mount.at, mount])).values()];
	} catch {
		return [];
	}
}

function readTable(text: string): readonly SandboxMount[] {
	return text.split('\n').flatMap((line): readonly SandboxMount[] => {
		const [id, , , , place, options] = line.split(' ');
		if (id === undefined || place === undefined || options === undefined) return [];
		const at = place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
		const flags = options.split(',');
		const kept = flags.filter((flag) => FLAGS.has(flag));
		return [{ id: Number(id), at, isReadOnly: flags.includes('ro'), flags: kept }];
	});
}
