import { limits } from '../../limits.js';
import type { Subagent, SubagentEvent, SubagentState } from '../../subagents/subagent.js';
import { tokenCounts, usage } from './agent.js';
import { name, planSteps } from './content.js';
import {
	count,
	type EventReaders,
	exactly,
	flag,
	list,
	number,
	optional,
	orNull,
	type Reader,
	shape,
	time,
	word,
} from './reader.js';

const state = shape<SubagentState>({
	state: word({ running: true, idle: true, requires_action: true, unknown: true }),
	stopReason: optional(name),
	error: optional(name),
	usage: optional(tokenCounts),
});

const subagent: Reader<Subagent> = shape<Subagent>({
	id: name,
	source: word({ session: true, toolCall: true }),
	sessionId: orNull(name),
	parentId: orNull(name),
	cardId: name,
	order: count,
	isAnnounced: flag,
	title: name,
	givenTitle: optional(name),
	ownTitle: optional(name),
	description: optional(name),
	status: word({
		running: true,
		waiting: true,
		idle: true,
		completed: true,
		failed: true,
		cancelled: true,
		unknown: true,
	}),
	reported: optional(state),
	isAsked: optional(exactly(true)),
	isLost: optional(exactly(true)),
	canCancel: flag,
	cancelledAt: optional(time),
	startedAt: time,
	changedAt: time,
	endedAt: optional(time),
	activeMs: number,
	activeSince: optional(time),
	toolCalls: count,
	context: optional(usage),
	plan: optional(planSteps),
	model: optional(name),
	cwd: optional(name),
	additionalDirectories: optional(list(name, 100)),
});

export const subagentEvents: EventReaders<SubagentEvent> = {
	'subagents-changed': { subagents: list(subagent, limits.subagents) },
	'cancel-subagent': { id: name },
};
