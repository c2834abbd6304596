import { isForAssistantOnly } from '../../core/content.js';
import { exitMark, exitStatusText } from '../../core/exit-status-text.js';
import { exitOf } from '../../core/session/entries/call-outcome.js';
import type { ChildSteps } from '../../core/session/entries/entry.js';
import { counted } from '../../core/text/counted.js';
import { isOpenCall, isRejectedPlan, type ToolCall, timeOfCall } from '../../core/tool-call.js';
import { oneLine, sentence, spokenTime, textLines } from '../spoken-text.js';
import { outputText } from '../transcript/as-text/entry-text.js';
import { agentOnlyBlocks, agentOnlySummary } from '../transcript/entries/agent-only.js';
import { missingOutput, shownContent } from '../transcript/tool/shown-content.js';
import { statsOf } from '../transcript/tool/tool-diffs.js';
import { relativePath, toolTitle } from '../transcript/tool/tool-title.js';
import { CHANGES_DISCARDED } from '../transcript/transcript-messages.js';

const OUTPUT_LINES = 10;

export function announceCall(
	before: ToolCall | null,
	call: ToolCall,
	cwd: string,
	childSteps?: ChildSteps,
): readonly string[] {
	const title = oneLine(toolTitle(call, cwd));
	if (isOpenCall(call)) {
		const hadNoTitle = before === null || oneLine(toolTitle(before, cwd)) !== title;
		return hadNoTitle ? [`Tool started: ${sentence(title)}`] : [];
	}
	if (before !== null && !isOpenCall(before)) return [];
	return [headline(call, title), ...childLines(childSteps), ...changeLines(call, cwd), ...outputLines(call)];
}

export function spokenCalls({ calls, failed }: Pick<ChildSteps, 'calls' | 'failed'>): string {
	return `It made ${counted(calls, 'call')}${failed === 0 ? '' : `, ${failed} failed`}.`;
}

function childLines(childSteps: ChildSteps | undefined): readonly string[] {
	if (childSteps === undefined || childSteps.calls === 0) return [];
	return [spokenCalls(childSteps)];
}

function headline(call: ToolCall, title: string): string {
	const { verdict, endedAt } = call;
	if (verdict?.decision === 'denied')
		return `Tool refused: ${sentence(title)} Because ${sentence(oneLine(verdict.because))}`;
	const lasted = endedAt === undefined ? 0 : timeOfCall(call, endedAt);
	const took = lasted < 100 ? '' : ` ${spokenTime(lasted)}.`;
	const exit = exitOf(call);
	const isDiscarded = call.terminals.at(-1)?.isDiscarded === true;
	const ended = exit === undefined || exitMark(exit) === '' ? '' : oneLine(exitStatusText(exit), 30);
	const fate = isDiscarded ? CHANGES_DISCARDED : ended;
	const how = fate === '' ? '' : ` ${fate}.`;
	switch (call.status) {
		case 'pending':
		case 'in_progress':
		case 'completed':
			return `Tool finished: ${sentence(title)}${how}${took}`;
		case 'failed':
			return `Tool failed: ${sentence(title)}${how}${took}`;
		case 'cancelled':
			return `Tool stopped${call.ending === 'unconfirmed' ? ', no word that it ended' : ''}: ${sentence(title)}`;
	}
}

/** Changes of a completed call: a call that was refused, failed or stopped shows only what it would have done. */
function changeLines({ content, status, verdict, shadowed }: ToolCall, cwd: string): readonly string[] {
	if (status !== 'completed' || verdict?.decision === 'denied') return [];
	return content.flatMap((item) => {
		if (item.type !== 'diff') return [];
		const { added, removed } = statsOf(item);
		const path = oneLine(relativePath(item.path, cwd));
		const waits = shadowed?.some((file) => file.path === item.path && file.fate === 'waits') === true;
		const isNew = item.oldText === null;
		// The file itself changes when the shadow workspace is applied.
		const what = waits
			? `Waits in the shadow: ${isNew ? 'new file' : 'change of'} ${path},`
			: `${isNew ? 'New file' : 'Changed'} ${path}:`;
		return [`${what} ${counted(added, 'line')} added, ${removed} removed.`];
	});
}

function outputLines(call: ToolCall): readonly string[] {
	const output = call.terminals.map(outputText).join('\n');
	// A plan was read out when it was asked about.
	const isText = output.trim() === '' && !isRejectedPlan(call) && (call.status === 'failed' || call.kind === 'execute');
	const lines = textLines(isText ? contentText(call) : output);
	const agentOnly = agentOnlyBlocks(isText ? shownContent(call) : []);
	if (lines.length === 0 && agentOnly.length > 0) return [sentence(agentOnlySummary(agentOnly))];
	if (lines.length === 0) {
		const missing = missingOutput(call);
		return missing === null ? [] : [missing === 'none' ? 'No output.' : 'No output was sent by the agent.'];
	}
	const shown = lines.slice(-OUTPUT_LINES);
	const last = shown.length < lines.length ? `, the last ${shown.length}` : '';
	return [`Output, ${counted(lines.length, 'line')}${last}:`, ...shown];
}

function contentText(call: ToolCall): string {
	return shownContent(call)
		.flatMap((item) => {
			if (item.type !== 'content' || item.block.type !== 'text') return [];
			return isForAssistantOnly(item.block) ? [] : [item.block.text];
		})
		.join('\n');
}
