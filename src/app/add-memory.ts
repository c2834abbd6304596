import { withMemory } from '../core/memory.js';
import type { Ports } from '../core/ports.js';
import type { Allowances } from './changes/allowances.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

/** What adding a line to AGENTS.md needs. */
export type AddMemoryOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	readonly questions: Questions;
	readonly allowances: Allowances;
	readonly dispatch: Store['dispatch'];
	/** Aborts when the app closes. */
	readonly signal: AbortSignal;
};

/** The file that agents read first in a project. */
const MEMORY_FILE = 'AGENTS.md';

/** Shows what the line changes in the project's AGENTS.md, and writes it when the person agrees. */
export async function addMemory(options: AddMemoryOptions, line: string): Promise<void> {
	const { ports, cwd, questions, allowances, dispatch } = options;
	const { files, ids, clock, log } = ports;
	const path = `${cwd}/${MEMORY_FILE}`;
	const failed = (failure: { readonly message: string; readonly hint?: string }): void =>
		dispatch({ type: 'note', level: 'error', title: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) });
	const before = await files.read(path);
	if (!before.ok && before.failure.code !== 'not-found') return failed(before.failure);
	const oldText = before.ok ? before.value : null;
	const newText = withMemory(oldText, line);
	const request = {
		source: 'fs-write',
		kind: 'edit',
		title: oldText === null ? `Create ${MEMORY_FILE}` : `Add a line to ${MEMORY_FILE}`,
		paths: [await files.inspect(path)],
		diffs: [{ type: 'diff', path, oldText, newText }],
	} as const;
	const outcome = await questions.put(
		{
			id: ids.next('ask'),
			kind: 'confirm',
			from: 'client',
			request,
			options: [
				{ id: 'allow', name: 'Allow', kind: 'allow_once' },
				{ id: 'reject', name: 'Reject', kind: 'reject_once' },
			],
			because: 'you typed /memory',
			askedAt: clock.now(),
		},
		options.signal,
	);
	if (outcome.type !== 'selected' || outcome.optionId !== 'allow') {
		dispatch({ type: 'note', level: 'info', title: `${MEMORY_FILE} was left as it is` });
		return;
	}
	const now = await files.read(path);
	const isSame = now.ok ? now.value === oldText : oldText === null && now.failure.code === 'not-found';
	if (!isSame) return failed({ message: `${MEMORY_FILE} changed meanwhile: nothing was written.`, hint: 'Try again.' });
	allowances.add(request);
	const written = await files.write(path, newText);
	if (!written.ok) return failed(written.failure);
	log.write('info', 'the person added a line', { file: MEMORY_FILE });
	dispatch({ type: 'note', level: 'info', title: `${MEMORY_FILE} has the line now: ${line}` });
}
