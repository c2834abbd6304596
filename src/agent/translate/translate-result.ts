import type { PlanStep } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import type { ToolCallPatch, ToolResult } from '../../core/tool-call.js';
import { isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { readEnvelope } from './envelope.js';
import { plainName } from './input/walk.js';
import { findIn, levelsOf, textIn } from './raw-output.js';

/** Result of a tool call from its raw output or its text, in any spelling: agents agree on none. */
export function resultOf(patch: ToolCallPatch): ToolResult | undefined {
	const isRun = patch.kind === 'execute';
	const output = textIn(patch.rawOutput, isRun, (patch.content ?? []).length === 0 && patch.kind !== 'edit');
	const text = output ?? (isRun ? contentText(patch) : undefined);
	// A file may contain such words.
	const envelope = text === undefined || patch.kind === 'read' ? null : readEnvelope(text);
	const exitCode = exitCodeIn(patch.rawOutput, patch.kind, isRun) ?? (isRun ? envelope?.exitCode : undefined);
	const signal = signalIn(patch.rawOutput) ?? (isRun ? envelope?.signal : undefined);
	const isInterrupted = isInterruptedIn(patch.rawOutput) || (isRun && envelope?.isInterrupted === true);
	const result: ToolResult = defined({
		exitCode,
		signal,
		// Content is shown as it is, unless it has an envelope.
		output: output === undefined && envelope === null ? undefined : (envelope?.output ?? output),
		isInterrupted: isInterrupted ? (true as const) : undefined,
		hasFailed: saysFailure(patch.rawOutput, exitCode) ? (true as const) : undefined,
		todos: todosOf(patch),
		prompt: promptOf(patch),
	});
	return Object.keys(result).length === 0 ? undefined : result;
}

const EXIT_KEYS = [
	...['exitCode', 'exit_code', 'exitcode', 'exit', 'exitStatus', 'exit_status', 'returnCode', 'return_code'],
	...['returncode', 'statusCode', 'status_code', 'code', 'status', 'rc'],
];
/** Exit codes of commands only; elsewhere an HTTP status or an error number. */
const ONLY_OF_COMMANDS: ReadonlySet<string> = new Set(['statusCode', 'status_code', 'code', 'status', 'rc', 'exit']);

function exitCodeIn(raw: unknown, kind: ToolCallPatch['kind'], isRun: boolean): number | undefined {
	for (const objects of levelsOf(raw)) {
		const codes = objects.flatMap((object) => codeOf(object, isRun) ?? []);
		// A failed command counts among several.
		const code = codes.find((each) => each !== 0) ?? codes[0];
		// A search that finds nothing has not failed, whatever its program says.
		if (code !== undefined) return kind === 'search' && code === 1 ? undefined : code;
	}
	return undefined;
}

function codeOf(object: JsonObject, isRun: boolean): number | undefined {
	for (const key of EXIT_KEYS) {
		if (!isRun && ONLY_OF_COMMANDS.has(key)) continue;
		const code = exitNumber(object[key]);
		if (code !== undefined) return code;
	}
	const words = isRun ? ['error', 'message', 'result'].map((key) => textOf(object[key]) ?? '') : [];
	const said = words.map((text) => SAYS_CODE.exec(text)?.[1]).find((code) => code !== undefined);
	return said === undefined ? undefined : Number(said);
}

const SAYS_CODE =
	/^\s{0,20}[[(]?(?:(?:the )?(?:command|process|shell|program) )?(?:exited|failed|finished|ended|completed) with (?:an? )?(?:non-?zero )?(?:exit )?(?:code|status):? ?(-?\d{1,10})\b/i;

function exitNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

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

function contentText({ content = [] }: ToolCallPatch): string | undefined {
	const texts = content.flatMap((item) => (item.type === 'content' && item.block.type === 'text' ? [item.block] : []));
	// Other content would be lost behind the text.
	return texts.length !== 1 || content.length !== 1 ? undefined : texts[0]?.text;
}

const FAILED_WORDS = new Set(['failed', 'failure', 'error', 'errored', 'fail', 'timeout', 'timedout']);
/** A tool's findings may hold anything: only the outer levels tell the outcome. */
const LEVELS_OF_OUTCOME = 2;

/** True when any mark says failure, whatever the call's status. */
function saysFailure(raw: unknown, exitCode: number | undefined): boolean {
	return levelsOf(raw)
		.slice(0, LEVELS_OF_OUTCOME)
		.flat()
		.some((object) => {
			const marks = Object.entries(object).map(([key, value]) => ({ name: plainName(key), value }));
			return marks.some(({ name, value }) => {
				if (['success', 'successful', 'succeeded', 'ok', 'issuccess'].includes(name)) return value === false;
				if (['iserror', 'failed', 'isfailed', 'haserror', 'timedout'].includes(name)) return value === true;
				// With exit code 0 it holds standard error.
				if (name === 'error' && exitCode !== 0)
					return textOf(value) !== undefined || (isObject(value) && Object.keys(value).length > 0);
				const word = ['status', 'state', 'outcome', 'resulttype'].includes(name) ? textOf(value) : undefined;
				return word !== undefined && FAILED_WORDS.has(plainName(word));
			});
		});
}

/** Task list that the call sets; never the input of a command or file tool. */
function todosOf({ kind, rawInput, rawOutput }: ToolCallPatch): readonly PlanStep[] | undefined {
	if (kind === 'execute' || kind === 'read' || kind === 'fetch' || kind === 'search') return undefined;
	return todosIn(rawInput) ?? todosIn(rawOutput);
}

const PROMPT_KEYS = ['prompt', 'task', 'instructions', 'instruction'];

/** Prompt of a sub-agent; a tool with a command or an address has none. */
function promptOf({ kind, rawInput }: ToolCallPatch): string | undefined {
	const input = objectOf(rawInput);
	const isOther = kind !== undefined && kind !== 'think' && kind !== 'other';
	if (isOther || ['command', 'cmd', 'url', 'urls'].some((key) => key in input)) return undefined;
	return PROMPT_KEYS.map((key) => textOf(input[key])).find((prompt) => prompt !== undefined);
}

const LIST_KEYS = ['todos', 'todo', 'todoList', 'todo_list', 'newTodos', 'tasks', 'taskList', 'items', 'plan', 'steps'];
const TEXT_KEYS = ['content', 'text', 'title', 'description', 'task', 'step', 'name', 'subject'];
const STATUS_KEYS = ['status', 'state'];
const DONE_KEYS = ['done', 'completed', 'isDone', 'isCompleted', 'checked'];

const STATUSES: Readonly<Record<string, PlanStep['status']>> = {
	pending: 'pending',
	todo: 'pending',
	open: 'pending',
	not_started: 'pending',
	notstarted: 'pending',
	queued: 'pending',
	blocked: 'pending',
	in_progress: 'in_progress',
	inprogress: 'in_progress',
	active: 'in_progress',
	doing: 'in_progress',
	started: 'in_progress',
	current: 'in_progress',
	completed: 'completed',
	complete: 'completed',
	done: 'completed',
	finished: 'completed',
	// Nobody will work on it any more.
	cancelled: 'completed',
	canceled: 'completed',
	skipped: 'completed',
};

/** Task list in a tool's input or output: objects with text and a known status; one other item makes it no list. */
function todosIn(raw: unknown): readonly PlanStep[] | undefined {
	if (Array.isArray(raw)) return stepsOf(raw);
	if (!isObject(raw)) return undefined;
	for (const key of LIST_KEYS) {
		const list = raw[key];
		const steps = Array.isArray(list) ? stepsOf(list) : undefined;
		if (steps !== undefined) return steps;
	}
	return undefined;
}

function stepsOf(list: readonly unknown[]): readonly PlanStep[] | undefined {
	const steps = list.map((item) => (isObject(item) ? stepOf(item) : null)).filter((step) => step !== null);
	return steps.length === 0 || steps.length < list.length ? undefined : steps;
}

function stepOf(item: JsonObject): PlanStep | null {
	const text = TEXT_KEYS.map((key) => textOf(item[key])).find((words) => words !== undefined);
	const status = statusOf(item);
	if (text === undefined || status === undefined) return null;
	const { priority } = item;
	return { text, status, priority: priority === 'high' || priority === 'low' ? priority : 'medium' };
}

function statusOf(item: JsonObject): PlanStep['status'] | undefined {
	for (const key of STATUS_KEYS) {
		const word = textOf(item[key]);
		if (word !== undefined) return knownStatus(word.toLowerCase().replace(/[ -]/g, '_'));
	}
	for (const key of DONE_KEYS) {
		const isDone = item[key];
		if (typeof isDone === 'boolean') return isDone ? 'completed' : 'pending';
	}
	return undefined;
}

function knownStatus(word: string): PlanStep['status'] | undefined {
	return Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
}
