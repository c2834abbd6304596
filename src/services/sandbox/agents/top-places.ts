import { bind, type Place } from '../linux/mount-place.js';
import { devicePlaces } from '../linux/system-places.js';

export type TopEntry = {
	readonly name: string;
	/** Kind of entry; a link has where it leads. */
	readonly type: 'folder' | 'other' | { readonly link: string };
};

/** Folders that are not shown as they are, but put together. */
const MADE: ReadonlySet<string> = new Set(['proc', 'sys', 'dev', 'tmp', 'run']);

/** Of `/sys` programs need to know how many processors there are. */
const SYSTEM_FACTS = ['/sys/devices/system/cpu', '/sys/devices/system/node'] as const;

/** Below `/run`: systems keep the programs of the running system there, and the name servers. */
const RUN_KEPT = [
	'/run/current-system',
	'/run/opengl-driver',
	'/run/systemd/resolve',
	'/run/NetworkManager',
	'/run/resolvconf',
	'/run/host',
] as const;

/**
 * The machine as an agent in a sandbox sees it: everything read-only, and devices, processes, temporary folders and
 * `/run` of its own, so that no socket or terminal of the user's is there. `exists`: which of these are on this machine.
 */
export function topPlaces(
	entries: readonly TopEntry[],
	facts: { readonly exists: (path: string) => boolean; readonly uid: number; readonly hasOwnProc: boolean },
): readonly Place[] {
	const read = (path: string): Place => bind(path, 'read');
	const shown = entries.flatMap(({ name, type }): readonly Place[] => {
		if (MADE.has(name)) return [];
		if (typeof type === 'object') return [{ type: 'link', at: `/${name}`, to: type.link }];
		return type === 'folder' ? [read(`/${name}`)] : [];
	});
	return [
		...shown,
		...SYSTEM_FACTS.filter(facts.exists).map(read),
		...devicePlaces(facts.hasOwnProc),
		{ type: 'empty', at: '/run' },
		{ type: 'empty', at: `/run/user/${facts.uid}`, mode: '700' },
		...RUN_KEPT.filter(facts.exists).map(read),
	];
}
