import type { SteeringEvent } from '../../steering-event.js';
import { failure } from './agent.js';
import { name, prompt } from './content.js';
import { type EventReaders, exactly, optional, shape, word } from './reader.js';

type Of<T extends SteeringEvent['type']> = Extract<SteeringEvent, { readonly type: T }>;

export const steeringEvents: EventReaders<SteeringEvent> = {
	steer: shape<Of<'steer'>>({ type: exactly('steer'), prompt, isQueued: optional(exactly(true)) }),
	'steering-answered': shape<Of<'steering-answered'>>({
		type: exactly('steering-answered'),
		promptId: name,
		answer: word({
			injected: true,
			promptRequired: true,
			startedNewTurn: true,
			refused: true,
			unclear: true,
			unanswered: true,
		}),
		failure: optional(failure),
		isLacking: optional(exactly(true)),
	}),
};
