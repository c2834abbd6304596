import { runInThread } from '../threads/run-in-thread.js';
import type { Drawing } from './draw.js';

const LIMITS = { startPatience: 5000, patience: 300, memory: 128 };

/**
 * Draws Mermaid diagrams, one after the other, each in a thread of its own: `script` is the bundled `worker.ts`.
 * Resolves to its drawings, see {@link Drawing}, or to null for what cannot be drawn in time.
 */
export function createDiagramDrawer(script: string): (source: string) => Promise<readonly Drawing[] | null> {
	let last: Promise<unknown> = Promise.resolve();
	return (source) => {
		const drawn = last.then(async () => {
			const drawings = await runInThread(script, source, LIMITS);
			return Array.isArray(drawings) ? (drawings as Drawing[]) : null;
		});
		last = drawn;
		return drawn;
	};
}
