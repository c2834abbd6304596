import type { PlanStep } from '../../../core/agent-info.js';
import type { ContentBlock } from '../../../core/content.js';
import type { Entry } from '../../../core/session/entries/entry.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { trimNewlinesStart } from '../../../core/text/trim-ends.js';
import { type DiffContent, outputOf, type TerminalView, type ToolCall } from '../../../core/tool-call.js';
import { unifiedDiff } from '../../code/hunks.js';
import { lineText } from '../../spans.js';
import { createScreenFeed } from '../../terminal-output/feed.js';
import { usageText } from '../../usage/usage-text.js';
import { shownContent } from '../tool/shown-content.js';
import { relativePath } from '../tool/tool-title.js';

/** Source text of an entry for copying, sanitised, since it may be pasted into a shell. Paths relative to `cwd`. */
export function entryText(entry: Entry, cwd = ''): string {
	return trimNewlinesStart(copyable(rawText(entry, cwd)).trimEnd());
}

/** Sanitised text that keeps its tabs, which code needs. */
export function copyable(text: string): string {
	return text.includes('\t') ? text.split('\t').map(sanitizeText).join('\t') : sanitizeText(text);
}

function rawText(entry: Entry, cwd: string): string {
	switch (entry.kind) {
		case 'user':
			return [entry.text, ...entry.blocks.map(blockText)].filter((text) => text !== '').join('\n');
		case 'message':
		case 'thought':
			return entry.text;
		case 'block':
			return blockText(entry.block);
		case 'tool':
			return toolText(entry.call, cwd);
		case 'user-command': {
			const { line, failure, terminal } = entry.command;
			return paragraphs([line, failure, terminal === undefined ? undefined : terminalText(terminal)]);
		}
		case 'note':
			return paragraphs([entry.title, entry.usage === undefined ? entry.detail : usageText(entry.usage), entry.hint]);
		case 'changes':
			return paragraphs(entry.files.map((file) => (file.diff === null ? file.path : diffText(file.diff, cwd))));
		case 'compaction':
			return paragraphs([entry.summary, entry.error]);
		case 'unknown':
			return paragraphs([entry.label, entry.json]);
		case 'turn-end':
			return paragraphs([entry.failure?.message, entry.failure?.hint, entry.failure?.detail]);
	}
}

function toolText(call: ToolCall, cwd = ''): string {
	const shown = new Set<string>();
	const parts: string[] = [call.title];
	if (call.result?.todos !== undefined) parts.push(planText(call.result.todos));
	for (const item of shownContent(call)) {
		switch (item.type) {
			case 'content':
				parts.push(blockText(item.block));
				break;
			case 'diff':
				parts.push(diffText(item, cwd));
				break;
			case 'terminal': {
				const terminal = call.terminals.find((one) => one.id === item.terminalId);
				if (terminal !== undefined) parts.push(terminalText(terminal));
				shown.add(item.terminalId);
				break;
			}
			case 'unknown':
				parts.push(item.json);
		}
	}
	for (const terminal of call.terminals) if (!shown.has(terminal.id)) parts.push(terminalText(terminal));
	return paragraphs(parts);
}

/** Unified diff; a path below `cwd` is relative to it, so that `patch` applies it there. */
export function diffText(diff: DiffContent, cwd = ''): string {
	return unifiedDiff(relativePath(diff.path, cwd), diff.oldText, diff.newText);
}

function terminalText(terminal: TerminalView): string {
	const output = outputText(terminal);
	return terminal.command === '' ? output : `$ ${terminal.command}\n${output}`;
}

export function outputText(terminal: TerminalView): string {
	const screen = createScreenFeed().show(outputOf(terminal));
	let text = '';
	for (let row = 0; row < screen.rowCount(); row += 1) {
		text += `${row === 0 || screen.continues(row) ? '' : '\n'}${lineText(screen.row(row))}`;
	}
	return text;
}

export function planText(steps: readonly PlanStep[]): string {
	return steps
		.map(({ status, text, says }) => {
			const words = says === undefined ? text : `${text} (${says})`;
			return `- [${status === 'completed' ? 'x' : ' '}] ${sanitizeText(words).replace(/\s+/g, ' ')}`;
		})
		.join('\n');
}

function blockText(block: ContentBlock): string {
	switch (block.type) {
		case 'text':
			return block.text;
		case 'resource':
			return block.text ?? block.uri;
		case 'resource_link':
			return block.uri;
		case 'image':
			return block.uri ?? '';
		case 'audio':
			return '';
		case 'unknown':
			return block.json;
	}
}

function paragraphs(parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined && part.trim() !== '').join('\n');
}
