import type { PlanStep } from '../../agent-info.js';
import type { ContentBlock } from '../../content.js';
import { defined } from '../../defined.js';
import type { AppEvent } from '../../event.js';
import { isNestedDeeper } from '../../json-in.js';
import { limits, roughSize } from '../../limits.js';
import { counted } from '../../text/counted.js';
import type { ToolCallPatch, ToolContent, ToolResult } from '../../tool-call.js';
import { charsOf, sizeOfBlock } from '../entries/entry-weight.js';

export function boundEvent(event: AppEvent): AppEvent {
	if (event.type === 'tool') return { ...event, patch: boundPatch(event.patch) };
	if (event.type === 'plan') return { ...event, steps: boundSteps(event.steps) };
	if (event.type === 'block') {
		return sizeOfBlock(event.block) <= limits.contentChars ? event : { ...event, block: leftOut(event.block) };
	}
	if (event.type === 'notice') {
		const detail = cutIfAny(event.detail, limits.innerChars);
		return { ...event, title: cut(event.title, limits.titleChars), ...defined({ detail }) };
	}
	if (event.type === 'session-info' && typeof event.title === 'string') {
		return { ...event, title: cut(event.title, limits.titleChars) };
	}
	if (event.type === 'compaction') {
		const summary = cutIfAny(event.summary, limits.innerChars);
		return { ...event, ...defined({ summary, error: cutIfAny(event.error, limits.titleChars) }) };
	}
	return event;
}

function boundPatch(patch: ToolCallPatch): ToolCallPatch {
	const { title, content, locations, rawInput, rawOutput, result } = patch;
	return {
		...patch,
		...defined({
			title: cutIfAny(title, limits.titleChars),
			content: content && boundContent(content),
			locations: (locations?.length ?? 0) > limits.locations ? locations?.slice(0, limits.locations) : locations,
			...boundRaws({ rawInput, rawOutput }),
			result: result && boundResult(result),
		}),
	};
}

/** The raw parts alone: what is nested too deeply can be written nowhere, in no log either. */
export function boundRaws({
	rawInput,
	rawOutput,
}: Pick<ToolCallPatch, 'rawInput' | 'rawOutput'>): Pick<ToolCallPatch, 'rawInput' | 'rawOutput'> {
	return defined({
		rawInput: rawInput === undefined ? undefined : boundRaw(rawInput),
		rawOutput: rawOutput === undefined ? undefined : boundRaw(rawOutput),
	});
}

function boundResult(result: ToolResult): ToolResult {
	const { output = '', todos, prompt } = result;
	const left = output.length - limits.rawChars;
	return {
		...result,
		...(left <= 0 ? {} : { output: `… ${roughSize(left)} left out\n${output.slice(-limits.rawChars)}` }),
		...defined({ todos: todos && boundSteps(todos), prompt: cutIfAny(prompt, limits.innerChars) }),
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
		default:
			return { type: 'unknown', label: `${block.type}, ${roughSize(sizeOfBlock(block))}, left out`, json: '' };
	}
}

function shortOf<T extends { readonly uri?: string; readonly mimeType?: string }>({
	uri,
	mimeType,
}: T): Pick<T, 'uri' | 'mimeType'> {
	const short = defined({ uri: uri?.slice(0, limits.titleChars), mimeType: mimeType?.slice(0, limits.titleChars) });
	return short as Pick<T, 'uri' | 'mimeType'>;
}

function boundRaw(raw: unknown): unknown {
	const size = charsOf(raw, limits.rawChars + 1);
	if (size > limits.rawChars) return `… more than ${roughSize(limits.rawChars)} left out`;
	return isNestedDeeper(raw, limits.rawLevels) ? `… more than ${limits.rawLevels} levels left out` : raw;
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

function cutIfAny(text: string | undefined, most: number): string | undefined {
	return text === undefined ? undefined : cut(text, most);
}
