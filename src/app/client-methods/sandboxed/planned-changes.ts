import type { PlannedChange } from '../../../core/edits/planned-change.js';
import { canRunPrograms } from '../../../core/shadow/can-run-programs.js';
import type { ShadowChange } from '../../../core/shadow/change.js';
import { gitFolderOf } from '../../../core/shadow/git-folder.js';
import type { ShadowPort } from '../../../core/shadow/port.js';

/** Files whose texts are read; further ones are only named. */
const MOST_TEXTS = 200;

/** Changes of a layer as texts, those that can make programs run first. Other files of git are left out. */
export async function plannedChanges(
	layer: ShadowPort,
	changes: readonly ShadowChange[],
	absolute: (path: string) => string,
): Promise<readonly PlannedChange[]> {
	const planned: PlannedChange[] = [];
	const runs = changes.filter(canRunPrograms);
	const others = changes.filter((change) => !canRunPrograms(change) && gitFolderOf(change.path) === null);
	for (const change of [...runs, ...others].slice(0, MOST_TEXTS)) {
		const one = await plannedChange(layer, change, absolute);
		if (one !== null) planned.push(one);
	}
	return planned;
}

async function plannedChange(
	layer: ShadowPort,
	{ path, from, status, version, kind }: ShadowChange,
	absolute: (path: string) => string,
): Promise<PlannedChange | null> {
	if (kind === 'folder') return null;
	const texts = await layer.texts(path, version);
	if (!texts.ok) return null;
	const { before, after } = texts.value;
	if (status === 'deleted') {
		if (before === null) return null;
		return { path: absolute(path), oldText: before, newText: '', doubt: 'deletes-file', isWhole: true };
	}
	// No text where only permissions change.
	if (after === null || after === before) return null;
	if (status !== 'renamed' || from === undefined)
		return { path: absolute(path), oldText: before, newText: after, isWhole: true };
	return { path: absolute(from), oldText: after, newText: after, isWhole: true, movedTo: path };
}
