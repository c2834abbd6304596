import { preciseCpu, usageOf } from '../cpu-counters.mjs';
import { ask, startReady } from '../program.mjs';
import { pause } from '../pty-session.mjs';

// V8 tidies its memory up once, some 16 seconds after the last work; later on a busy machine.
const REST = 30_000;

/**
 * What it writes and burns while nothing happens: alone, and after a turn with an agent in a fence and in a shadow, with
 * all that belongs to the sandbox.
 */
export async function idle(program, { seconds }) {
	const plain = await startReady(program);
	const [fence, shadow] = [await startWith(program, 'fence'), await startWith(program, 'shadow')];
	await pause(REST);
	const sessions = [plain, fence, shadow];
	const before = sessions.map(countsOf);
	await pause(seconds * 1000);
	const [own, inFence, inShadow] = sessions.map((session, index) => difference(before[index], countsOf(session)));
	for (const session of sessions) await session.close();
	return { ...own, fence: inFence, shadow: inShadow };
}

/** A turn sets up what commands need; plan mode and back what is switched. */
async function startWith(program, sandbox) {
	const session = await startReady(program, {}, ['--sandbox', sandbox]);
	await (await ask(session, 'flood', 5, 0, sandbox)).done;
	for (const mode of ['plan', 'default']) {
		session.write(`/mode ${mode}`);
		await session.until((screen) => screen.includes(`> /mode ${mode}`));
		session.write('\r');
		await session.until((screen) => !screen.includes(`> /mode ${mode}`));
		await session.settle();
	}
	return session;
}

function countsOf(session) {
	const { treeCpu, treeMemory, memory, cpu } = usageOf(session.pid);
	return {
		at: performance.now(),
		bytes: session.counts().bytes,
		cpu: preciseCpu(session.pid),
		// Without the program itself, which is counted more exactly.
		childrenCpu: treeCpu - cpu,
		childrenMemory: treeMemory - memory,
	};
}

function difference(before, now) {
	const passed = now.at - before.at;
	return {
		bytes: now.bytes - before.bytes,
		cpuShare: (now.cpu - before.cpu) / passed,
		childrenCpuShare: (now.childrenCpu - before.childrenCpu) / passed,
		childrenMb: now.childrenMemory / 1_000_000,
	};
}
