import { exitMark, exitWords } from '../../core/exit-words.js';
import { exitOf } from '../../core/session/call-outcome.js';
import type { Family } from '../../core/session/entry.js';
import { isOpenCall } from '../../core/session/tools.js';
import { type ToolCall, timeOfCall } from '../../core/tool-call.js';
import { diffStats } from '../code/diff.js';
import { outputText } from '../transcript/as-text/entry-text.js';
import { missingOutput, shownContent } from '../transcript/tool/shown-content.js';
import { relativePath, toolTitle } from '../transcript/tool/title.js';
import { counted, oneLine, sentence, spokenTime, textLines } from './words.js';

/** Lines of output that are read out unasked: the last ones. */
const OUTPUT_LINES = 10;

/** The lines for a call that begins, and for one that ended; none for what happens between. */
export function announceCall(before: ToolCall | null, call: ToolCall, cwd: string, family?: Family): readonly string[] {
	const title = oneLine(toolTitle(call, cwd));
	if (isOpenCall(call)) {
		const hadNoTitle = before === null || oneLine(toolTitle(before, cwd)) !== title;
		return hadNoTitle ? [`Tool started: ${sentence(title)}`] : [];
	}
	if (before !== null && !isOpenCall(before)) return [];
	return [headline(call, title), ...familyLines(family), ...changeLines(call, cwd), ...outputLines(call)];
}

/** What its sub-agent did. */
function familyLines(family: Family | undefined): readonly string[] {
	if (family === undefined || family.calls === 0) return [];
	return [`It made ${counted(family.calls, 'call')}${family.failed === 0 ? '' : `, ${family.failed} failed`}.`];
}

function headline(call: ToolCall, title: string): string {
	const { verdict, endedAt } = call;
	if (verdict?.decision === 'denied')
		return `Tool refused: ${sentence(title)} Because ${sentence(oneLine(verdict.because))}`;
	const lasted = endedAt === undefined ? 0 : timeOfCall(call, endedAt);
	const took = lasted < 100 ? '' : ` ${spokenTime(lasted)}.`;
	const exit = exitOf(call);
	const how = exit === undefined || exitMark(exit) === '' ? '' : ` ${oneLine(exitWords(exit), 30)}.`;
	switch (call.status) {
		case 'pending':
		case 'in_progress':
		case 'completed':
			return `Tool finished: ${sentence(title)}${how}${took}`;
		case 'failed':
			return `Tool failed: ${sentence(title)}${how}${took}`;
		case 'cancelled':
			if (call.ending === 'unconfirmed') return `Tool stopped, no word that it ended: ${sentence(title)}`;
			return `Tool stopped: ${sentence(title)}`;
	}
}

/** What was changed: a call that was refused, failed or stopped shows only what it would have done. */
function changeLines({ content, status, verdict }: ToolCall, cwd: string): readonly string[] {
	if (status !== 'completed' || verdict?.decision === 'denied') return [];
	return content.flatMap((item) => {
		if (item.type !== 'diff') return [];
		const { added, removed } = diffStats(item.oldText, item.newText);
		const path = oneLine(relativePath(item.path, cwd));
		return [
			`${item.oldText === null ? 'New file' : 'Changed'} ${path}: ${counted(added, 'line')} added, ${removed} removed.`,
		];
	});
}

/** What a command wrote, and why a call failed. */
function outputLines(call: ToolCall): readonly string[] {
	const output = call.terminals.map(outputText).join('\n');
	const isText = output.trim() === '' && (call.status === 'failed' || call.kind === 'execute');
	const lines = textLines(isText ? contentText(call) : output);
	if (lines.length === 0) {
		const missing = missingOutput(call);
		return missing === null ? [] : [missing === '(no output)' ? 'No output.' : 'No output was sent by the agent.'];
	}
	const cut = lines.length > OUTPUT_LINES ? `, the last ${OUTPUT_LINES}` : '';
	return [`Output, ${counted(lines.length, 'line')}${cut}:`, ...lines.slice(-OUTPUT_LINES)];
}

function contentText(call: ToolCall): string {
	return shownContent(call)
		.flatMap((item) => (item.type === 'content' && item.block.type === 'text' ? [item.block.text] : []))
		.join('\n');
}
