import { isForAssistantOnly } from '../../../core/content.js';
import { exitOf } from '../../../core/session/entries/call-outcome.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { truncate } from '../../../core/text/width.js';
import type { TerminalView, ToolCall, ToolContent } from '../../../core/tool-call.js';
import { faint, type Line, muted, styled } from '../../line.js';
import { behindMargin, type MarkdownRoom, proseWidth } from '../../markdown/blocks.js';
import { pictureLines } from '../../pictures/picture-lines.js';
import { clipLine } from '../../spans.js';
import { agentOnlyBlocks, agentOnlyLines } from '../entries/agent-only.js';
import { blockSummary, fileKeys, oneLine } from '../entries/block-summary.js';
import { stepSpans } from '../entries/plan-entry.js';
import type { RenderContext } from '../render-context.js';
import { cutText, faded, hiddenLine, indented, paragraph } from '../transcript-layout.js';
import { MISSING_OUTPUT, NOTHING_MORE } from '../transcript-messages.js';
import { missingOutput, shownContent } from './shown-content.js';
import { renderTerminal, renderTextContent, type TextOptions, unfenced, withEarlier } from './text-content.js';
import { diffsOf, fileChangeOf, lostChangeOf, movedPaths, renderDiffs } from './tool-diffs.js';
import { foundPlaces, isInputShown } from './tool-input.js';
import type { Limits } from './tool-limits.js';
import { hasRaw, plainText, reasonIn, renderRaw } from './tool-raw.js';
import { fileLink, namesPath, relativePath, toolTitle } from './tool-title.js';

/** `isCut`: what the header has no room for. */
export type BodyContext = RenderContext & { readonly isCut: { readonly title: boolean; readonly verdict: boolean } };

const INDENT = 4;
const PROMPT_LINES = 3;

export function renderBody(call: ToolCall, limits: Limits, context: BodyContext): Line[] {
	return indented(INDENT, context.width, (room) => {
		const inner = { ...context, ...behindMargin(context, context.width - room) };
		const column = proseWidth(inner);
		const lines = [
			...aboutLines(call, limits, { ...inner, width: column }),
			...givenLines(call, limits, column),
			...contentLines(call, limits, inner),
			...missingLines(call, limits),
		];
		const reason = reasonLines(call, limits, inner);
		const raw = rawLines(call, limits, room, lines.length + reason.length === 0);
		return [...lines, ...reason, ...raw];
	});
}

function aboutLines(call: ToolCall, limits: Limits, context: BodyContext): Line[] {
	const { width, cwd } = context;
	const title = toolTitle(call, cwd);
	const lines: Line[] = [];
	if (limits.isFull && context.isCut.title) lines.push(...paragraph(title, width, { color: 'muted' }));
	if ((limits.isFull || context.isCut.verdict) && call.verdict !== undefined) {
		lines.push(...paragraph(`${call.verdict.decision}: ${oneLine(call.verdict.because)}`, width, { color: 'muted' }));
	}
	const moved = movedPaths(call);
	return [
		...lines,
		...(moved === null ? locationLines(call, limits, context, title) : moveLines(moved, context, title)),
	];
}

function moveLines(moved: { readonly from: string; readonly to: string }, context: BodyContext, title: string): Line[] {
	const [from, to] = [moved.from, moved.to].map((path) => oneLine(relativePath(path, context.cwd)));
	if (from === undefined || to === undefined || (namesPath(title, from) && namesPath(title, to))) return [];
	return paragraph(`${from} → ${to}`, context.width, { color: 'muted' });
}

function locationLines(call: ToolCall, limits: Limits, context: BodyContext, title: string): Line[] {
	const changed = new Set(diffsOf(call).map((diff) => diff.path));
	const fresh = foundPlaces(call).filter((location) => {
		// A command's place is the folder that it runs in.
		if (call.kind === 'execute' && relativePath(location.path, context.cwd) === '.') return false;
		const path = oneLine(relativePath(location.path, context.cwd));
		const isNamed = namesPath(title, path) || changed.has(location.path);
		return !isNamed || (limits.isFull && location.line !== undefined);
	});
	if (limits.locations === 0 || fresh.length === 0) return [];
	const lines = fresh.slice(0, limits.locations).map((location): Line => {
		const line = location.line === undefined ? '' : `:${location.line}`;
		const link = fileLink(location.path, context.cwd);
		const text = `${oneLine(relativePath(location.path, context.cwd))}${line}`;
		return clipLine([styled(text, link === undefined ? { color: 'muted' } : { color: 'muted', link })], context.width);
	});
	const hidden = fresh.length - lines.length;
	if (hidden > 0) lines.push(hiddenLine(counted(hidden, 'more place'), context.width, limits.canOpen));
	return lines;
}

function contentLines(call: ToolCall, limits: Limits, context: BodyContext): Line[] {
	const lines: Line[] = [];
	const shown = new Set<string>();
	const diffs = diffsOf(call);
	let hasDiffs = false;
	const agentOnly = agentOnlyBlocks(shownContent(call));
	for (const item of shownContent(call)) {
		if (item.type === 'content' && isForAssistantOnly(item.block)) {
			// All agent-only blocks are one line, in the place of the first.
			if (item.block === agentOnly[0] && limits.text > 0) {
				const most = limits.isFull ? limits.text : 0;
				lines.push(...agentOnlyLines(agentOnly, { width: context.width, most, canOpen: limits.canOpen }));
			}
		} else if (item.type === 'diff') {
			// All changes share one bound, so they are drawn together in the place of the first.
			if (!hasDiffs && limits.diff > 0) {
				// The line about a move names the file, too.
				const moved = movedPaths(call)?.to ?? '';
				const title = `${toolTitle(call, context.cwd)} ${oneLine(relativePath(moved, context.cwd))}`;
				const drawn = renderDiffs(diffs, {
					width: context.width,
					cwd: context.cwd,
					most: limits.diff,
					title,
					canOpen: limits.canOpen,
					layout: context.diffLayout ?? 'unified',
					isChangeNamed: fileChangeOf(call) !== null,
				});
				lines.push(...(lostChangeOf(call) === null ? drawn : faded(drawn)));
			}
			hasDiffs = true;
		} else lines.push(...itemLines(item, call, limits, context, shown));
	}
	// Some agents send a command's output for a terminal that no content names.
	for (const terminal of call.terminals) {
		if (!shown.has(terminal.id)) lines.push(...terminalLines(terminal, call, limits, context));
	}
	return lines;
}

function itemLines(
	item: Exclude<ToolContent, { type: 'diff' }>,
	call: ToolCall,
	limits: Limits,
	context: BodyContext,
	shown: Set<string>,
): Line[] {
	const { width } = context;
	switch (item.type) {
		case 'content': {
			const { block } = item;
			const isText = block.type === 'text' || (block.type === 'resource' && block.text !== undefined && limits.isFull);
			if (!isText) {
				const picture = pictureLines(block, width, context.pictures);
				return [...picture, blockSummary(block, width, fileKeys(block, !limits.canOpen))];
			}
			if (!limits.isFull && isForModel(call, block.text ?? '')) return [];
			return renderTextContent(block.text ?? '', {
				...{ width, column: context.column },
				most: limits.text,
				form: textForm(call, block.text ?? ''),
				canOpen: limits.canOpen,
			});
		}
		case 'terminal': {
			const terminal = call.terminals.find((one) => one.id === item.terminalId);
			if (terminal === undefined || shown.has(terminal.id)) return [];
			shown.add(terminal.id);
			return terminalLines(terminal, call, limits, context);
		}
		case 'session':
			return [clipLine([muted(`→ session ${oneLine(item.sessionId)}`)], width)];
		case 'unknown':
			return [clipLine([muted(`? ${oneLine(item.label)} · ${oneLine(item.json)}`)], width)];
	}
}

/** Characters; no program's output that somebody would read has longer lines. */
const LONGEST_OUTPUT_LINE = 160;

/** Only a program writes colours, whatever the kind of the call that ran it. */
const COLORED = /\x1B\[[\d;:]*m/;

/** The reason why a call was refused, stopped or failed is prose; a command's output is not. */
function textForm(call: ToolCall, text: string): TextOptions['form'] {
	// A plan that was turned down is read like one that was approved.
	if (call.kind === 'switch_mode' && unfenced(text) === null) return 'markdown';
	if (call.verdict?.decision === 'denied') return 'reason';
	if (COLORED.test(text)) return 'output';
	if (call.kind !== 'execute') return call.status === 'failed' ? 'reason' : 'markdown';
	if (call.status === 'cancelled' && isSentence(text)) return 'reason';
	// A failed command without an exit code was never run: its text says why.
	return call.status === 'failed' && exitOf(call) === undefined && call.result?.output === undefined
		? 'reason'
		: 'output';
}

function isSentence(text: string): boolean {
	return ((unfenced(text) ?? text).trimStart().split('\n', 2)[0] ?? '').length > LONGEST_OUTPUT_LINE;
}

/** Whether a text tells only the agent's model what the user knows: that they refused or stopped the call. */
function isForModel(call: ToolCall, text: string): boolean {
	if (call.kind !== 'execute') return false;
	return call.verdict?.decision === 'denied' || (call.status === 'cancelled' && isSentence(text));
}

function givenLines(call: ToolCall, limits: Limits, width: number): Line[] {
	const { todos, prompt } = call.result ?? {};
	if (prompt !== undefined && limits.text === 0) {
		const words = truncate(oneLine(prompt), width);
		return [[faint(words)]];
	}
	if (limits.text === 0) return [];
	if (todos !== undefined) {
		const lines = todos.slice(0, limits.text).map((step) => clipLine(stepSpans(step), width));
		const hidden = todos.length - lines.length;
		return hidden === 0 ? lines : [...lines, hiddenLine(counted(hidden, 'more task'), width, limits.canOpen)];
	}
	if (prompt === undefined) return [];
	const most = limits.isFull ? limits.text : PROMPT_LINES;
	return cutText(sanitizeText(prompt), width, most, limits.canOpen, { color: 'muted' });
}

/** A command without output would look as if it was cut. */
function missingLines(call: ToolCall, limits: Limits): Line[] {
	const missing = limits.output === 0 && limits.text === 0 ? null : missingOutput(call);
	return missing === null ? [] : [[faint(MISSING_OUTPUT[missing])]];
}

function terminalLines(terminal: TerminalView, call: ToolCall, limits: Limits, context: BodyContext): Line[] {
	if (limits.output === 0) return [];
	// Some agents write a text for their model into the terminal of the call.
	if (!limits.isFull && isForModel(call, terminal.output) && isSentence(terminal.output)) return [];
	const { width } = context;
	const command = oneLine(terminal.command);
	const isRepeated = command === '' || toolTitle(call, context.cwd).includes(command);
	const output = renderTerminal(terminal, context.cache, { width, maxRows: limits.output });
	const prompt = `$ ${command}`;
	return [
		...(isRepeated
			? []
			: limits.isFull
				? paragraph(prompt, width, { color: 'muted' })
				: [clipLine([muted(prompt)], width)]),
		...withEarlier(output, { width, canOpen: limits.canOpen }),
	];
}

function reasonLines(call: ToolCall, limits: Limits, { width, column }: MarkdownRoom): Line[] {
	const isSaid = (item: ToolContent): boolean => item.type === 'content' && !isForAssistantOnly(item.block);
	if (call.status !== 'failed' || shownContent(call).some(isSaid)) return [];
	if (call.terminals.some((terminal) => terminal.output !== '')) return [];
	const reason = reasonIn(call.rawOutput);
	if (reason === '' || (!limits.isFull && call.verdict?.decision === 'denied')) return [];
	if (call.kind === 'execute' || COLORED.test(reason)) {
		return renderTextContent(reason, { width, column, most: limits.text, form: 'output', canOpen: limits.canOpen });
	}
	return limits.text === 0
		? []
		: cutText(sanitizeText(reason), proseWidth({ width, column }), limits.text, limits.canOpen);
}

function rawLines(call: ToolCall, limits: Limits, width: number, isEmpty: boolean): Line[] {
	// An opened card must not stay empty: without anything else it shows the raw data.
	const most = limits.raw > 0 ? limits.raw : limits.isFull && isEmpty ? 40 : 0;
	if (most === 0 || (call.result?.todos !== undefined && call.status !== 'failed')) return [];
	const lines = [
		...(hasRaw(call.rawInput) && (isEmpty || !isInputShown(call))
			? renderRaw('input', call.rawInput, width, most)
			: []),
		...(hasRaw(call.rawOutput) && !isRepeated(call) ? renderRaw('output', call.rawOutput, width, most) : []),
	];
	return lines.length === 0 && isEmpty ? [[faint(NOTHING_MORE)]] : lines;
}

function isRepeated(call: ToolCall): boolean {
	const raw = plainText(call.rawOutput)?.trim();
	if (raw === undefined) return false;
	const texts = [
		call.result?.output ?? '',
		...call.content.map((item) => (item.type === 'content' && item.block.type === 'text' ? item.block.text : '')),
		...call.terminals.map((terminal) => terminal.output),
	];
	return texts.some((text) => text.trim() === raw || unfenced(text)?.trim() === raw);
}
