import { type ContentBlock, isForAssistantOnly } from '../../../core/content.js';
import { countNewlines } from '../../../core/text/newlines.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../../core/text/trim-ends.js';
import type { ToolContent } from '../../../core/tool-call.js';
import type { Line } from '../../line.js';
import { cutText, dimmed, hiddenLine, indented } from '../transcript-layout.js';
import { forAgentOnly } from '../transcript-messages.js';
import { blockSummary, fileKeys } from './block-summary.js';

export type AgentOnlyOptions = {
	readonly width: number;
	/** Lines shown of each block; 0 shows the summary alone. */
	readonly most: number;
	readonly canOpen: boolean;
};

/** Blocks of a tool call for the agent's model alone (ACP v1 «Content», annotations.audience). */
export function agentOnlyBlocks(content: readonly ToolContent[]): readonly ContentBlock[] {
	return content.flatMap((item) => (item.type === 'content' && isForAssistantOnly(item.block) ? [item.block] : []));
}

export function agentOnlyLines(blocks: readonly ContentBlock[], options: AgentOnlyOptions): Line[] {
	const { width, most, canOpen } = options;
	const head = hiddenLine(agentOnlySummary(blocks), width, canOpen && most === 0);
	if (most === 0) return [head];
	return [head, ...dimmed(indented(2, width, (room) => blocks.flatMap((block) => wholeLines(block, room, options))))];
}

export function agentOnlySummary(blocks: readonly ContentBlock[]): string {
	const texts = blocks.map(textOf).filter((text) => text !== null);
	const lines = texts.reduce(
		(sum, text) => sum + (text.trim() === '' ? 0 : countNewlines(trimNewlinesEnd(text)) + 1),
		0,
	);
	return forAgentOnly(lines, blocks.length - texts.length);
}

function textOf(block: ContentBlock): string | null {
	if (block.type === 'text') return block.text;
	return block.type === 'resource' ? (block.text ?? null) : null;
}

function wholeLines(block: ContentBlock, width: number, { most, canOpen }: AgentOnlyOptions): Line[] {
	const text = textOf(block);
	if (text === null) return [blockSummary(block, width, fileKeys(block, !canOpen))];
	return cutText(sanitizeText(text), width, most, canOpen);
}
