import { readFile } from 'node:fs/promises';

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
export async function mountsOf(pid: number): Promise<readonly SandboxMount[]> {
	const text = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
	const mounts = new Map<string, SandboxMount>();
	for (const line of text.split('\n')) {
		const [id, , , , place, options] = line.split(' ');
		if (id === undefined || place === undefined || options === undefined) continue;
		const at = place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
		const flags = options.split(',');
		mounts.set(at, {
			id: Number(id),
			at,
			isReadOnly: flags.includes('ro'),
			flags: flags.filter((flag) => FLAGS.has(flag)),
		});
	}
	return [...mounts.values()];
}
