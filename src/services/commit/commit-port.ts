import type { CommitPort } from '../../core/commit/commit.js';
import { makeCommit } from './commit.js';
import { look, openRepository, type Place } from './list.js';
import { materialFor } from './material.js';

export function createCommitPort(place: Place): CommitPort {
	return {
		async list() {
			const opened = await openRepository(place);
			if (!opened.ok) return opened;
			const looked = await look(opened.value, place);
			return looked.ok ? { ok: true, value: looked.value.list } : looked;
		},
		material: (list, ids) => materialFor(place, list, ids),
		commit: (wanted, how) => makeCommit(place, wanted, how),
	};
}
