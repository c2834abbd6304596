import { methodsOf, once } from '../../../core/once.js';
import type { SessionIndexPort } from '../../../core/session-index.js';
import type { SessionIndexOptions } from './session-index.js';

/** `createSessionIndex`, imported when the first list is asked for. */
export function createLateSessionIndex(options: SessionIndexOptions): SessionIndexPort {
	const load = once(async () => (await import('./session-index.js')).createSessionIndex(options));
	return methodsOf(load, 'list', 'search', 'find', 'rename', 'delete', 'prune');
}
