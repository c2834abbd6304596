import { defined } from '../../core/defined.js';
import type { DiffContent, ToolCallPatch, ToolContent, ToolKind, ToolLocation } from '../../core/tool-call.js';
import { TOOL_KINDS } from '../../core/tool-kinds.js';
import { boundedJson, isObject, type JsonObject, objectOf, textOf } from '../json.js';
import type { Faults } from './faults.js';
import { malformedFieldsOfCall } from './input/call-schema.js';
import { toolNamesOf } from './input/tool-names.js';
import { toContentBlock } from './translate-content.js';

const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** Null and absent mean no news; a broken field is left out and named in `faults`. Returns null without an id. */
export function toToolPatch(value: JsonObject, faults: Faults): ToolCallPatch | null {
	const id = textOf(value['toolCallId']);
	if (id === undefined) return null;
	const claude = objectOf(objectOf(value['_meta'])['claudeCode']);
	const malformedFields = malformedFieldsOfCall(value);
	const toolNames = toolNamesOf(value);
	return defined({
		id,
		title: optionalText(value, 'title', faults),
		name: optionalText(value, 'name', faults) ?? textOf(claude['toolName']),
		kind: kindOf(value['kind'], faults),
		status: statusOf(value['status'], faults),
		content: listOf(value['content'], 'content', faults, toToolContent),
		locations: listOf(value['locations'], 'locations', faults, (item) => locationOf(item, faults))?.filter(
			(location) => location !== null,
		),
		rawInput: value['rawInput'] ?? undefined,
		rawOutput: value['rawOutput'] ?? undefined,
		parentId: textOf(claude['parentToolUseId']),
		isDelegation: isDelegation(value, claude) ? (true as const) : undefined,
		malformedFields: malformedFields.length === 0 ? undefined : malformedFields,
		toolNames: toolNames.length === 0 ? undefined : toolNames,
	});
}

const DELEGATING = new Set('agent task spawnagent invokeagent runsubagent subagent delegatetoagent'.split(' '));

/** True when the tool is known for it, or its input names a type of sub-agent. */
function isDelegation(value: JsonObject, claude: JsonObject): boolean {
	// Some titles are the tool's name with its input behind it: `spawn_agent: Look for …`.
	const title = /^[a-z_]+(?=: )/.exec(textOf(value['title']) ?? '')?.[0] ?? textOf(value['title']);
	const name = textOf(value['name']) ?? textOf(claude['toolName']) ?? title ?? '';
	if (name.length <= 20 && DELEGATING.has(name.toLowerCase().replace(/[^a-z]/g, '')))
		return value['kind'] !== 'execute';
	const input = objectOf(value['rawInput']);
	return ['subagent_type', 'agent_type', 'subagentType', 'agentType'].some((key) => textOf(input[key]) !== undefined);
}

function optionalText(value: JsonObject, key: string, faults: Faults): string | undefined {
	const text = value[key] ?? undefined;
	if (text === undefined || typeof text === 'string') return text;
	faults.push(key);
	return undefined;
}

/** An unknown word is `other`, as the protocol wants for new kinds. */
function kindOf(value: unknown, faults: Faults): ToolKind | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return TOOL_KINDS.find((kind) => kind === value) ?? 'other';
	faults.push('kind');
	return undefined;
}

function statusOf(value: unknown, faults: Faults): (typeof STATUSES)[number] | undefined {
	if (value === undefined || value === null) return undefined;
	const status = STATUSES.find((known) => known === value);
	if (status === undefined) faults.push('status');
	return status;
}

function listOf<T>(value: unknown, name: string, faults: Faults, read: (item: unknown) => T): T[] | undefined {
	if (value === undefined || value === null) return undefined;
	if (Array.isArray(value)) return value.map(read);
	faults.push(name);
	return undefined;
}

function locationOf(value: unknown, faults: Faults): ToolLocation | null {
	const path = textOf(objectOf(value)['path']);
	if (path === undefined) {
		faults.push('locations');
		return null;
	}
	const line = objectOf(value)['line'];
	return typeof line === 'number' && Number.isInteger(line) && line > 0 ? { path, line } : { path };
}

/** An unknown item stays in place as `unknown`. */
function toToolContent(value: unknown): ToolContent {
	if (!isObject(value)) return unknownContent('tool content that is not an object', value);
	switch (value['type']) {
		case 'content':
			return { type: 'content', block: toContentBlock(value['content']) };
		case 'diff':
			return toDiff(value) ?? unknownContent('broken diff', value);
		case 'terminal': {
			const terminalId = textOf(value['terminalId']);
			return terminalId === undefined
				? unknownContent('terminal without terminalId', value)
				: { type: 'terminal', terminalId };
		}
		case 'session': {
			const sessionId = textOf(value['sessionId']);
			return sessionId === undefined
				? unknownContent('session without sessionId', value)
				: { type: 'session', sessionId };
		}
		default:
			return unknownContent(
				typeof value['type'] === 'string'
					? `tool content "${value['type'].slice(0, 60)}"`
					: 'tool content without type',
				value,
			);
	}
}

function toDiff(value: JsonObject): DiffContent | null {
	const path = textOf(value['path']);
	const { newText } = value;
	const oldText = value['oldText'] ?? null;
	if (path === undefined || typeof newText !== 'string') return null;
	if (oldText !== null && typeof oldText !== 'string') return null;
	// An empty text stands for a new file where the agent says that it adds one.
	const kind = textOf(objectOf(value['_meta'])['kind']);
	const isNew = oldText === '' && kind !== undefined && ['add', 'added', 'create', 'created', 'new'].includes(kind);
	return { type: 'diff', path, oldText: isNew ? null : oldText, newText };
}

function unknownContent(label: string, value: unknown): ToolContent {
	return { type: 'unknown', label, json: boundedJson(value) };
}
