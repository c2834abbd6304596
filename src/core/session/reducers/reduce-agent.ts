import type { AgentEvent } from '../../agent-event.js';
import { HAND_OVER_OPENING } from '../../hand-over-event.js';
import { limits } from '../../limits.js';
import { titleInPrompt } from '../../session-title.js';
import { isAtWork } from '../../subagents/subagent.js';
import type { ToolCallPatch } from '../../tool-call.js';
import { lastInStream, note, noted, settleStreaming } from '../entries/append.js';
import { entryAt } from '../entries/entry-list.js';
import { reduceTerminal } from '../entries/reduce-terminals.js';
import { reduceTool } from '../entries/reduce-tools.js';
import {
	reduceBlock,
	reduceCompaction,
	reduceCompactionChunk,
	reduceText,
	reduceUnknown,
} from '../entries/transcript.js';
import { reduceAgentMode, reduceConfigOptions } from '../modes/agent-mode-reports.js';
import { withActivity } from '../prompts/turn.js';
import { noteBlockedBySandbox } from '../sandbox/blocked-by-sandbox.js';
import type { SessionState } from '../state.js';
import { only, type Reducers } from '../step.js';

export const onAgent: Reducers<AgentEvent> = {
	// How long the agent was silent is seen before this word counts.
	text: (state, event, at) => only(withActivity(reduceText(state, event, at), at)),
	'message-ended': (state, _, at) => only(settleStreaming(withActivity(state, at), at)),
	block: (state, event, at) => only(reduceBlock(withActivity(state, at), event, at)),
	tool: (state, event, at) => {
		const settled = settleAfterChild(withActivity(state, at), event.patch, at);
		return noteBlockedBySandbox(state, reduceTool(settled, event.patch, at, event.isNew), event.patch.id, at);
	},
	'terminal-output': (state, event, at) => only(reduceTerminal(withActivity(state, at), event, at)),
	'terminal-started': (state, event, at) => only(reduceTerminal(withActivity(state, at), event, at)),
	'terminal-exited': (state, event, at) => only(reduceTerminal(withActivity(state, at), event, at)),
	'terminal-released': (state, event, at) => only(reduceTerminal(withActivity(state, at), event, at)),
	plan: (state, event, at) =>
		only({ ...withActivity(state, at), plan: event.steps.length === 0 ? null : event.steps, planHalt: null }),
	commands: (state, event, at) => only(reduceCommands(withActivity(state, at), event.commands, at)),
	'agent-mode': (state, event, at) => reduceAgentMode(withActivity(state, at), event.modeId, false, at),
	'config-options': (state, event, at) => reduceConfigOptions(withActivity(state, at), event.options, false, at),
	'session-info': (state, event, at) => only({ ...withActivity(state, at), title: titleAfter(state, event.title) }),
	'prompt-suggested': (state, { text }) => only({ ...state, suggestion: text }),
	usage: (state, event, at) => only({ ...withActivity(state, at), usage: withKnownCost(state, event.usage) }),
	notice: (state, event, at) =>
		noted(withActivity(state, at), at, event.level, event.title, { from: 'agent', detail: event.detail }),
	compaction: (state, event, at) => only(reduceCompaction(withActivity(state, at), event, at)),
	'compaction-chunk': (state, event, at) =>
		only(reduceCompactionChunk(withActivity(state, at), event.compactionId, event.text, at)),
	// The app tells these as other events.
	subagent: only,
	'session-message': only,
	unknown: (state, event, at) => only(reduceUnknown(withActivity(state, at), event.label, event.json, at)),
};

/** Without message ids a sub-agent's words are among the agent's, and what follows its call is the agent's own. */
function settleAfterChild(state: SessionState, { id, status }: ToolCallPatch, at: number): SessionState {
	const child = state.subagents?.get(id);
	if (child?.source !== 'toolCall' || !isAtWork(child) || (status !== 'completed' && status !== 'failed')) return state;
	const last = entryAt(state.entries, lastInStream(state));
	return last?.kind === 'message' && last.messageId === undefined ? settleStreaming(state, at) : state;
}

/** The agent's title; undefined: no change. The user's own title stays. */
function titleAfter(
	{ title, ownTitle, resumed, task }: SessionState,
	reported: string | null | undefined,
): string | null {
	// An agent that began anew below an older transcript names what it knows: the last words of it alone.
	if (resumed === 'new' && title !== null) return ownTitle ?? title;
	// Many call a session by its first prompt, which this program put together where it was handed over.
	if (task !== undefined && reported?.startsWith(HAND_OVER_OPENING) === true) return ownTitle ?? title;
	const named = reported == null ? reported : titleInPrompt(reported) || undefined;
	return ownTitle ?? (named === undefined ? title : named);
}

function reduceCommands(state: SessionState, commands: SessionState['commands'], at: number): SessionState {
	if (commands.length <= limits.commands) return { ...state, commands };
	const next = { ...state, commands: commands.slice(0, limits.commands) };
	if (state.commands.length === limits.commands) return next;
	const count = commands.length.toLocaleString('en');
	return note(next, at, 'warning', `The agent offers ${count} commands: the first ${limits.commands} are kept.`);
}

/** Agents send the cost only sometimes: the last one known stays. */
function withKnownCost(
	state: SessionState,
	usage: NonNullable<SessionState['usage']>,
): NonNullable<SessionState['usage']> {
	const cost = usage.cost ?? state.usage?.cost;
	return cost === undefined ? usage : { ...usage, cost };
}
