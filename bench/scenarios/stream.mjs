import { measureStream } from '../measure-stream.mjs';
import { startReady } from '../program.mjs';

/** What it costs to show an answer that comes at 500 chunks a second. */
export async function stream(program, { chunks }) {
	const session = await startReady(program);
	const { echo: _, ...cost } = await measureStream(session, { count: chunks, rate: 500 });
	await session.close();
	return cost;
}
