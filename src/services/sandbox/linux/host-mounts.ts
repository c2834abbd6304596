import { readFile } from 'node:fs/promises';

/** A mount of this machine, as far as it matters for binding it elsewhere. */
export type HostMount = {
	readonly at: string;
	/** Flags that a bind mount may not lose: the kernel refuses to loosen them in a user namespace. What can only be read (`ro`) stays so. */
	readonly flags: readonly string[];
};

const KEPT_FLAGS: ReadonlySet<string> = new Set([
	'ro',
	'nosuid',
	'nodev',
	'noexec',
	'noatime',
	'nodiratime',
	'relatime',
]);

/** The mounts that this process sees; empty where the system does not tell. */
export async function readHostMounts(): Promise<readonly HostMount[]> {
	const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
	return parseMountInfo(text);
}

/** Reads `/proc/PID/mountinfo` (proc(5)); lines that do not fit are passed over. */
function parseMountInfo(text: string): readonly HostMount[] {
	return text.split('\n').flatMap((line) => {
		const [, , , , at, flags] = line.split(' ');
		if (at === undefined || flags === undefined) return [];
		return [{ at: unescaped(at), flags: flags.split(',').filter((flag) => KEPT_FLAGS.has(flag)) }];
	});
}

/** The mounts below a folder, outer ones first; the same place once. */
export function mountsBelow(folder: string, mounts: readonly HostMount[]): readonly HostMount[] {
	const prefix = folder === '/' ? '/' : `${folder}/`;
	const below = new Map(
		mounts.filter(({ at }) => at !== folder && at.startsWith(prefix)).map((mount) => [mount.at, mount]),
	);
	return [...below.values()].sort((a, b) => a.at.length - b.at.length);
}

/** The flags of the mount that a path lies in. */
export function flagsAt(path: string, mounts: readonly HostMount[]): readonly string[] {
	let best: HostMount | null = null;
	for (const mount of mounts) {
		const isAbove = mount.at === '/' || path === mount.at || path.startsWith(`${mount.at}/`);
		if (isAbove && (best === null || mount.at.length >= best.at.length)) best = mount;
	}
	return best?.flags ?? [];
}

function unescaped(field: string): string {
	return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
