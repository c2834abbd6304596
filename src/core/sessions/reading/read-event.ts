import type { AgentListEvent } from '../../agents/agent-list.js';
import { plainProfile } from '../../agents/profile.js';
import type { AppEvent } from '../../event.js';
import { isRecord } from '../../is-record.js';
import type { RecoveryEvent } from '../../session/recovery/recovery.js';
import type { SideQuestionEvent } from '../../side-question/side-question-event.js';
import { readTurn } from '../../usage/read-turn-line.js';
import type { BranchEvent } from '../branch-event.js';
import { agentEvents } from './agent-events.js';
import { name } from './content.js';
import { changeSet, filesEvents, gateEvents } from './gate-events.js';
import { handOverEvents } from './hand-over-events.js';
import { launchByName, lifecycleEvents } from './lifecycle-events.js';
import { type EventReaders, exactly, flag, list, optional, orNull, type Reader, shape, word } from './reader.js';
import { retryEvents } from './retry-events.js';
import { steeringEvents } from './steering-events.js';
import { subagentEvents } from './subagent-events.js';
import { userEvents } from './user-events.js';

const sideQuestionEvents: EventReaders<SideQuestionEvent> = {
	'side-question': null,
	'side-question-changed': null,
	'side-question-counted': shape({
		type: exactly('side-question-counted'),
		turn: (value) => readTurn(value) ?? undefined,
	}),
};

const recoveryEvents: EventReaders<RecoveryEvent> = {
	'restart-due': shape({ type: exactly('restart-due'), restartId: name }),
	'restart-stop': shape({ type: exactly('restart-stop') }),
};

type Of<T extends BranchEvent['type']> = Extract<BranchEvent, { readonly type: T }>;

const MOST = 1000;

/** Branch events; those that only ask this program for something are not logged. */
const branchEvents: EventReaders<BranchEvent> = {
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

const READERS = new Map<unknown, Reader<AppEvent>>(
	Object.entries<Reader<AppEvent> | null>({
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
	}).filter((row): row is [string, Reader<AppEvent>] => row[1] !== null),
);

/** Whether events of this type are logged. */
export function isKeptType(type: string): boolean {
	return READERS.has(type);
}

/**
 * An event of a log with every field checked; undefined for damage, or an event of a later version of this program,
 * which is skipped.
 */
export function readEvent(value: unknown): AppEvent | undefined {
	return isRecord(value) ? READERS.get(value['type'])?.(value) : undefined;
}
