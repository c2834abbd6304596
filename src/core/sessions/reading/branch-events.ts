import type { BranchEvent } from '../branch-event.js';
import { name } from './content.js';
import type { EventReaders } from './event-readers.js';
import { changeSet } from './gate-events.js';
import { exactly, flag, list, optional, orNull, shape, word } from './reader.js';

type Of<T extends BranchEvent['type']> = Extract<BranchEvent, { readonly type: T }>;

/** Turns whose changes one event brings along. */
const MOST = 1000;

/** Going on from another session. What only asks this program for something is not kept. */
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
