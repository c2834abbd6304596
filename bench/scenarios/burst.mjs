import { ask, startReady } from '../program.mjs';

/** How long it takes until the last of many chunks that came at once is on the screen. */
export async function burst(program, { chunks }) {
	const session = await startReady(program);
	const startedAt = performance.now();
	const { done } = await ask(session, 'flood', chunks, 0, 'burst');
	const shownAt = await done;
	await session.close();
	return { ms: shownAt - startedAt };
}
