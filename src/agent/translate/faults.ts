import type { AgentEvent } from '../../core/agent-event.js';
import { bounded, boundedJson } from '../json.js';

export type Faults = string[];

export function unknownEvent(label: string, value: unknown): AgentEvent {
	return { type: 'unknown', label: bounded(label, 120), json: boundedJson(value) };
}

export function withFaults(events: AgentEvent[], what: string, faults: Faults, value: unknown): AgentEvent[] {
	if (faults.length > 0) events.push(unknownEvent(`${what} with unreadable ${[...new Set(faults)].join(', ')}`, value));
	return events;
}
