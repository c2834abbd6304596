import { measureStream } from '../measure-stream.mjs';
import { ask, startReady, typeWord } from '../program.mjs';
import { summary } from '../statistics.mjs';

const TURN = 1000;

/** The same stream and the same keys in a short and in a long transcript of one process. */
export async function scale(program, { short, long, chunks }) {
	const session = await startReady(program);
	let lines = 0;
	const fillTo = async (wanted) => {
		for (; lines < wanted; lines += TURN) await (await ask(session, 'fill', TURN, 0, `fill${lines}`)).done;
		await session.settle();
	};
	const measure = async (wanted) => {
		await fillTo(wanted);
		const echo = summary([...(await typeWord(session)), ...(await typeWord(session))]);
		const { msPerFrame } = await measureStream(session, { count: chunks, rate: 500 });
		await session.settle();
		const busy = await measureStream(session, { count: chunks, rate: 500, isTyping: true });
		await session.settle();
		return { echo, msPerFrame, streamingEcho: summary(busy.echo), memoryMb: busy.memoryMb };
	};
	const few = await measure(short);
	const many = await measure(long);
	await session.close();
	return { short: few, long: many, frameRatio: many.msPerFrame / few.msPerFrame };
}
