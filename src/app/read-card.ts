import type { Failure } from '../core/failure.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import type { Store } from './store.js';

const MOST_LISTED = 200;
const MOST_KNOWN = 10_000;

type Reads = {
	readonly id: string;
	readonly read: Set<string>;
	readonly failed: Set<string>;
	hasFault: boolean;
	lines: string[];
	count: number;
};

/** Shows reads through the client that no tool call announced: one card a turn. */
export function createReadCard(store: Store, nextId: () => string) {
	let turnId: string | undefined;
	let reads: Reads | null = null;
	return {
		/** `failure`: why the read came to nothing. */
		add(path: string, failure?: Failure): void {
			const turn = store.getState().turn?.id;
			if (reads === null || turn !== turnId) {
				turnId = turn;
				reads = { id: nextId(), read: new Set(), failed: new Set(), hasFault: false, lines: [], count: 0 };
			}
			const known = failure === undefined ? reads.read : reads.failed;
			if (known.has(path)) return;
			if (known.size < MOST_KNOWN) known.add(path);
			reads.count += 1;
			// Agents check whether a file exists before they create it.
			reads.hasFault ||= failure !== undefined && failure.code !== 'not-found';
			if (reads.lines.length < MOST_LISTED) {
				const name = sanitizeLine(path);
				reads.lines.push(failure === undefined ? name : `${name}: ${sanitizeLine(failure.message)}`);
			}
			const more = reads.count - reads.lines.length;
			const text = [...reads.lines, ...(more === 0 ? [] : [`and ${more.toLocaleString('en')} more`])].join('\n');
			store.dispatch({
				type: 'tool',
				patch: {
					id: reads.id,
					title: titleOf(reads.read.size, reads.failed.size, reads.hasFault),
					kind: 'read',
					// Partial success counts as success.
					status: reads.read.size === 0 && reads.hasFault ? 'failed' : 'completed',
					content: [{ type: 'content', block: { type: 'text', text } }],
				},
			});
		},
	};
}

export type ReadCard = ReturnType<typeof createReadCard>;

function titleOf(read: number, failed: number, hasFault: boolean): string {
	const files = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
	if (failed === 0) return `Read ${files(read)}`;
	if (read === 0 && !hasFault) return `Looked for ${files(failed)}`;
	if (read === 0) return `Could not read ${files(failed)}`;
	return `Read ${files(read)}, could not read ${failed.toLocaleString('en')} more`;
}
