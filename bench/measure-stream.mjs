import { usageOf } from './cpu-counters.mjs';
import { ask, typeWord } from './program.mjs';

let marks = 0;

/**
 * Streams `count` chunks at `rate` a second and tells what they cost; with `isTyping` also how long
 * typed letters take meanwhile (`echo`, ms).
 */
export async function measureStream(session, { count, rate, isTyping = false }) {
	marks += 1;
	const stream = await ask(session, 'flood', count, rate, `mark${marks}`);
	const countsBefore = session.counts();
	const before = usageOf(session.pid);
	const echo = [];
	let isDone = false;
	const end = stream.done.then(() => {
		isDone = true;
	});
	while (isTyping && !isDone) echo.push(...(await typeWord(session, 16)));
	await end;
	const after = usageOf(session.pid);
	const counts = session.counts();
	const frames = counts.frames - countsBefore.frames;
	return {
		uiCpuSeconds: (after.cpu - before.cpu) / 1000,
		treeCpuSeconds: (after.treeCpu - before.treeCpu) / 1000,
		bytesPerChunk: (counts.bytes - countsBefore.bytes) / count,
		frames,
		msPerFrame: (after.cpu - before.cpu) / frames,
		clears: counts.clears - countsBefore.clears,
		memoryMb: after.memory / 2 ** 20,
		echo,
	};
}
