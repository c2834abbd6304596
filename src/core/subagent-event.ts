import { tokenCounts, usage } from './agent-schema.js';
import { name, planSteps } from './content-schema.js';
import { limits } from './limits.js';
import { count, type EventOf, exactly, flag, list, number, optional, orNull, shape, time, word } from './schema.js';

/** Last report on a sub-agent's work (ACP `StateUpdate`); an unknown word is `unknown`. */
export const subagentState = shape({
	state: word({ running: true, idle: true, requires_action: true, unknown: true }),
	/** With `idle`: a stop reason of ACP, `error`, or another word. */
	stopReason: optional(name),
	/** With the stop reason `error`. */
	error: optional(name),
	usage: optional(tokenCounts),
});

/** `completed`, `failed` and `cancelled` tell how its last work ended; it may be woken again. `idle`: no reason given. */
const status = word({
	running: true,
	waiting: true,
	idle: true,
	completed: true,
	failed: true,
	cancelled: true,
	unknown: true,
});

/** Agent started by the agent: a child session (ACP “Subagents”), or a call with calls below it. Its texts are hostile. */
export const subagent = shape({
	/** Key in `SessionState.subagents`; it never changes. */
	id: name,
	source: word({ session: true, toolCall: true }),
	/** Session id for requests; null with `toolCall`. */
	sessionId: orNull(name),
	parentId: orNull(name),
	cardId: name,
	/** Order of discovery: sorts those of one parent. */
	order: count,
	/** False: only traffic of its session is known. */
	isAnnounced: flag,
	title: name,
	/** Title given by whoever started it, and by its session itself. */
	givenTitle: optional(name),
	ownTitle: optional(name),
	description: optional(name),
	status,
	reported: optional(subagentState),
	isAsked: optional(exactly(true)),
	/** The agent that ran it ended, or its session was left: its outcome is unknown. */
	isLost: optional(exactly(true)),
	canCancel: flag,
	/** When the user stopped it (ms since the epoch); absent again as soon as it works anew. */
	cancelledAt: optional(time),
	/** Times in ms since the epoch. `endedAt` is absent while it works, waits, or might. */
	startedAt: time,
	changedAt: time,
	endedAt: optional(time),
	/** Time in `running` (ms), without that since `activeSince`. */
	activeMs: number,
	activeSince: optional(time),
	/** Tool calls of its own, without those of its sub-agents. */
	toolCalls: count,
	context: optional(usage),
	plan: optional(planSteps),
	model: optional(name),
	/** As the agent says; never more than what the session may reach. */
	cwd: optional(name),
	additionalDirectories: optional(list(name, 100)),
});

export const subagentEvents = {
	'subagents-changed': { subagents: list(subagent, limits.subagents) },
	/** `session/cancel` with its id. */
	'cancel-subagent': { id: name },
};

export type SubagentEvent = EventOf<typeof subagentEvents>;
