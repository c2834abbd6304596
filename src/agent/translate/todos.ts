import type { PlanStep } from '../../core/agent-info.js';
import { isObject, type JsonObject, textOf } from '../json.js';

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
export function todosIn(raw: unknown): readonly PlanStep[] | undefined {
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
