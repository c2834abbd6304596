import { measureStream } from '../measure-stream.mjs';
import { startReady, typeWord } from '../program.mjs';
import { summary } from '../statistics.mjs';

/** From a key to its letter on the screen, at rest and while an answer streams. */
export async function echo(program, { words, chunks }) {
	const session = await startReady(program);
	const idle = [];
	for (let word = 0; word < words; word += 1) idle.push(...(await typeWord(session)));
	const streaming = await measureStream(session, { count: chunks, rate: 500, isTyping: true });
	await session.close();
	return { idle: summary(idle), streaming: summary(streaming.echo) };
}
