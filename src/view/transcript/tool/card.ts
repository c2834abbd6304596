import { defined } from '../../../core/defined.js';
import { isSubAgentActive } from '../../../core/session/entries/child-steps.js';
import type { Entry, ToolEntry } from '../../../core/session/entries/entry.js';
import type { Subagent } from '../../../core/subagents/subagent.js';
import type { Line } from '../../line.js';
import { type Openness, opennessOf, type RenderContext } from '../context.js';
import { fitted, hiddenLine, indented } from '../layout.js';
import { omitted } from '../transcript-messages.js';
import { LATEST_STEPS, visibleSteps } from '../visible-entries.js';
import { renderBody } from './body.js';
import { cutFromHeader, type Headed, renderHeader } from './header.js';
import { type Limits, limitsOf } from './limits.js';
import { subagentOfEntry } from './subagent-card.js';

/** Card of a tool call: a header that changes with time, and a body that does not. */
export function renderTool(entry: ToolEntry, context: RenderContext, bodyKey: string): Line[] {
	const openness = opennessOf(entry.id, context);
	const subagent = subagentOfEntry(entry, context);
	const limits = limitsFor(entry, subagent, openness);
	const card = drawCard(entry, { ...entry, ...defined({ subagent }) }, limits, context, bodyKey);
	return openness === 'folded' ? card : [...card, ...earlierLines(entry, context)];
}

export function drawCard(
	entry: Entry,
	shown: Headed,
	limits: Limits | null,
	context: RenderContext,
	bodyKey: string,
): Line[] {
	const header = renderHeader(shown, context);
	if (limits === null) return [header];
	const body = context.cache.body(entry, bodyKey, () =>
		fitted(
			renderBody(shown.call, limits, {
				width: context.width,
				cwd: context.cwd,
				cache: context.cache,
				diffLayout: context.diffLayout ?? 'unified',
				pictures: context.pictures ?? null,
				isCut: cutFromHeader(shown, context),
			}),
			context.width,
		),
	);
	return [header, ...body];
}

/** A sub-agent's card is its header, unless it failed. */
function limitsFor(entry: ToolEntry, subagent: Subagent | undefined, openness: Openness): Limits | null {
	const isLine = subagent !== undefined && subagent.status !== 'failed' && openness === 'default';
	return isLine ? null : limitsOf(shownCall(entry), openness);
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
	return indented(4, context.width, (room) => [
		hiddenLine(omitted.earlierSteps(childSteps.steps - LATEST_STEPS), room),
	]);
}
