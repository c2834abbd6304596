import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '../../../core/failure.js';
import type { Place } from '../../sandbox/linux/mount-place.js';
import { Namespace } from '../../sandbox/linux/namespace.js';
import { findNamespaceTools } from '../../sandbox/linux/namespace-tools.js';
import { placeFacts } from '../../sandbox/linux/place-facts.js';
import { firstSentence, SHADOW } from '../shadow-messages.js';

export type MountedView = {
	/** The view's folder from outside: a link in it would lead to this machine's files, so none may be followed. */
	readonly root: string;
	/** Makes the view notice renames, removals and new files below it. */
	remount(): Promise<Result<void>>;
};

/** Folders that system programs need; links among them are shown as folders. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64', '/sbin'] as const;

export function viewOf(namespace: Namespace, at: string): MountedView {
	return {
		root: `/proc/${namespace.pid}/root${at}`,
		remount: () => stayingFor(namespace.run(namespace.inside(['mount', '-n', '-o', 'remount,nosuid,nodev', at]))),
	};
}

/** Keeps the process alive for a namespace, which by itself does not. */
async function stayingFor<T>(promise: Promise<T>): Promise<T> {
	const stay = setInterval(() => {}, 60_000);
	return promise.finally(() => clearInterval(stay));
}

/**
 * Mounts an overlay in a namespace of its own, to read it or to find out whether overlays work; `folder` is an empty
 * folder of ours. Fails with the system's error.
 */
export async function mountView(
	place: Exclude<Place, { type: 'link' }>,
	folder: string,
): Promise<Result<{ readonly view: MountedView; close(): Promise<void> }>> {
	const found = await findNamespaceTools();
	if (!('tools' in found)) return fail('could-not-start', SHADOW.noView(`the program ${found.missing} is missing`));
	const system = await Promise.all(
		SYSTEM.filter((path) => existsSync(path)).map(
			async (at): Promise<Place> => ({ type: 'bind', from: await realpath(at), at, access: 'read' }),
		),
	);
	const started = await Namespace.start({
		tools: found.tools,
		facts: placeFacts(),
		folder,
		// The workspace's own path could lie below a system folder, or be one.
		places: [...system, ...NEEDED, { ...place, at: VIEW }],
		network: 'shared',
		hasOwnProc: false,
	});
	if (!started.ok) {
		const { message, detail } = started.failure;
		return fail('could-not-start', SHADOW.noView(firstSentence(detail ?? message)), { detail: detail ?? '' });
	}
	const namespace = started.value;
	return succeed({ view: viewOf(namespace, VIEW), close: () => namespace.close() });
}

const VIEW = '/view';

/** Places that setting up a namespace itself needs. */
const NEEDED: readonly Place[] = ['/proc', '/dev/null'].map((at) => ({ type: 'bind', from: at, at, access: 'write' }));

/**
 * True for a folder that hides the workspace's content. In an overlay a merged folder has one link, one of the upper
 * layer alone as many as there. On file systems that do not count links of folders, a name of the workspace that the
 * view lacks tells.
 */
export function isOpaqueIn(
	view: MountedView,
	{ upper, real, path }: { readonly upper: string; readonly real: string; readonly path: string },
): boolean {
	try {
		const merged = lstatSync(`${view.root}/${path}`);
		if (!merged.isDirectory()) return false;
		if (lstatSync(`${upper}/${path}`).nlink > 1) return merged.nlink > 1;
		const own = new Set(readdirSync(join(upper, path)));
		const probe = readdirSync(join(real, path)).find((name) => !own.has(name));
		return probe !== undefined && lstatSync(join(view.root, path, probe), { throwIfNoEntry: false }) === undefined;
	} catch {
		// The namespace ended meanwhile: the next look tells.
		return false;
	}
}
