import type { AgentListEvent } from '../../agents/agent-list.js';
import { plainProfile } from '../../agents/profile.js';
import type { AppEvent } from '../../event.js';
import { isRecord } from '../../is-record.js';
import type { RecoveryEvent } from '../../session/recovery/recovery.js';
import type { SideQuestionEvent } from '../../side-question/side-question-event.js';
import type { SteeringEvent } from '../../steering-event.js';
import { readTurn } from '../../usage/read-turn-line.js';
import type { BranchEvent } from '../branch-event.js';
import { failure } from './agent.js';
import { agentEvents } from './agent-events.js';
import { name, prompt } from './content.js';
import { changeSet, filesEvents, gateEvents } from './gate-events.js';
import { handOverEvents } from './hand-over-events.js';
import { launchByName, lifecycleEvents, retryEvents } from './lifecycle-events.js';
import {
	type EventReaders,
	exactly,
	flag,
	list,
	memberReaders,
	optional,
	orNull,
	type Reader,
	shape,
	word,
} from './reader.js';
import { subagentEvents } from './subagent-events.js';
import { userEvents } from './user-events.js';

const steeringEvents: EventReaders<SteeringEvent> = {
	steer: { prompt, isQueued: optional(exactly(true)) },
	'steering-answered': {
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
	},
};

const sideQuestionEvents: EventReaders<SideQuestionEvent> = {
	'side-question': null,
	'side-question-changed': null,
	'side-question-counted': { turn: (value) => readTurn(value) ?? undefined },
};

const recoveryEvents: EventReaders<RecoveryEvent> = {
	'restart-due': { restartId: name },
	'restart-stop': {},
};

const MOST = 1000;

const branchEvents: EventReaders<BranchEvent> = {
	'branch-session': null,
	'inspect-rewind': null,
	'rewind-inspected': null,
	'session-branched': {
		kind: word({ fork: true, rewind: true, compact: true }),
		before: orNull(name),
		sets: list(changeSet, MOST),
		prompt: optional(name),
		isKept: flag,
	},
	'undo-sets': { setIds: list(name, MOST) },
};

type SwitchAgent = Extract<AgentListEvent, { readonly type: 'switch-agent' }>;

const switchAgent: Reader<SwitchAgent> = (value) => {
	const read = shape<{ type: 'switch-agent'; launch: SwitchAgent['profile']['launch']; hasInstructions?: boolean }>({
		type: exactly('switch-agent'),
		launch: launchByName,
		hasInstructions: optional(flag),
	})(value);
	if (read === undefined) return undefined;
	return { type: 'switch-agent', profile: namedProfile(read.launch, read.hasInstructions === true) };
};

/** Profile of an agent of which a log has the name. Standing instructions are known to exist, not their text. */
export function namedProfile(
	launch: SwitchAgent['profile']['launch'],
	hasInstructions: boolean,
): SwitchAgent['profile'] {
	return { ...plainProfile(launch), instructions: hasInstructions ? '' : null };
}

const READERS = memberReaders('type', {
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
	'switch-agent': switchAgent,
}) as ReadonlyMap<unknown, Reader<AppEvent>>;

export function isKeptType(type: string): boolean {
	return READERS.has(type);
}

/** Checks every field; undefined for damage, or an event of a later version of this program. */
export function readEvent(value: unknown): AppEvent | undefined {
	return isRecord(value) ? READERS.get(value['type'])?.(value) : undefined;
}
