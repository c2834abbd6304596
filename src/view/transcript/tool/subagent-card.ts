import { isSubAgentActive } from '../../../core/session/entries/child-steps.js';
import type { ToolEntry } from '../../../core/session/entries/entry.js';
import { isAtWork, type Subagent } from '../../../core/subagents/subagent.js';
import type { ToolStatus } from '../../../core/tool-call.js';
import { weakMemo } from '../../../core/weak-memo.js';
import type { Role } from '../../line.js';
import type { RenderContext } from '../render-context.js';

const byCard = weakMemo(
	(subagents: NonNullable<RenderContext['subagents']>): ReadonlyMap<string, Subagent> =>
		new Map([...subagents.values()].map((subagent) => [subagent.cardId, subagent])),
);

export function subagentOfEntry(
	{ call }: Pick<ToolEntry, 'call'>,
	{ subagents }: Pick<RenderContext, 'subagents'>,
): Subagent | undefined {
	return subagents === undefined ? undefined : byCard(subagents).get(call.id);
}

export function isCardActive(entry: ToolEntry, context: Pick<RenderContext, 'subagents'>): boolean {
	const subagent = subagentOfEntry(entry, context);
	return subagent === undefined ? isSubAgentActive(entry) : isAtWork(subagent);
}

/** Tokens in its context, else of its last work; 0 where the agent reports neither. */
export function tokensOf({ context, reported }: Subagent): number {
	return context?.used ?? reported?.usage?.totalTokens ?? 0;
}

export function cardKey(subagent: Subagent | undefined): string {
	if (subagent === undefined) return '';
	const { status, toolCalls, activeMs, cancelledAt = 0 } = subagent;
	return `${status} ${toolCalls} ${tokensOf(subagent)} ${activeMs} ${cancelledAt}`;
}

type Sign = { readonly sign: string; readonly color: Role };

/** Signs of calls and sub-agents; those of work that goes on are for places where no spinner turns. */
export const STATUS_SIGNS: Readonly<Record<ToolStatus | Subagent['status'], Sign>> = {
	pending: { sign: '○', color: 'muted' },
	in_progress: { sign: '⠿', color: 'accent' },
	running: { sign: '⠿', color: 'accent' },
	idle: { sign: '◇', color: 'muted' },
	waiting: { sign: '◆', color: 'warning' },
	completed: { sign: '✓', color: 'success' },
	failed: { sign: '✗', color: 'error' },
	cancelled: { sign: '■', color: 'warning' },
	unknown: { sign: '?', color: 'muted' },
};
