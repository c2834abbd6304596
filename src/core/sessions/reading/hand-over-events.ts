import type { HandedTask, HandOverEnd, HandOverEvent } from '../hand-over-event.js';
import { isRecordId } from '../record.js';
import { name, words } from './content.js';
import { changeSet } from './gate-events.js';
import { type EventReaders, list, optional, orNull, type Reader, shape } from './reader.js';

const MOST = 1000;

/** Record id: it becomes part of a command that users are shown. */
export const recordId: Reader<string> = (value) => (typeof value === 'string' && isRecordId(value) ? value : undefined);

const end = shape<HandOverEnd>({ agent: name, recordId: orNull(recordId) });

const task = shape<HandedTask>({ promptId: name, goal: words, toldBy: orNull(name), decisions: list(words, MOST) });

export const handOverEvents: EventReaders<HandOverEvent> = {
	'handed-over': { to: end, promptIds: list(name, MOST) },
	'taken-over': { from: end, title: orNull(name), sets: list(changeSet, MOST), task: optional(task) },
};
