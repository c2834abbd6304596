import { commandOfCall } from '../../core/command-title.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { SettledCommand } from '../../core/sandbox/session-sandbox.js';
import { exitOf } from '../../core/session/entries/call-outcome.js';
import { isOpenCall, type ToolCall } from '../../core/tool-call.js';

/** A command that an agent in a shadow ran by itself, allowed because the shadow holds what it does. */
export type HeldCommand = Omit<SettledCommand, 'because'> & { readonly because: typeof BECAUSE.heldInShadow };

/** Those of the calls that are such commands. What one of them changed is among all that waits. */
export function heldCommands(calls: readonly ToolCall[]): readonly HeldCommand[] {
	return calls.filter(isHeld).map((call) => ({
		command: commandOfCall(call) || call.title,
		exitCode: (isOpenCall(call) ? undefined : exitOf(call)?.code) ?? null,
		because: BECAUSE.heldInShadow,
		changes: [],
	}));
}

/** One in a terminal of ours was told of when it ended. */
function isHeld({ kind, verdict, terminals }: ToolCall): boolean {
	return kind === 'execute' && verdict?.because === BECAUSE.heldInShadow && !terminals.some(({ ours }) => ours);
}
