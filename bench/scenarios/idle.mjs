import { preciseCpu } from '../cpu-counters.mjs';
import { startReady } from '../program.mjs';
import { pause } from '../pty-session.mjs';

/** What it writes and burns while nothing happens. */
export async function idle(program, { seconds }) {
	const session = await startReady(program);
	// Late timers and the compiler's own threads come to rest.
	await pause(3000);
	const before = { cpu: preciseCpu(session.pid), bytes: session.counts().bytes, at: performance.now() };
	await pause(seconds * 1000);
	const passed = performance.now() - before.at;
	const cpuShare = (preciseCpu(session.pid) - before.cpu) / passed;
	const bytes = session.counts().bytes - before.bytes;
	await session.close();
	return { bytes, cpuShare };
}
