import { defined } from '../../../core/defined.js';
import { type Look, lookAt } from '../../programs/executable.js';

/** Programs of util-linux and coreutils that set a namespace up, by absolute path. */
export type NamespaceTools = { readonly [Tool in keyof typeof NAMES]: string } & {
	/** Takes system calls away; most systems have it. */
	readonly perl?: string;
	/** Looks through folders faster than this program does. */
	readonly find?: string;
};

const NAMES = {
	unshare: 'unshare',
	nsenter: 'nsenter',
	setpriv: 'setpriv',
	mount: 'mount',
	umount: 'umount',
	pivotRoot: 'pivot_root',
	mkdir: 'mkdir',
	ln: 'ln',
	cp: 'cp',
	sh: 'sh',
} as const;

/** Only where the system keeps its own programs: never a folder of the `PATH`, which a repository may have lent a name. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'] as const;

/** Finds the programs; `missing` names the first that is not there. */
export async function findNamespaceTools(
	look: (path: string) => Promise<Look> = lookAt,
): Promise<{ readonly tools: NamespaceTools } | { readonly missing: string }> {
	const entries = await Promise.all(
		Object.entries(NAMES).map(async ([key, name]) => [key, await findSystemProgram(name, look)] as const),
	);
	const missing = entries.find(([, path]) => path === null);
	if (missing !== undefined) return { missing: NAMES[missing[0] as keyof typeof NAMES] };
	const [perl, find] = await Promise.all(
		['perl', 'find'].map(async (name) => (await findSystemProgram(name, look)) ?? undefined),
	);
	return { tools: { ...Object.fromEntries(entries), ...defined({ perl, find }) } as NamespaceTools };
}

/** A program of the system by absolute path; null where it is not there. */
export async function findSystemProgram(
	name: string,
	look: (path: string) => Promise<Look> = lookAt,
): Promise<string | null> {
	for (const folder of FOLDERS) {
		const path = `${folder}/${name}`;
		if ((await look(path)) === 'executable') return path;
	}
	return null;
}
