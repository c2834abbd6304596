import type { SessionIndexPort } from '../../../core/sessions/session-index.js';
import type { SessionIndexOptions } from './session-index.js';

/** `createSessionIndex`, imported when the first list is asked for. */
export function createLateSessionIndex(options: SessionIndexOptions): SessionIndexPort {
	let made: Promise<SessionIndexPort> | null = null;
	const load = (): Promise<SessionIndexPort> => {
		made ??= import('./session-index.js').then(({ createSessionIndex }) => createSessionIndex(options));
		return made;
	};
	return {
		list: async (query, watch) => (await load()).list(query, watch),
		search: async (text, query, watch) => (await load()).search(text, query, watch),
		find: async (id, query) => (await load()).find(id, query),
		rename: async (id, title) => (await load()).rename(id, title),
		delete: async (id) => (await load()).delete(id),
		prune: async (limits) => (await load()).prune(limits),
	};
}
