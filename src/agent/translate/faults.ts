import type { AgentEvent } from '../../core/agent-event.js';
import { bounded, boundedJson } from '../json.js';

/** Collects the names of the fields of one message that could not be read and were left out. */
export type Faults = string[];

/** The visible trace of something that we do not know; `label` names what, `value` is what came. */
export function unknownEvent(label: string, value: unknown): AgentEvent {
	return { type: 'unknown', label: bounded(label, 120), json: boundedJson(value) };
}

/** The events, and one `unknown` after them when parts of the message had to be left out. */
export function withFaults(events: AgentEvent[], what: string, faults: Faults, value: unknown): AgentEvent[] {
	if (faults.length > 0) events.push(unknownEvent(`${what} with unreadable ${[...new Set(faults)].join(', ')}`, value));
	return events;
}
