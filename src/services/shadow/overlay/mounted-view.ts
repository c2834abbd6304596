import { existsSync, lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '../../../core/failure.js';
import { Namespace } from '../../sandbox/linux/namespace.js';
import type { Place } from '../../sandbox/linux/place.js';
import { placeFacts } from '../../sandbox/linux/place-facts.js';
import { findNamespaceTools } from '../../sandbox/linux/tools.js';
import { SHADOW } from '../messages.js';

/** An overlay as the processes of a namespace see it, looked at from outside. */
export type MountedView = {
	/** The folder of the view; links in it must not be followed from outside. */
	readonly root: string;
	/** Makes it see what was renamed, removed or made below it since. */
	remount(): Promise<Result<void>>;
};

/** The folders that programs of the system need; those of them that are links are shown as folders. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64', '/sbin'] as const;

/** The view that a namespace shows at `at`. */
export function viewOf(namespace: Namespace, at: string): MountedView {
	return {
		root: `/proc/${namespace.pid}/root${at}`,
		remount: () => stayingFor(namespace.run(namespace.inside(['mount', '-n', '-o', 'remount,nosuid,nodev', at]))),
	};
}

/** A namespace keeps no program from ending: one that only waits for it would. */
async function stayingFor<T>(promise: Promise<T>): Promise<T> {
	const stay = setInterval(() => {}, 60_000);
	return promise.finally(() => clearInterval(stay));
}

/**
 * Mounts an overlay in a namespace of its own, for a look at it or to find out whether it can be had; `folder` is an
 * empty folder of ours. Fails with what the system says.
 */
export async function mountView(
	place: Exclude<Place, { type: 'link' }>,
	folder: string,
): Promise<Result<{ readonly view: MountedView; close(): Promise<void> }>> {
	const found = await findNamespaceTools();
	if (!('tools' in found)) {
		return fail('could-not-start', SHADOW.noView(`the program ${found.missing} is missing`));
	}
	const system = await Promise.all(
		SYSTEM.filter((path) => existsSync(path)).map(
			async (at): Promise<Place> => ({ type: 'bind', from: await realpath(at), at, access: 'read' }),
		),
	);
	const started = await Namespace.start({
		tools: found.tools,
		facts: await placeFacts(),
		folder,
		// Its own path could lie below one of the system's, or be the system's.
		places: [...system, ...NEEDED, { ...place, at: VIEW }],
		network: 'shared',
		hasOwnProc: false,
	});
	if (!started.ok) {
		const { message, detail } = started.failure;
		const why = (detail ?? message).split('\n')[0]?.replace(/\.$/, '') ?? message;
		return fail('could-not-start', SHADOW.noView(why), { detail: detail ?? '' });
	}
	const namespace = started.value;
	return succeed({ view: viewOf(namespace, VIEW), close: () => namespace.close() });
}

const VIEW = '/view';

/** What setting up a namespace itself needs. */
const NEEDED: readonly Place[] = ['/proc', '/dev/null'].map((at) => ({ type: 'bind', from: at, at, access: 'write' }));

/**
 * True for a folder that shows nothing of the workspace's. A folder that is merged of both has one link in an overlay;
 * one of the upper layer alone has those that it has there. On file systems that count no links of folders, a name of
 * the workspace's that the view lacks tells it.
 */
export function isOpaqueIn(
	view: MountedView,
	{ upper, real, path }: { readonly upper: string; readonly real: string; readonly path: string },
	namesOf: (folder: string) => readonly string[],
): boolean {
	try {
		const merged = lstatSync(`${view.root}/${path}`);
		if (!merged.isDirectory()) return false;
		if (lstatSync(`${upper}/${path}`).nlink > 1) return merged.nlink > 1;
		const own = new Set(namesOf(join(upper, path)));
		const probe = namesOf(join(real, path)).find((name) => !own.has(name));
		return probe !== undefined && lstatSync(join(view.root, path, probe), { throwIfNoEntry: false }) === undefined;
	} catch {
		// It went meanwhile: the next look tells.
		return false;
	}
}
