import type { AgentInfo } from '../core/agent-info.js';
import { memoryFilesOf, withMemory } from '../core/memory.js';
import type { PathFact } from '../core/policy/types.js';
import type { FilesPort, Ports } from '../core/ports.js';
import { confirmation } from '../core/session/question.js';
import type { Allowances } from './changes/allowances.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

export type AddMemoryOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	/** Null before the agent has introduced itself. */
	readonly agent: () => AgentInfo | null;
	readonly questions: Questions;
	readonly allowances: Allowances;
	readonly wrote: (path: PathFact, oldText: string | null, newText: string) => void;
	readonly dispatch: Store['dispatch'];
	readonly signal: AbortSignal;
};

/** Adds a line to the agent's first memory file once the user has agreed to the change. */
export async function addMemory(options: AddMemoryOptions, line: string): Promise<void> {
	const { ports, cwd, questions, allowances, dispatch } = options;
	const { files, ids, clock, log } = ports;
	const name = await memoryFile(files, cwd, options.agent());
	const path = `${cwd}/${name}`;
	const failed = (failure: { readonly message: string; readonly hint?: string }): void =>
		dispatch({ type: 'note', level: 'error', title: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) });
	const before = await files.read(path);
	if (!before.ok && before.failure.code !== 'not-found') return failed(before.failure);
	const oldText = before.ok ? before.value : null;
	const newText = withMemory(oldText, line);
	const request = {
		source: 'fs-write',
		kind: 'edit',
		title: oldText === null ? `Create ${name}` : `Add a line to ${name}`,
		paths: [await files.inspect(path)],
		diffs: [{ type: 'diff', path, oldText, newText }],
	} as const;
	const outcome = await questions.put(
		confirmation({ id: ids.next('question'), request, because: 'you typed /memory', askedAt: clock.now() }),
		options.signal,
	);
	if (outcome.type !== 'selected' || outcome.optionId !== 'allow') {
		dispatch({ type: 'note', level: 'info', title: `${name} is unchanged` });
		return;
	}
	const now = await files.read(path);
	const isSame = now.ok ? now.value === oldText : oldText === null && now.failure.code === 'not-found';
	if (!isSame) return failed({ message: `${name} changed meanwhile, so nothing was written.`, hint: 'Try again.' });
	allowances.add(request);
	for (const fact of request.paths) options.wrote(fact, oldText, newText);
	const written = await files.write(path, newText);
	if (!written.ok) return failed(written.failure);
	log.write('info', 'the user added a line', { file: name });
	dispatch({ type: 'note', level: 'info', title: `Added to ${name}: ${line}` });
}

/** The first existing file, else the one that the agent calls its own. */
async function memoryFile(files: FilesPort, cwd: string, agent: AgentInfo | null): Promise<string> {
	const names = memoryFilesOf(agent);
	for (const name of names) {
		const found = await files.read(`${cwd}/${name}`);
		if (found.ok || found.failure.code !== 'not-found') return name;
	}
	return names[0];
}
