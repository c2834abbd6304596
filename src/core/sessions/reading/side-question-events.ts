import type { SideQuestionEvent } from '../../side-question/side-question-event.js';
import { readTurn } from '../../usage/read-turn-line.js';
import type { EventReaders } from './event-readers.js';
import { exactly, shape } from './reader.js';

export const sideQuestionEvents: EventReaders<SideQuestionEvent> = {
	'side-question': null,
	'side-question-changed': null,
	'side-question-counted': shape({
		type: exactly('side-question-counted'),
		turn: (value) => readTurn(value) ?? undefined,
	}),
};
