import { measureStream } from '../measure-stream.mjs';
import { ask, startReady, typeWord } from '../program.mjs';
import { COLUMNS, ROWS } from '../pty-session.mjs';
import { summary } from '../statistics.mjs';

const SHORT = 1000;

/** What a frame, a key and a new size cost at the end of a very long transcript. */
export async function huge(program, { lines, turn, chunks }) {
	const session = await startReady(program);
	await (await ask(session, 'fill', SHORT, 0, 'short')).done;
	await session.settle();
	const few = await measureStream(session, { count: chunks, rate: 500 });
	await session.settle();
	for (let filled = SHORT; filled < lines; filled += turn) {
		await (await ask(session, 'fill', turn, 0, `fill${filled}`)).done;
	}
	await session.settle();
	const many = await measureStream(session, { count: chunks, rate: 500 });
	await session.settle();
	const echo = summary(await typeWord(session));
	const resizes = [];
	for (const columns of [COLUMNS - 20, COLUMNS, COLUMNS - 40, COLUMNS]) {
		const resizedAt = performance.now();
		session.resize(columns, ROWS);
		const shownAt = await session.until((screen) => new RegExp(`^╭─{${columns - 2}}╮$`, 'm').test(screen));
		resizes.push(shownAt - resizedAt);
		await session.settle(200);
	}
	await session.close();
	return {
		lines,
		frameRatio: many.msPerFrame / few.msPerFrame,
		echo,
		resizeMs: Math.max(...resizes),
		memoryMb: many.memoryMb,
	};
}
