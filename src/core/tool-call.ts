import type {
	diff,
	diffLines,
	exitStatus,
	toolContent,
	toolKind,
	toolLocation,
	toolPatch,
	toolResult,
} from './content-schema.js';
import type { toolVerdict } from './permission-schema.js';
import type { Read } from './schema.js';
import type { GrowingText } from './text/growing-text.js';

/** ACP v1 `ToolKind`; an unknown kind becomes `other`. */
export type ToolKind = Read<typeof toolKind>;

/** Kinds that change and run nothing, and reach no network. */
export const READ_ONLY_KINDS: readonly ToolKind[] = ['read', 'search', 'think'];

export function isReadOnlyKind(kind: ToolKind): boolean {
	return READ_ONLY_KINDS.includes(kind);
}

/** ACP v1 `ToolCallStatus`, and `cancelled` for calls that we settle ourselves when a turn ends without them. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export type ToolLocation = Read<typeof toolLocation>;
export type DiffContent = Read<typeof diff>;
export type DiffLines = Read<typeof diffLines>;
export type ToolContent = Read<typeof toolContent>;
export type ExitStatus = Read<typeof exitStatus>;

/** A terminal, ours or the agent's. `output`: the last {@link TERMINAL_TAIL_CHARS} characters of its raw output. */
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
	/** Its changes on a copy of the workspace were dropped. */
	readonly isDiscarded?: true;
	readonly released: boolean;
	/** Run by this program (`terminal/create`), not by the agent. */
	readonly ours: boolean;
};

/** A terminal's output as growing text. A reused id belongs to another terminal. */
export function outputOf({ id, startedAt, output, outputStart }: TerminalView): GrowingText {
	return { id: `${id} ${startedAt}`, start: outputStart, text: output };
}

export const TERMINAL_TAIL_CHARS = 256 * 1024;

export type ToolResult = Read<typeof toolResult>;

/** `stopping`: stopped, not confirmed yet. `unconfirmed`: the turn ended, the command maybe not. `outlived`: it goes on. */
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
	/** Files of the workspace that it changed in a shadow. */
	readonly shadowed?: readonly ShadowedFile[];
	/** The user took back all its changes. */
	readonly isUndone?: true;
};

/** A file (its whole path), and whether its change still waits for the user. */
export type ShadowedFile = { readonly path: string; readonly fate: 'waits' | 'applied' | 'discarded' };

export type ToolVerdict = Read<typeof toolVerdict>;

export function isOfUser({ because }: Pick<ToolVerdict, 'because'>): boolean {
	return /^you\b/.test(because);
}

/** A request to change the mode that the user refused: what it says was in the question, and a plan is kept in a note. */
export function isRejectedPlan({ kind, verdict }: Pick<ToolCall, 'kind' | 'verdict'>): boolean {
	return kind === 'switch_mode' && verdict?.decision === 'denied' && isOfUser(verdict);
}

export function isOpenCall(call: ToolCall): boolean {
	return call.status === 'pending' || call.status === 'in_progress';
}

/** Texts that a call shows, without its changes, terminals and pictures. */
export function textsOfContent(content: readonly ToolContent[]): readonly string[] {
	return content.flatMap((item) => (item.type === 'content' && item.block.type === 'text' ? [item.block.text] : []));
}

/** Milliseconds from a call's start to `end`, without the time of open questions about it. */
export function timeOfCall(call: Pick<ToolCall, 'startedAt' | 'askedMs' | 'askedSince'>, end: number): number {
	const open = call.askedSince === undefined ? 0 : Math.max(0, end - call.askedSince);
	return Math.max(0, end - call.startedAt - (call.askedMs ?? 0) - open);
}

export type ToolCallPatch = Read<typeof toolPatch>;
