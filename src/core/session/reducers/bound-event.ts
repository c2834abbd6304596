import type { PlanStep } from '../../agent-info.js';
import type { ContentBlock } from '../../content.js';
import type { AppEvent } from '../../event.js';
import { limits, roughSize } from '../../limits.js';
import { counted } from '../../text/counted.js';
import type { ToolCallPatch, ToolContent, ToolResult } from '../../tool-call.js';
import { charsOf, sizeOfBlock } from '../entries/weight.js';

export function boundEvent(event: AppEvent): AppEvent {
	if (event.type === 'tool') return { ...event, patch: boundPatch(event.patch) };
	if (event.type === 'plan') return { ...event, steps: boundSteps(event.steps) };
	if (event.type === 'block') {
		return sizeOfBlock(event.block) <= limits.contentChars ? event : { ...event, block: leftOut(event.block) };
	}
	if (event.type === 'notice') {
		const detail = event.detail === undefined ? {} : { detail: cut(event.detail, limits.innerChars) };
		return { ...event, title: cut(event.title, limits.titleChars), ...detail };
	}
	if (event.type === 'session-info' && typeof event.title === 'string') {
		return { ...event, title: cut(event.title, limits.titleChars) };
	}
	if (event.type === 'compaction') {
		const summary = event.summary === undefined ? {} : { summary: cut(event.summary, limits.innerChars) };
		const error = event.error === undefined ? {} : { error: cut(event.error, limits.titleChars) };
		return { ...event, ...summary, ...error };
	}
	return event;
}

function boundPatch(patch: ToolCallPatch): ToolCallPatch {
	const { title, content, locations, rawInput, rawOutput, result } = patch;
	return {
		...patch,
		...(title === undefined ? {} : { title: cut(title, limits.titleChars) }),
		...(content === undefined ? {} : { content: boundContent(content) }),
		...(locations === undefined || locations.length <= limits.locations
			? {}
			: { locations: locations.slice(0, limits.locations) }),
		...(rawInput === undefined ? {} : { rawInput: boundRaw(rawInput) }),
		...(rawOutput === undefined ? {} : { rawOutput: boundRaw(rawOutput) }),
		...(result === undefined ? {} : { result: boundResult(result) }),
	};
}

function boundResult(result: ToolResult): ToolResult {
	const { output = '', todos, prompt } = result;
	const left = output.length - limits.rawChars;
	return {
		...result,
		...(left <= 0 ? {} : { output: `… ${roughSize(left)} left out\n${output.slice(-limits.rawChars)}` }),
		...(todos === undefined ? {} : { todos: boundSteps(todos) }),
		...(prompt === undefined ? {} : { prompt: cut(prompt, limits.innerChars) }),
	};
}

function boundContent(content: readonly ToolContent[]): readonly ToolContent[] {
	let room = limits.contentChars;
	let left = 0;
	const kept: ToolContent[] = [];
	for (const item of content) {
		const size = sizeOfItem(item);
		const isText = item.type === 'content' && item.block.type === 'text';
		if (kept.length < limits.contentItems && size <= room) {
			kept.push(item);
			room -= size;
		} else if (kept.length < limits.contentItems && isText && room > 0) {
			const { text } = item.block;
			kept.push({ type: 'content', block: { type: 'text', text: text.slice(0, room) } });
			left += text.length - room;
			room = 0;
		} else if (kept.length < limits.contentItems && isData(item)) {
			kept.push({ type: 'content', block: leftOut(item.block) });
		} else left += Math.max(1, size);
	}
	if (left === 0) return kept.every((item, at) => item === content[at]) ? content : kept;
	const items = content.length - kept.length;
	const words =
		items === 0 ? `… ${roughSize(left)} left out` : `… ${counted(items, 'more item')} left out, ${roughSize(left)}`;
	return [...kept, { type: 'content', block: { type: 'text', text: words } }];
}

/** A picture, a sound or a file: without its data there is still a line to show. */
function isData(item: ToolContent): item is Extract<ToolContent, { readonly type: 'content' }> {
	return item.type === 'content' && ['image', 'audio', 'resource'].includes(item.block.type);
}

function sizeOfItem(item: ToolContent): number {
	switch (item.type) {
		case 'content':
			return sizeOfBlock(item.block);
		case 'diff':
			return item.path.length + (item.oldText?.length ?? 0) + item.newText.length;
		case 'terminal':
			return item.terminalId.length;
		case 'session':
			return item.sessionId.length;
		case 'unknown':
			return item.label.length + item.json.length;
	}
}

/** Drops the data of a picture or file, as a part of it is useless, and keeps its address and type. */
function leftOut(block: ContentBlock): ContentBlock {
	switch (block.type) {
		case 'image':
			return { ...block, ...shortOf(block), data: '', isLeftOut: true };
		case 'audio':
			return { ...block, ...shortOf(block), data: '', isLeftOut: true };
		case 'resource': {
			const { text: _text, blob: _blob, ...rest } = block;
			return { ...rest, ...shortOf(block), isLeftOut: true };
		}
		case 'text':
		case 'resource_link':
		case 'unknown':
			return unknownOf(block);
	}
}

function shortOf<T extends { readonly uri?: string; readonly mimeType?: string }>({
	uri,
	mimeType,
}: T): Pick<T, 'uri' | 'mimeType'> {
	const short = {
		...(uri === undefined ? {} : { uri: uri.slice(0, limits.titleChars) }),
		...(mimeType === undefined ? {} : { mimeType: mimeType.slice(0, limits.titleChars) }),
	};
	return short as Pick<T, 'uri' | 'mimeType'>;
}

function unknownOf(block: ContentBlock): ContentBlock {
	return { type: 'unknown', label: `${block.type}, ${roughSize(sizeOfBlock(block))}, left out`, json: '' };
}

function boundRaw(raw: unknown): unknown {
	const size = charsOf(raw, limits.rawChars + 1);
	return size <= limits.rawChars ? raw : `… more than ${roughSize(limits.rawChars)} left out`;
}

function boundSteps(steps: readonly PlanStep[]): readonly PlanStep[] {
	const kept = steps
		.slice(0, limits.planSteps)
		.map((step) =>
			step.text.length <= limits.titleChars ? step : { ...step, text: cut(step.text, limits.titleChars) },
		);
	const rest = steps.slice(limits.planSteps);
	if (rest.length === 0) return kept;
	const isDone = rest.every((step) => step.status === 'completed');
	const text = `… ${rest.length.toLocaleString('en')} more steps left out`;
	return [...kept, { text, priority: 'low', status: isDone ? 'completed' : 'pending' }];
}

function cut(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most)}… ${roughSize(text.length - most)} left out`;
}
