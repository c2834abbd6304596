import { hasPrompt } from '../program.mjs';
import { median } from '../statistics.mjs';

/** From the start to the first frame and to a typed letter on the screen, as multiples of `node -e 0`. */
export async function startup(program, { coldRuns, warmRuns }) {
	const bare = [];
	const measure = async (isCold) => {
		// Between the runs, so that both see the same machine.
		bare.push(await program.bareNode(), await program.bareNode());
		if (isCold) program.forgetCache();
		return startOnce(program);
	};
	const cold = [];
	for (let run = 0; run < coldRuns; run += 1) cold.push(await measure(true));
	const warm = [];
	for (let run = 0; run < warmRuns; run += 1) warm.push(await measure(false));
	const unit = median(bare);
	const times = (runs, key) => median(runs.map((run) => run[key])) / unit;
	return {
		bareNodeMs: unit,
		bareNodeSpread: Math.max(...bare) / Math.min(...bare),
		coldFirstFrame: times(cold, 'firstFrame'),
		coldReady: times(cold, 'ready'),
		warmFirstFrame: times(warm, 'firstFrame'),
		warmReady: times(warm, 'ready'),
	};
}

async function startOnce(program) {
	const session = program.start();
	const firstFrame = await session.until((screen) => /\S/.test(screen));
	await session.until(hasPrompt);
	session.write('kqx');
	const ready = await session.until((screen) => screen.includes('kqx'));
	session.write('\x7f\x7f\x7f');
	await session.until((screen) => !screen.includes('kqx'));
	await session.close();
	return { firstFrame: firstFrame - session.startedAt, ready: ready - session.startedAt };
}
