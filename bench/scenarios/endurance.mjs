import { usageOf } from '../cpu-counters.mjs';
import { ask, startReady } from '../program.mjs';

/** The most that is sent at a time: a session is many turns. */
const TURN = 5000;

/** What many updates leave in memory, as a multiple of what few leave. */
export async function endurance(program, { few, many }) {
	const session = await startReady(program);
	let sent = 0;
	const sendTo = async (wanted) => {
		for (; sent < wanted; sent += TURN) await (await ask(session, 'flood', TURN, 0, `flood${sent}`)).done;
		await session.settle();
		return usageOf(session.pid).memory / 2 ** 20;
	};
	const fewMb = await sendTo(few);
	const manyMb = await sendTo(many);
	await session.close();
	return { few, many, fewMb, manyMb };
}
