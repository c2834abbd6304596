import type { PlanStep } from '../../core/agent-info.js';
import type { ToolCallPatch, ToolResult } from '../../core/tool-call.js';
import { compact, isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { readEnvelope } from './envelope.js';
import { todosIn } from './todos.js';

/**
 * What a tool call came to, from the plain fields of its `rawInput` and `rawOutput` and from what its text says, in
 * whatever spelling: agents agree on none. `patch` is all that is known of the call. Undefined when nothing is said.
 * Total: whatever the agent sends.
 */
export function resultOf(patch: ToolCallPatch): ToolResult | undefined {
	const isRun = patch.kind === 'execute';
	const output = textIn(patch.rawOutput, isRun);
	const text = output ?? (isRun ? contentText(patch) : undefined);
	const envelope = text === undefined ? null : readEnvelope(text);
	const exitCode = exitCodeIn(patch.rawOutput, patch.kind, isRun) ?? (isRun ? envelope?.exitCode : undefined);
	const signal = signalIn(patch.rawOutput) ?? (isRun ? envelope?.signal : undefined);
	const isInterrupted = isInterruptedIn(patch.rawOutput) || (isRun && envelope?.isInterrupted === true);
	const result: ToolResult = compact({
		exitCode,
		signal,
		// What is in the content is shown as it is, unless an envelope is around it.
		output: output === undefined && envelope === null ? undefined : (envelope?.output ?? output),
		isInterrupted: isInterrupted ? (true as const) : undefined,
		todos: todosOf(patch),
		prompt: promptOf(patch),
	});
	return Object.keys(result).length === 0 ? undefined : result;
}

/** Objects that results are wrapped in. Others may hold anything, so nothing is looked for in them. */
const WRAPPERS = [
	...['metadata', 'result', 'results', 'details', 'data', 'output', 'response', 'value', 'structuredContent'],
	...['structured_content', 'returnDisplay', 'toolResult', 'tool_result', 'exit', 'exitStatus', 'exit_status'],
];
const DEEPEST = 3;

/** The first thing that `read` finds in a raw output, in its wrappers, outermost first. */
function findIn<T>(raw: unknown, read: (object: JsonObject) => T | undefined): T | undefined {
	let level: readonly unknown[] = [raw];
	for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
		const objects = level.filter(isObject);
		for (const object of objects) {
			const found = read(object);
			if (found !== undefined) return found;
		}
		level = objects.flatMap((object) => WRAPPERS.map((key) => object[key]));
	}
	return undefined;
}

const EXIT_KEYS = [
	...['exitCode', 'exit_code', 'exitcode', 'exit', 'exitStatus', 'exit_status', 'returnCode', 'return_code'],
	...['returncode', 'statusCode', 'status_code', 'code', 'status', 'rc'],
];
/** Of a command these are its exit code; of anything else they may be an HTTP status or a number of an error. */
const ONLY_OF_COMMANDS: ReadonlySet<string> = new Set(['statusCode', 'status_code', 'code', 'status', 'rc', 'exit']);

function exitCodeIn(raw: unknown, kind: ToolCallPatch['kind'], isRun: boolean): number | undefined {
	return findIn(raw, (object) => {
		for (const key of EXIT_KEYS) {
			if (!isRun && ONLY_OF_COMMANDS.has(key)) continue;
			const code = exitNumber(object[key]);
			// A search that finds nothing has not failed, whatever its program says.
			if (code !== undefined) return kind === 'search' && code === 1 ? undefined : code;
		}
		return undefined;
	});
}

function exitNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** Signals by their numbers, which are these on every system that has them. */
const SIGNALS: Readonly<Record<number, string>> = {
	1: 'SIGHUP',
	2: 'SIGINT',
	3: 'SIGQUIT',
	6: 'SIGABRT',
	9: 'SIGKILL',
	13: 'SIGPIPE',
	14: 'SIGALRM',
	15: 'SIGTERM',
};

function signalIn(raw: unknown): string | undefined {
	return findIn(raw, (object) => {
		const signal = object['signal'] ?? object['termSignal'] ?? object['term_signal'];
		if (typeof signal === 'number') return signal > 0 ? (SIGNALS[signal] ?? `signal ${signal}`) : undefined;
		return typeof signal === 'string' && /^(?:SIG)?[A-Z][A-Z0-9]{1,9}$/.test(signal) ? signal : undefined;
	});
}

const INTERRUPTED_KEYS = [
	...['interrupted', 'isInterrupted', 'is_interrupted', 'aborted', 'isAborted', 'cancelled', 'canceled', 'isCancelled'],
	...['isCanceled', 'wasCancelled', 'was_cancelled'],
];
const INTERRUPTED_WORDS: ReadonlySet<string> = new Set(['aborted', 'cancelled', 'canceled', 'interrupted']);

function isInterruptedIn(raw: unknown): boolean {
	return (
		findIn(raw, (object) => {
			const words = ['status', 'state', 'outcome'].map((key) => textOf(object[key])?.toLowerCase() ?? '');
			const isSaid =
				INTERRUPTED_KEYS.some((key) => object[key] === true) || words.some((word) => INTERRUPTED_WORDS.has(word));
			return isSaid ? true : undefined;
		}) === true
	);
}

/** Fields that hold all that a tool wrote, the most complete first. */
const OUTPUT_KEYS = [
	...['aggregated_output', 'aggregatedOutput', 'combined_output', 'combinedOutput', 'output', 'formatted_output'],
	...['formattedOutput', 'stdoutAndStderr'],
];
/** Other names of the same, of commands only: elsewhere they may be a part, or a word to the model. */
const OUTPUT_KEYS_OF_COMMANDS = ['text', 'content', 'result', 'value', 'llmContent', 'returnDisplay', 'message'];

/** What a tool wrote, as a text: an empty one where it is known that it wrote nothing. */
function textIn(raw: unknown, isRun: boolean): string | undefined {
	if (typeof raw === 'string') return isRun ? raw : undefined;
	if (Array.isArray(raw)) return isRun ? blocksText(raw) : undefined;
	return findIn(raw, (object) => {
		const whole = firstText(object, OUTPUT_KEYS);
		// An empty `output` beside parts that hold something is a field that the agent does not use.
		if (whole !== undefined && whole !== '') return whole;
		const parts = partsOf(object);
		if (parts !== undefined && parts !== '') return parts;
		const other = isRun ? firstText(object, OUTPUT_KEYS_OF_COMMANDS) : undefined;
		return other !== undefined && other !== '' ? other : (whole ?? parts ?? other);
	});
}

function firstText(object: JsonObject, keys: readonly string[]): string | undefined {
	let empty: string | undefined;
	for (const key of keys) {
		const value = object[key];
		const text = typeof value === 'string' ? value : Array.isArray(value) ? blocksText(value) : undefined;
		if (text !== undefined && text !== '') return text;
		empty ??= text;
	}
	return empty;
}

/** Standard output and standard error, one below the other; undefined where neither is there. */
function partsOf(object: JsonObject): string | undefined {
	const found = ['stdout', 'stderr'].map((key) => object[key]).filter((part) => typeof part === 'string');
	if (found.length === 0) return undefined;
	const [first = '', second = ''] = found;
	return first === '' || second === '' ? `${first}${second}` : `${first.replace(/\n$/, '')}\n${second}`;
}

/** The texts of content blocks, of this protocol or of MCP; undefined when something else is among them. */
function blocksText(list: readonly unknown[]): string | undefined {
	const texts = list.map((item) => {
		if (typeof item === 'string') return item;
		const block = objectOf(item);
		const inner = block['type'] === 'content' ? objectOf(block['content']) : block;
		return inner['type'] === 'text' && typeof inner['text'] === 'string' ? inner['text'] : null;
	});
	return texts.length === 0 || texts.includes(null) ? undefined : texts.join('\n');
}

function contentText({ content = [] }: ToolCallPatch): string | undefined {
	const texts = content.flatMap((item) => (item.type === 'content' && item.block.type === 'text' ? [item.block] : []));
	// What else it shows would be lost behind the text.
	return texts.length !== 1 || content.length !== 1 ? undefined : texts[0]?.text;
}

/** A list of tasks that the call sets. Of what a command or a file tool is given, nothing is one. */
function todosOf({ kind, rawInput, rawOutput }: ToolCallPatch): readonly PlanStep[] | undefined {
	if (kind === 'execute' || kind === 'read' || kind === 'fetch' || kind === 'search') return undefined;
	return todosIn(rawInput) ?? todosIn(rawOutput);
}

const PROMPT_KEYS = ['prompt', 'task', 'instructions', 'instruction'];

/** What a sub-agent is told to do. A tool that gets a command or an address has no sub-agent. */
function promptOf({ kind, rawInput }: ToolCallPatch): string | undefined {
	const input = objectOf(rawInput);
	const isOther = kind !== undefined && kind !== 'think' && kind !== 'other';
	if (isOther || ['command', 'cmd', 'url', 'urls'].some((key) => key in input)) return undefined;
	return PROMPT_KEYS.map((key) => textOf(input[key])).find((prompt) => prompt !== undefined);
}
