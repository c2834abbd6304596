import type { PlanStep } from './agent-info.js';
import type { ContentBlock } from './content.js';
import type { GrowingText } from './text/growing-text.js';

/** The values of ACP v1 `ToolKind`. */
export const TOOL_KINDS = [
	'read',
	'edit',
	'delete',
	'move',
	'search',
	'execute',
	'think',
	'fetch',
	'switch_mode',
	'other',
] as const;

/** ACP v1 `ToolKind`; a kind that we do not know becomes `other`. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** The kinds that only look: nothing is changed, run or reached over the network. */
export const READ_ONLY_KINDS: readonly ToolKind[] = ['read', 'search', 'think'];

/** True for one of {@link READ_ONLY_KINDS}. */
export function isReadOnlyKind(kind: ToolKind): boolean {
	return READ_ONLY_KINDS.includes(kind);
}

/** ACP v1 `ToolCallStatus`, and `cancelled` for calls that we settle ourselves when a turn ends without them. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** A file that a tool call touches; `line` counts from 1. */
export type ToolLocation = { readonly path: string; readonly line?: number };

/** A file change; `oldText` is null for a new file. The texts may be whole files or hunks: agents differ. */
export type DiffContent = {
	readonly type: 'diff';
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Read from the call's input: the agent shows no change. */
	readonly isFromInput?: true;
	/** Where in its file it begins, before and after, from 1; null where it is a part of the file and that is not known. */
	readonly lines?: DiffLines | null;
};

/** The lines at which a change begins, before and after, from 1. */
export type DiffLines = { readonly old: number; readonly new: number };

/** What a tool call shows. */
export type ToolContent =
	| { readonly type: 'content'; readonly block: ContentBlock }
	| DiffContent
	| { readonly type: 'terminal'; readonly terminalId: string }
	/** What the call is about is a session: a sub-agent that it started, talks to or waits for (ACP). */
	| { readonly type: 'session'; readonly sessionId: string }
	| { readonly type: 'unknown'; readonly label: string; readonly json: string };

/** How a command ended: an exit code, or the signal that ended it. Both null: it ended, nobody said how. */
export type ExitStatus = { readonly code: number | null; readonly signal: string | null };

/**
 * What is known of a terminal, ours or one that exists only in an agent's `_meta`.
 * `output` is the newest part of the raw output (escape sequences included), at most
 * {@link TERMINAL_TAIL_CHARS} characters after the reducer trimmed it.
 */
export type TerminalView = {
	readonly id: string;
	/** The command as it was run, for showing; empty when unknown. */
	readonly command: string;
	readonly cwd?: string;
	readonly output: string;
	/** How many characters were dropped before `output`. It only grows, as the output does. */
	readonly outputStart: number;
	readonly startedAt: number;
	readonly exit?: ExitStatus;
	readonly endedAt?: number;
	readonly released: boolean;
	/** True when this program runs it (`terminal/create`), false when the agent does. */
	readonly ours: boolean;
};

/** A terminal's output as text that grows. An id that is used again belongs to another terminal. */
export function outputOf({ id, startedAt, output, outputStart }: TerminalView): GrowingText {
	return { id: `${id} ${startedAt}`, start: outputStart, text: output };
}

/** The most characters of a terminal's output that the state keeps for showing. */
export const TERMINAL_TAIL_CHARS = 256 * 1024;

/**
 * What a tool call came to, read from the plain fields and texts that agents send, which differ from agent to agent;
 * absent means nothing is known of it.
 */
export type ToolResult = {
	/** How the command ended, where a field or a text says so and no terminal does. */
	readonly exitCode?: number;
	readonly signal?: string;
	/** All that was written, without what an agent puts around it for its model; empty when it wrote nothing. */
	readonly output?: string;
	/** It was stopped before its end, whatever its status says. */
	readonly isInterrupted?: true;
	/** It says that it failed, whatever its status says. */
	readonly hasFailed?: true;
	/** The list of tasks that it sets. */
	readonly todos?: readonly PlanStep[];
	/** What a sub-agent is told to do. */
	readonly prompt?: string;
};

/**
 * What is not known for certain of a call's end. `stopping`: the user stopped the turn, and the agent has not said yet that
 * the call ended. `unconfirmed`: the turn is over, and nothing says that the command of the call ended.
 * `outlived`: the turn is over, and the call goes on.
 */
type CallEnding = 'stopping' | 'unconfirmed' | 'outlived';

/** A tool call, merged from `tool_call`, its updates and permission requests, in any order. */
export type ToolCall = {
	readonly id: string;
	readonly title: string;
	/** The tool's programmatic name, when the agent sends one. */
	readonly name?: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
	readonly content: readonly ToolContent[];
	readonly locations: readonly ToolLocation[];
	readonly rawInput?: unknown;
	readonly rawOutput?: unknown;
	readonly result?: ToolResult;
	readonly ending?: CallEnding;
	/** The call that this one belongs to (sub-agents), where the traffic says so. */
	readonly parentId?: string;
	/** Milliseconds since the epoch of the first and of the last update. */
	readonly startedAt: number;
	readonly endedAt?: number;
	/** Milliseconds that questions about it stood open: the user's time, not the tool's. */
	readonly askedMs?: number;
	/** Since when a question about it stands open. */
	readonly askedSince?: number;
	/** The terminals named in `content`, or fed through `_meta`, as they are now. */
	readonly terminals: readonly TerminalView[];
	/** Why the client let it through or refused it; shown in the card. */
	readonly verdict?: ToolVerdict;
	/** It changed files in the agent's view of the workspace, which wait there to be applied. */
	readonly isInShadow?: true;
};

/** The client's decision on a tool call, in words. */
export type ToolVerdict = { readonly decision: 'allowed' | 'denied'; readonly because: string };

/** True while a call has not ended. */
export function isOpenCall(call: ToolCall): boolean {
	return call.status === 'pending' || call.status === 'in_progress';
}

/** Milliseconds from a call's start to `end`, without the time that questions about it stood open. */
export function timeOfCall(call: Pick<ToolCall, 'startedAt' | 'askedMs' | 'askedSince'>, end: number): number {
	const open = call.askedSince === undefined ? 0 : Math.max(0, end - call.askedSince);
	return Math.max(0, end - call.startedAt - (call.askedMs ?? 0) - open);
}

/**
 * One update of a tool call; absent means unchanged. Arrays replace. What ACP sends as null
 * («no news») is absent here.
 */
export type ToolCallPatch = {
	readonly id: string;
	readonly title?: string;
	readonly name?: string;
	readonly kind?: ToolKind;
	readonly status?: Exclude<ToolStatus, 'cancelled'>;
	readonly content?: readonly ToolContent[];
	readonly locations?: readonly ToolLocation[];
	readonly rawInput?: unknown;
	readonly rawOutput?: unknown;
	readonly result?: ToolResult;
	readonly parentId?: string;
	/** It starts a sub-agent, whether anything is heard of that or not. */
	readonly isDelegation?: true;
	/** Its fields that do not have the form that ACP gives them, by name. */
	readonly oddFields?: readonly string[];
	/** Every name that it gives its tool, in whatever field. */
	readonly toolNames?: readonly string[];
	/** What all updates of this call said until now, itself included. */
	readonly announced?: AnnouncedCall;
};

/** What the updates of one tool call said, from the first on: of what differs, the most dangerous may be what is done. */
export type AnnouncedCall = {
	readonly kinds: readonly ToolKind[];
	readonly toolNames: readonly string[];
	readonly paths: readonly string[];
	readonly oddFields: readonly string[];
	/** It said more than is remembered. */
	readonly isCut?: true;
};
