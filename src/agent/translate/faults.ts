import type { AgentEvent } from '../../core/agent-event.js';
import { bounded, boundedJson } from '../json.js';

/** Names of unreadable fields of one message. */
export type Faults = string[];

/** Visible trace of something unknown; `label` names it. */
export function unknownEvent(label: string, value: unknown): AgentEvent {
	return { type: 'unknown', label: bounded(label, 120), json: boundedJson(value) };
}

/** Appends one `unknown` event when parts of the message were left out. */
export function withFaults(events: AgentEvent[], what: string, faults: Faults, value: unknown): AgentEvent[] {
	if (faults.length > 0) events.push(unknownEvent(`${what} with unreadable ${[...new Set(faults)].join(', ')}`, value));
	return events;
}
