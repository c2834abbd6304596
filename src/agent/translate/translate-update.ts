import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentCommand, PlanStep } from '../../core/agent-info.js';
import { isForAssistantOnly } from '../../core/content.js';
import { defined } from '../../core/defined.js';
import { bounded, boundedJson, isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { type Faults, unknownEvent, withFaults } from './faults.js';
import { toConfigOptions } from './modes-options.js';
import { terminalEvents } from './terminal-meta.js';
import { toContentBlock } from './translate-content.js';
import { readSessionMessage, readSessionMessageChunk, readSubagent } from './translate-subagents.js';
import { toToolPatch } from './translate-tool-call.js';

/** Characters; agents send whole manuals. */
const DESCRIPTION_LIMIT = 1500;

type Read = (update: JsonObject, faults: Faults) => AgentEvent[] | null;

const READERS: ReadonlyMap<unknown, Read> = new Map<unknown, Read>([
	['user_message_chunk', (update) => readChunk(update, 'user')],
	['agent_message_chunk', (update) => readChunk(update, 'agent')],
	['agent_thought_chunk', (update) => readChunk(update, 'thought')],
	['tool_call', readTool],
	['tool_call_update', readTool],
	['plan', readPlan],
	['available_commands_update', readCommands],
	['current_mode_update', readMode],
	['config_option_update', readOptions],
	['session_info_update', readSessionInfo],
	['usage_update', readUsage],
	['notice', readNotice],
	['compaction_update', readCompaction],
	['compaction_summary_chunk', readCompactionChunk],
	['subagent_update', readSubagent],
	['session_message', readSessionMessage],
	['session_message_chunk', readSessionMessageChunk],
]);

/** Translates one `session/update`, without memory. Total: any JSON yields events. */
export function translateUpdate(update: unknown): AgentEvent[] {
	if (!isObject(update)) return [unknownEvent('update that is not an object', update)];
	const kind = update['sessionUpdate'];
	if (typeof kind !== 'string') return [unknownEvent('update without sessionUpdate', update)];
	const read = READERS.get(kind);
	if (read === undefined) return [unknownEvent(`update "${kind.slice(0, 60)}"`, update)];
	const faults: Faults = [];
	const events = read(update, faults);
	return events === null ? [unknownEvent(brokenLabel(kind), update)] : withFaults(events, kind, faults, update);
}

function brokenLabel(kind: string): string {
	return kind.startsWith('tool_call') ? `${kind} without toolCallId` : `broken ${kind}`;
}

const MESSAGE_ENDED: AgentEvent = { type: 'message-ended' };

function readChunk(update: JsonObject, role: 'user' | 'agent' | 'thought'): AgentEvent[] {
	const block = toContentBlock(update['content']);
	if (block.type === 'unknown') return [unknownEvent(`${role} chunk: ${block.label}`, update)];
	const messageId = textOf(update['messageId']);
	const meta = objectOf(update['_meta']);
	// Agents end a model call with an empty chunk that only carries `_meta`; without ids nothing else separates messages.
	if (block.type === 'text' && block.text === '')
		return messageId === undefined && update['_meta'] !== undefined && role !== 'user' ? [MESSAGE_ENDED] : [];
	// Without it a sub-agent's words would be read as the answer.
	const parentId = textOf(objectOf(objectOf(update['_meta'])['claudeCode'])['parentToolUseId']);
	const common = defined({ role, messageId, parentId });
	// Thoughts are folded anyway.
	const isText = block.type === 'text' && (role === 'thought' || !isForAssistantOnly(block));
	const event: AgentEvent = isText
		? { type: 'text', text: block.text, ...common }
		: { type: 'block', block, ...common };
	// A whole message between those of the model.
	const isDiscrete = Object.keys(meta).some((key) => /discrete_?message$/i.test(key) && meta[key] === true);
	return isDiscrete && parentId === undefined ? [MESSAGE_ENDED, event, MESSAGE_ENDED] : [event];
}

function readTool(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const patch = toToolPatch(update, faults);
	if (patch === null) return null;
	const terminals = terminalEvents(update, patch.id, faults);
	// A message that only carries terminal output is no news of the call itself.
	const isEmpty = Object.keys(patch).length === 1;
	if (isEmpty && terminals.length > 0) return terminals;
	const isNew = update['sessionUpdate'] === 'tool_call';
	return [{ type: 'tool', patch, ...(isNew ? { isNew } : {}) }, ...terminals];
}

function readPlan(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const entries = update['entries'];
	if (!Array.isArray(entries)) return null;
	const steps = entries.map((entry) => toStep(entry, faults)).filter((step) => step !== null);
	if (steps.length < entries.length) faults.push('entries');
	return [{ type: 'plan', steps }];
}

const PRIORITIES = ['high', 'medium', 'low'] as const;
const PLAN_STATUSES = ['pending', 'in_progress', 'completed'] as const;

function toStep(value: unknown, faults: Faults): PlanStep | null {
	const { content, priority, status } = objectOf(value);
	if (typeof content !== 'string') return null;
	const known = {
		priority: PRIORITIES.find((one) => one === priority),
		status: PLAN_STATUSES.find((one) => one === status),
	};
	const odd: string[] = [];
	for (const [field, said] of Object.entries({ status, priority })) {
		if (known[field as keyof typeof known] !== undefined || said === undefined || said === null) continue;
		faults.push(`entries.${field}`);
		odd.push(bounded(typeof said === 'string' ? said : boundedJson(said), MOST_WORD));
	}
	return {
		text: content,
		priority: known.priority ?? 'medium',
		status: known.status ?? 'pending',
		...(odd.length === 0 ? {} : { says: odd.join(', ') }),
	};
}

const MOST_WORD = 60;

function readCommands(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const list = update['availableCommands'];
	if (!Array.isArray(list)) return null;
	const commands = list.map(toCommand).filter((command) => command !== null);
	if (commands.length < list.length) faults.push('availableCommands');
	return [{ type: 'commands', commands }];
}

function toCommand(value: unknown): AgentCommand | null {
	const item = objectOf(value);
	const name = textOf(item['name']);
	if (name === undefined) return null;
	const description = bounded(textOf(item['description']) ?? '', DESCRIPTION_LIMIT);
	return defined({ name, description, hint: textOf(objectOf(item['input'])['hint']) });
}

function readMode(update: JsonObject): AgentEvent[] | null {
	const modeId = textOf(update['currentModeId']);
	return modeId === undefined ? null : [{ type: 'agent-mode', modeId }];
}

function readOptions(update: JsonObject, faults: Faults): AgentEvent[] | null {
	if (!Array.isArray(update['configOptions'])) return null;
	return [{ type: 'config-options', options: toConfigOptions(update['configOptions'], faults) }];
}

function readSessionInfo(update: JsonObject, faults: Faults): AgentEvent[] {
	const events: AgentEvent[] = [];
	const { title } = update;
	if (title === null || typeof title === 'string') events.push({ type: 'session-info', title });
	else if (title !== undefined) faults.push('title');
	// Codex reports failing requests, which it retries, nowhere else.
	const error = objectOf(objectOf(objectOf(update['_meta'])['codex'])['error']);
	const message = textOf(error['message']);
	if (message !== undefined) {
		const level = error['willRetry'] === true ? 'warning' : 'error';
		events.push(
			defined({
				type: 'notice' as const,
				level,
				title: message,
				detail: textOf(error['additionalDetails']),
				isEvent: true as const,
			}),
		);
	}
	return events;
}

function readUsage(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const { used, size } = update;
	if (typeof used !== 'number' || typeof size !== 'number') return null;
	const { amount, currency } = objectOf(update['cost']);
	const isCost = typeof amount === 'number' && typeof currency === 'string';
	if (!isCost && update['cost'] !== undefined && update['cost'] !== null) faults.push('cost');
	return [{ type: 'usage', usage: isCost ? { used, size, cost: { amount, currency } } : { used, size } }];
}

function readNotice(update: JsonObject): AgentEvent[] | null {
	const title = textOf(update['title']) ?? textOf(update['description']);
	if (title === undefined) return null;
	const { severity } = update;
	const level = severity === 'warning' || severity === 'error' ? severity : 'info';
	const detail = textOf(update['description']);
	return [defined({ type: 'notice' as const, level, title, detail: detail === title ? undefined : detail })];
}

const COMPACTION_STATUSES = ['in_progress', 'completed', 'failed', 'cancelled'] as const;

function readCompaction(update: JsonObject, faults: Faults): AgentEvent[] | null {
	const compactionId = textOf(update['compactionId']);
	if (compactionId === undefined) return null;
	const status = COMPACTION_STATUSES.find((known) => known === update['status']) ?? 'unknown';
	const list = update['summary'] ?? undefined;
	if (list !== undefined && !Array.isArray(list)) faults.push('summary');
	const summary = Array.isArray(list) ? textOf(list.map(wordsOf).join('')) : undefined;
	const error = textOf(update['error']);
	return [defined({ type: 'compaction' as const, compactionId, status, summary, error })];
}

/** JSON of a block that is no text, so that any summary is shown. */
function wordsOf(content: unknown): string {
	const block = toContentBlock(content);
	return block.type === 'text' ? block.text : `\n${boundedJson(content)}\n`;
}

function readCompactionChunk(update: JsonObject): AgentEvent[] | null {
	const compactionId = textOf(update['compactionId']);
	if (compactionId === undefined) return null;
	const text = wordsOf(update['content']);
	return text === '' ? [] : [{ type: 'compaction-chunk', compactionId, text }];
}
