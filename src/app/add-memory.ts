import type { AgentInfo } from '../core/agent-info.js';
import { type Result, succeed } from '../core/failure.js';
import { memoryFilesOf, withMemory } from '../core/memory.js';
import type { PathFact } from '../core/policy/policy-types.js';
import type { FilesPort, Ports } from '../core/ports.js';
import { confirmation } from '../core/session/question.js';
import type { Allowances } from './changes/allowances.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

export type AddMemoryOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	readonly store: Store;
	readonly questions: Questions;
	readonly allowances: Allowances;
	readonly wrote: (path: PathFact, oldText: string | null, newText: string) => void;
	readonly signal: AbortSignal;
};

type MemoryFile = {
	readonly name: string;
	readonly path: string;
	/** Null where there is none yet. */
	readonly read: () => Promise<Result<string | null>>;
	readonly write: (text: string) => Promise<Result<void>>;
	readonly isOwn: boolean;
};

/** Adds a line to the agent's first memory file once the user agreed; `isOwn`: to that of all the user's projects. */
export async function addMemory(options: AddMemoryOptions, line: string, isOwn?: true): Promise<void> {
	const { ports, questions, allowances, store } = options;
	const { files, ids, clock, log } = ports;
	const failed = (failure: { readonly message: string; readonly hint?: string }): void =>
		store.dispatch({
			type: 'note',
			level: 'error',
			title: failure.message,
			...(failure.hint ? { hint: failure.hint } : {}),
		});
	const file = (isOwn === true ? await ownFile(options) : null) ?? (await projectFile(options));
	const { name, path } = file;
	const before = await file.read();
	if (!before.ok) return failed(before.failure);
	const oldText = before.value;
	const newText = withMemory(oldText, line);
	const request = {
		source: 'fs-write',
		kind: 'edit',
		title: oldText === null ? `Create ${name}` : `Add a line to ${name}`,
		paths: [await files.inspect(path)],
		diffs: [{ type: 'diff', path, oldText, newText }],
	} as const;
	const outcome = await questions.put(
		confirmation({ id: ids.next('question'), request, because: 'you asked for it', askedAt: clock.now() }),
		options.signal,
	);
	if (outcome.type !== 'selected' || outcome.optionId !== 'allow') {
		store.dispatch({ type: 'note', level: 'info', title: `${name} is unchanged` });
		return;
	}
	const now = await file.read();
	if (!now.ok || now.value !== oldText)
		return failed({ message: `${name} changed meanwhile, so nothing was written.`, hint: 'Try again.' });
	if (!file.isOwn) {
		allowances.add(request);
		for (const fact of request.paths) options.wrote(fact, oldText, newText);
	}
	const written = await file.write(newText);
	if (!written.ok) return failed(written.failure);
	log.write('info', 'the user added a line', { file: name });
	store.dispatch({ type: 'note', level: 'info', title: `Added to ${name}: ${line}` });
}

/** Null where nobody knows of one. */
async function ownFile({ ports: { ownMemory }, store }: AddMemoryOptions): Promise<MemoryFile | null> {
	const name = store.getState().agent?.quirks.ownMemory;
	if (name === undefined) return null;
	const found = await ownMemory.read(name);
	return {
		name,
		path: found.ok ? found.value.path : name,
		read: async () => {
			const read = await ownMemory.read(name);
			return read.ok ? succeed(read.value.text) : read;
		},
		write: (text) => ownMemory.write(name, text),
		isOwn: true,
	};
}

async function projectFile({ ports: { files }, cwd, store }: AddMemoryOptions): Promise<MemoryFile> {
	const name = await memoryFile(files, cwd, store.getState().agent);
	const path = `${cwd}/${name}`;
	return {
		name,
		path,
		read: async () => {
			const read = await files.read(path);
			return !read.ok && read.failure.code === 'not-found' ? succeed(null) : read;
		},
		write: (text) => files.write(path, text),
		isOwn: false,
	};
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
