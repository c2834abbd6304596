import { Serial } from '../../core/serial.js';
import { runInThread, type ThreadLimits } from '../threads/run-in-thread.js';
import type { Drawing } from './draw-diagram.js';

/**
 * The time is up long before the memory is: V8 ends the whole program where a thread comes to the limit of its heap in
 * small steps.
 */
const LIMITS = { startPatience: 5000, patience: 300, memory: 1024 };
/** A busy machine may be the reason that one took too long. */
const LIMITS_AGAIN = { ...LIMITS, patience: 600 };

/**
 * Draws Mermaid diagrams, one after the other, each in a thread of its own: `script` is the bundled `diagram-worker.ts`.
 * Resolves to its drawings, see {@link Drawing}, or to null for what cannot be drawn in time: what takes too long is
 * tried once more, after all that was asked for meanwhile.
 */
export function createDiagramDrawer(script: string): (source: string) => Promise<readonly Drawing[] | null> {
	const turns = new Serial();
	const attempt = (source: string, limits: ThreadLimits): Promise<unknown> =>
		turns.run(() => runInThread(script, source, limits)).catch(() => null);
	return async (source) => {
		const first = await attempt(source, LIMITS);
		const drawings = first === undefined ? await attempt(source, LIMITS_AGAIN) : first;
		return Array.isArray(drawings) ? (drawings as Drawing[]) : null;
	};
}
