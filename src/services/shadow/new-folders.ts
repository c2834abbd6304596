import type { ShadowChange } from '../../core/shadow/change.js';
import { lookAtSide } from './side.js';

/** Finds a path's innermost parent folder that is new and world-writable; undefined without one. */
export function openFolders(view: string, real: string): (path: string) => ShadowChange['openFolder'] {
	const known = new Map<string, ShadowChange['openFolder']>();
	const around = (path: string): ShadowChange['openFolder'] => {
		const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
		if (folder === '' || known.has(folder)) return known.get(folder);
		const found = openAt(folder);
		known.set(folder, found);
		return found;
	};
	const openAt = (folder: string): ShadowChange['openFolder'] => {
		if (lookAtSide(`${real}/${folder}`)?.kind === 'folder') return undefined;
		const side = lookAtSide(`${view}/${folder}`);
		const isOpen = side?.kind === 'folder' && (side.mode & WRITTEN_BY_ALL) !== 0;
		return isOpen ? { path: folder, mode: side.mode } : around(folder);
	};
	return around;
}

const WRITTEN_BY_ALL = 0o002;
