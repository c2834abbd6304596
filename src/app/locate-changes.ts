import { linesOfChanges } from '../core/edits/diff-lines.js';
import type { Ports } from '../core/ports.js';
import { findCall } from '../core/session/entries/entry-list.js';
import type { DiffContent, DiffLines, ToolCall } from '../core/tool-call.js';
import { currentTexts } from './current-texts.js';
import type { Store } from './store.js';

const MOST_CHANGES = 100;

/**
 * Finds the lines of changes of a running turn's calls, before they are made or else after: agents send parts of files
 * whose position only the file tells.
 */
export function locateChanges(store: Store, { files, log }: Pick<Ports, 'files' | 'log'>): () => void {
	const running = new Set<string>();
	const again = new Set<string>();

	async function look(id: string): Promise<void> {
		const call = findCall(store.getState(), id);
		if (call === null) return;
		const lines = await linesOf(call, files);
		const now = findCall(store.getState(), id);
		// Changes that came meanwhile are located next.
		if (now === null || JSON.stringify(keysOf(now)) !== JSON.stringify(keysOf(call))) return;
		if (diffsOf(now).every((diff, at) => isSame(diff.lines, lines[at]))) return;
		store.dispatch({ type: 'changes-located', toolCallId: id, lines });
	}

	async function run(id: string): Promise<void> {
		running.add(id);
		try {
			do {
				again.delete(id);
				await look(id);
			} while (again.has(id));
		} catch (error) {
			log.write('warn', 'the lines of a change were not found', { error });
		} finally {
			running.delete(id);
		}
	}

	return store.onEvent((event) => {
		if (event.type !== 'tool') return;
		const { id } = event.patch;
		const state = store.getState();
		// Replayed sessions changed older files.
		const call = state.turn === null ? null : findCall(state, id);
		if (call === null || !isOpen(call)) return;
		if (running.has(id)) again.add(id);
		else void run(id);
	});
}

function isSame(one: DiffContent['lines'], other: DiffContent['lines']): boolean {
	return (
		one === other || (one?.old === other?.old && one?.new === other?.new && one !== undefined && other !== undefined)
	);
}

function isOpen(call: ToolCall): boolean {
	const diffs = diffsOf(call);
	return (
		diffs.length > 0 && diffs.length <= MOST_CHANGES && diffs.some(({ lines }) => lines === undefined || lines === null)
	);
}

function diffsOf({ content }: ToolCall): readonly DiffContent[] {
	return content.filter((item) => item.type === 'diff');
}

function keysOf(call: ToolCall): readonly unknown[] {
	return diffsOf(call).map(({ path, oldText, newText }) => [path, oldText, newText]);
}

/** Lines of each change; known ones stay, null for files that were not read. */
async function linesOf(call: ToolCall, files: Ports['files']): Promise<readonly (DiffLines | null)[]> {
	const diffs = diffsOf(call);
	const paths = [...new Set(diffs.map(({ path }) => path))];
	const facts = await Promise.all(paths.map((path) => files.inspect(path)));
	const texts = await currentTexts(paths, facts, files);
	const found = new Map<DiffContent, DiffLines | null>();
	for (const { path, text } of texts) {
		const own = diffs.filter((diff) => diff.path === path);
		const locations = call.locations.filter((location) => location.path === path);
		for (const [index, lines] of linesOfChanges(own, text, locations).entries()) {
			const diff = own[index];
			if (diff !== undefined) found.set(diff, lines);
		}
	}
	return diffs.map((diff) => diff.lines ?? found.get(diff) ?? null);
}
