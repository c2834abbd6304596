import { defined } from '../../../core/defined.js';
import { isSubAgentActive } from '../../../core/session/entries/child-steps.js';
import type { Entry, ToolEntry, UserCommand, UserCommandEntry } from '../../../core/session/entries/entry.js';
import type { ToolCall } from '../../../core/tool-call.js';
import { weakMemo } from '../../../core/weak-memo.js';
import { type Line, styled } from '../../line.js';
import { inColumn, opennessOf, type RenderContext } from '../render-context.js';
import { fitted, hiddenLine, indented } from '../transcript-layout.js';
import { userCommand } from '../transcript-messages.js';
import { LATEST_STEPS, visibleSteps } from '../visible-entries.js';
import { subagentOfEntry } from './subagent-card.js';
import { renderBody } from './tool-body.js';
import { cutFromHeader, type Headed, renderHeader } from './tool-header.js';
import { BRIEF, type Limits, limitsOf } from './tool-limits.js';

/** Card of a tool call: a header that changes with time, and a body that does not. */
export function renderTool(entry: ToolEntry, context: RenderContext, bodyKey: string): Line[] {
	const openness = opennessOf(entry.id, context);
	const subagent = subagentOfEntry(entry, context);
	// A sub-agent's card is its header, unless it failed.
	const isLine = subagent !== undefined && subagent.status !== 'failed' && openness === 'default';
	const limits = isLine ? null : limitsOf(shownCall(entry), openness);
	const card = drawCard(entry, { ...entry, ...defined({ subagent }) }, limits, context, bodyKey);
	return openness === 'folded' ? card : [...card, ...earlierLines(entry, context)];
}

function drawCard(entry: Entry, shown: Headed, limits: Limits | null, context: RenderContext, bodyKey: string): Line[] {
	const header = renderHeader(shown, inColumn(context));
	if (limits === null) return [header];
	const body = context.cache.body(entry, bodyKey, () =>
		fitted(
			renderBody(shown.call, limits, { ...context, isCut: cutFromHeader(shown, inColumn(context)) }),
			context.width,
		),
	);
	return [header, ...body];
}

/** A call that only started its sub-agent shows what a running one shows. */
function shownCall(entry: ToolEntry): ToolEntry['call'] {
	return entry.childSteps !== undefined && isSubAgentActive(entry)
		? { ...entry.call, status: 'in_progress' }
		: entry.call;
}

function earlierLines(entry: ToolEntry, context: RenderContext): Line[] {
	const { childSteps } = entry;
	const { latestSteps = LATEST_STEPS } = context;
	// Where each sub-agent shows but one step, the header has the count.
	if (latestSteps < LATEST_STEPS || childSteps === undefined || visibleSteps(entry, context) !== 'latest') return [];
	if (childSteps.steps <= LATEST_STEPS) return [];
	return indented(4, context.width, (room) => [hiddenLine(`${childSteps.steps - LATEST_STEPS} earlier`, room)]);
}

/** The output of the user's own command is shown without opening the card. */
const UNASKED: Limits = { ...BRIEF, output: 20, text: 12 };

export function renderUserCommand(entry: UserCommandEntry, context: RenderContext, bodyKey: string): Line[] {
	const { command } = entry;
	const call = commandCall(command);
	const words = command.isWhole ? userCommand.offered : userCommand[command.share];
	const shown = { call, facts: [styled(words, { color: 'user' })] };
	const openness = opennessOf(entry.id, context);
	const usual = openness === 'default' ? UNASKED : limitsOf(call, openness);
	const limits = usual === null || !command.isWhole ? usual : { ...usual, output: 0 };
	return drawCard(entry, shown, limits, context, bodyKey);
}

const STATUS = { running: 'in_progress', completed: 'completed', failed: 'failed' } as const;

/** The command as a tool call, so that it is drawn, read out and exported like one. */
export const commandCall = weakMemo((command: UserCommand): ToolCall => {
	const { id, line, status, startedAt, endedAt, terminal, failure } = command;
	return {
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
});
