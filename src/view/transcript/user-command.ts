import { defined } from '../../core/defined.js';
import type { UserCommand, UserCommandEntry } from '../../core/session/entries/entry.js';
import type { ToolCall } from '../../core/tool-call.js';
import { type Line, styled } from '../line.js';
import { type Openness, opennessOf, type RenderContext } from './context.js';
import { drawCard } from './tool/card.js';
import { BRIEF, type Limits, limitsOf } from './tool/limits.js';
import { userCommand } from './transcript-messages.js';

/** The output of the user's own command is shown without opening the card. */
const UNASKED: Limits = { ...BRIEF, output: 20, text: 12 };

export function renderUserCommand(entry: UserCommandEntry, context: RenderContext, bodyKey: string): Line[] {
	const { command } = entry;
	const call = commandCall(command);
	const words = command.isWhole ? userCommand.offered : userCommand[command.share];
	const shown = { call, facts: [styled(words, { color: 'user' })] };
	return drawCard(entry, shown, limitsFor(command, call, opennessOf(entry.id, context)), context, bodyKey);
}

function limitsFor({ isWhole }: UserCommand, call: ToolCall, openness: Openness): Limits | null {
	const limits = openness === 'default' ? UNASKED : limitsOf(call, openness);
	return limits === null || !isWhole ? limits : { ...limits, output: 0 };
}

const STATUS = { running: 'in_progress', completed: 'completed', failed: 'failed' } as const;

const known = new WeakMap<UserCommand, ToolCall>();

/** The command as a tool call, so that it is drawn, read out and exported like one. */
export function commandCall(command: UserCommand): ToolCall {
	const { id, line, status, startedAt, endedAt, terminal, failure } = command;
	const call: ToolCall = known.get(command) ?? {
		id,
		title: `! ${line}`,
		kind: 'execute',
		status: STATUS[status],
		content: failure === undefined ? [] : [{ type: 'content', block: { type: 'text', text: failure } }],
		locations: [],
		startedAt,
		...defined({ endedAt }),
		terminals: terminal === undefined ? [] : [terminal],
	};
	known.set(command, call);
	return call;
}
