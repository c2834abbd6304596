import { agentEvents } from '../agent-event.js';
import { launch } from '../agent-schema.js';
import type { AgentListEvent } from '../agents/agent-list.js';
import { plainProfile } from '../agents/profile.js';
import { branchEvents } from '../branch-event.js';
import type { AppEvent } from '../event.js';
import { filesEvents } from '../files-event.js';
import { gateEvents } from '../gate-event.js';
import { handOverEvents } from '../hand-over-event.js';
import { hookEvents } from '../hooks/hook-event.js';
import { isRecord } from '../is-record.js';
import { lifecycleEvents } from '../lifecycle-event.js';
import { recoveryEvents, retryEvents } from '../retry-event.js';
import { exactly, flag, memberReaders, optional, type Reader, shape, withWrite } from '../schema.js';
import { sideQuestionEvents } from '../side-question/side-question-event.js';
import { steeringEvents } from '../steering-event.js';
import { subagentEvents } from '../subagent-event.js';
import { userEvents } from '../user-event.js';

type SwitchAgent = Extract<AgentListEvent, { readonly type: 'switch-agent' }>;

const loggedSwitch = shape({ type: exactly('switch-agent'), launch, hasInstructions: optional(flag) });

/** Of a profile the agent's name. Standing instructions are known to exist, not their text. */
const switchAgent = withWrite<SwitchAgent>(
	(value) => {
		const read = loggedSwitch(value);
		if (read === undefined) return undefined;
		return { type: 'switch-agent', profile: namedProfile(read.launch, read.hasInstructions === true) };
	},
	(event) => {
		const { type, profile } = event as SwitchAgent;
		const written = { type, launch: launch.write?.(profile.launch) };
		return profile.instructions === null ? written : { ...written, hasInstructions: true };
	},
);

/** Profile of an agent of which a log has the name. */
export function namedProfile(
	launch: SwitchAgent['profile']['launch'],
	hasInstructions: boolean,
): SwitchAgent['profile'] {
	return { ...plainProfile(launch), instructions: hasInstructions ? '' : null };
}

const EVENTS = memberReaders('type', {
	...agentEvents,
	...lifecycleEvents,
	...userEvents,
	...gateEvents,
	...filesEvents,
	...retryEvents,
	...recoveryEvents,
	...branchEvents,
	...sideQuestionEvents,
	...steeringEvents,
	...handOverEvents,
	...subagentEvents,
	...hookEvents,
	'switch-agent': switchAgent,
}) as ReadonlyMap<unknown, Reader<AppEvent>>;

/** An event as it is logged: a part of itself, without secrets. */
export type LoggedEvent = { readonly type: string; readonly [field: string]: unknown };

/** The logged part of an event; null for one that is not logged. */
export function writeEvent(event: AppEvent): LoggedEvent | null {
	const schema = EVENTS.get(event.type);
	if (schema === undefined) return null;
	return schema.write === undefined ? event : (schema.write(event) as LoggedEvent);
}

/** Checks every field; undefined for damage, or an event of a later version of this program. */
export function readEvent(value: unknown): AppEvent | undefined {
	return isRecord(value) ? EVENTS.get(value['type'])?.(value) : undefined;
}
