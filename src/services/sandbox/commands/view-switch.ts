import { isWithin } from '../../files/path-inside.js';
import { WorkspaceAccessSwitch } from '../agents/workspace-access.js';
import type { Place } from '../linux/mount-place.js';
import { mountsOf } from '../linux/mounts.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';

/** Switch that makes read-only, or writable again, what commands in a namespace may change of this machine. */
export async function viewSwitch(
	namespace: Namespace,
	places: readonly Place[],
	tools: NamespaceTools,
): Promise<WorkspaceAccessSwitch> {
	// The deepest place decides: temporary folders and covers stay as they are.
	const isSwitched = (path: string): boolean => {
		const around = places.filter(({ at }) => isWithin(at, path));
		const place = around.toSorted((one, other) => other.at.length - one.at.length)[0];
		return place !== undefined && isChangeable(place);
	};
	const mounts = mountsOf(namespace.pid);
	const switched = mounts.filter(({ at, isReadOnly }) => !isReadOnly && isSwitched(at)).map(({ at }) => at);
	// No process there is worth more than another.
	const agent = (): ReadonlySet<number> => new Set();
	return new WorkspaceAccessSwitch({ namespace, tools, switched, isSwitched, agent });
}

export function canChange(places: readonly Place[]): boolean {
	return places.some(isChangeable);
}

/** Devices and processes are no files of this machine, and what is shown elsewhere than where it is is ours. */
function isChangeable(place: Place): boolean {
	const isFile = !isWithin('/dev', place.at) && !isWithin('/proc', place.at);
	return place.type === 'bind' && place.access === 'write' && place.from === place.at && isFile;
}
