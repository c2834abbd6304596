import type { PlanStep } from './agent-info.js';
import type { ContentBlock } from './content.js';
import type { GrowingText } from './text/growing-text.js';

/** ACP v1 `ToolKind`. */
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

/** ACP v1 `ToolKind`; an unknown kind becomes `other`. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** Kinds that change and run nothing, and reach no network. */
export const READ_ONLY_KINDS: readonly ToolKind[] = ['read', 'search', 'think'];

export function isReadOnlyKind(kind: ToolKind): boolean {
	return READ_ONLY_KINDS.includes(kind);
}

/** ACP v1 `ToolCallStatus`, and `cancelled` for calls that we settle ourselves when a turn ends without them. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** `line` counts from 1. */
export type ToolLocation = { readonly path: string; readonly line?: number };

/** `oldText` is null for a new file. The texts may be whole files or hunks: agents differ. */
export type DiffContent = {
	readonly type: 'diff';
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Read from the call's input: the agent shows no change. */
	readonly isFromInput?: true;
	/** Null where the change is a part of the file at an unknown place. */
	readonly lines?: DiffLines | null;
};

/** First lines of a change, before and after, from 1. */
export type DiffLines = { readonly old: number; readonly new: number };

export type ToolContent =
	| { readonly type: 'content'; readonly block: ContentBlock }
	| DiffContent
	| { readonly type: 'terminal'; readonly terminalId: string }
	/** Session that the call is about: a sub-agent that it started, talks to or waits for (ACP). */
	| { readonly type: 'session'; readonly sessionId: string }
	| { readonly type: 'unknown'; readonly label: string; readonly json: string };

/** Both null: ended in an unknown way. */
export type ExitStatus = { readonly code: number | null; readonly signal: string | null };

/**
 * A terminal, ours or one that exists only in an agent's `_meta`. `output` is the newest part of the raw output
 * (escape sequences included), at most {@link TERMINAL_TAIL_CHARS} characters after the reducer trimmed it.
 */
export type TerminalView = {
	readonly id: string;
	/** For showing; empty when unknown. */
	readonly command: string;
	readonly cwd?: string;
	readonly output: string;
	/** Number of dropped characters before `output`. It only grows, as the output does. */
	readonly outputStart: number;
	readonly startedAt: number;
	readonly exit?: ExitStatus;
	readonly endedAt?: number;
	readonly released: boolean;
	/** Run by this program (`terminal/create`), not by the agent. */
	readonly ours: boolean;
};

/** A terminal's output as growing text. A reused id belongs to another terminal. */
export function outputOf({ id, startedAt, output, outputStart }: TerminalView): GrowingText {
	return { id: `${id} ${startedAt}`, start: outputStart, text: output };
}

export const TERMINAL_TAIL_CHARS = 256 * 1024;

/** Read from plain fields and texts, which differ from agent to agent; absent means unknown. */
export type ToolResult = {
	readonly exitCode?: number;
	readonly signal?: string;
	/** Output without the agent's framing for its model; empty when it wrote nothing. */
	readonly output?: string;
	/** Stopped before its end, whatever its status says. */
	readonly isInterrupted?: true;
	/** Failed, whatever its status says. */
	readonly hasFailed?: true;
	readonly todos?: readonly PlanStep[];
	readonly prompt?: string;
};

/**
 * Uncertain end of a call. `stopping`: the user stopped the turn, and the agent has not said yet that the call ended.
 * `unconfirmed`: the turn is over, and nothing says that the command of the call ended. `outlived`: the turn is over,
 * and the call goes on.
 */
type CallEnding = 'stopping' | 'unconfirmed' | 'outlived';

export type ToolCall = {
	readonly id: string;
	readonly title: string;
	readonly name?: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
	readonly content: readonly ToolContent[];
	readonly locations: readonly ToolLocation[];
	readonly rawInput?: unknown;
	readonly rawOutput?: unknown;
	readonly result?: ToolResult;
	readonly ending?: CallEnding;
	readonly parentId?: string;
	/** Times of the first and of the last update (ms since the epoch). */
	readonly startedAt: number;
	readonly endedAt?: number;
	/** Time with open questions about it (ms): the user's time, not the tool's. */
	readonly askedMs?: number;
	/** Since when one is open (ms since the epoch). */
	readonly askedSince?: number;
	/** Terminals named in `content`, or fed through `_meta`. */
	readonly terminals: readonly TerminalView[];
	/** Why the client allowed or refused it; shown in the card. */
	readonly verdict?: ToolVerdict;
	/** The call's changes are pending in a shadow. */
	readonly isInShadow?: true;
};

export type ToolVerdict = { readonly decision: 'allowed' | 'denied'; readonly because: string };

export function isOpenCall(call: ToolCall): boolean {
	return call.status === 'pending' || call.status === 'in_progress';
}

/** Milliseconds from a call's start to `end`, without the time of open questions about it. */
export function timeOfCall(call: Pick<ToolCall, 'startedAt' | 'askedMs' | 'askedSince'>, end: number): number {
	const open = call.askedSince === undefined ? 0 : Math.max(0, end - call.askedSince);
	return Math.max(0, end - call.startedAt - (call.askedMs ?? 0) - open);
}

/** One update of a tool call; absent means unchanged. Arrays replace. A null of ACP («no news») is absent here. */
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
	/** Starts a sub-agent, whether traffic of that is seen or not. */
	readonly isDelegation?: true;
	/** Names of fields that do not have the form of ACP. */
	readonly oddFields?: readonly string[];
	readonly toolNames?: readonly string[];
	readonly announced?: AnnouncedCall;
};

/** Statements of a tool call's updates, from the first on: of differing ones, the most dangerous may be what is done. */
export type AnnouncedCall = {
	readonly kinds: readonly ToolKind[];
	readonly toolNames: readonly string[];
	readonly paths: readonly string[];
	readonly oddFields: readonly string[];
	readonly isCut?: true;
};
