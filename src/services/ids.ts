import { randomBytes } from 'node:crypto';
import type { IdPort } from '../core/ports.js';

/** Ids such as `ask-1f-9c3a51d0`: a counter keeps them apart within a process, randomness between processes. */
export function createIds(): IdPort {
	let count = 0;
	return {
		next(prefix) {
			count += 1;
			return `${prefix}-${count.toString(36)}-${randomBytes(4).toString('hex')}`;
		},
	};
}
