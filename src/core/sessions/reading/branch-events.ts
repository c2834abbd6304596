import type { BranchEvent } from '../branch-event.js';
import { name } from './content.js';
import type { EventReaders } from './event-readers.js';
import { changeSet } from './gate-events.js';
import { exactly, flag, list, optional, orNull, shape, word } from './reader.js';

type Of<T extends BranchEvent['type']> = Extract<BranchEvent, { readonly type: T }>;

const MOST = 1000;

/** Branch events; those that only ask this program for something are not logged. */
export const branchEvents: EventReaders<BranchEvent> = {
	'branch-session': null,
	'inspect-rewind': null,
	'rewind-inspected': null,
	'session-branched': shape<Of<'session-branched'>>({
		type: exactly('session-branched'),
		kind: word({ fork: true, rewind: true, compact: true }),
		before: orNull(name),
		sets: list(changeSet, MOST),
		prompt: optional(name),
		isKept: flag,
	}),
	'undo-sets': shape<Of<'undo-sets'>>({ type: exactly('undo-sets'), setIds: list(name, MOST) }),
};
