import { preciseCpu } from '../cpu-counters.mjs';
import { startReady } from '../program.mjs';
import { pause } from '../pty-session.mjs';

// V8 tidies its memory up once, some 16 seconds after the last work.
const REST = 20_000;

/** What it writes and burns while nothing happens. */
export async function idle(program, { seconds }) {
	const session = await startReady(program);
	await pause(REST);
	const before = { cpu: preciseCpu(session.pid), bytes: session.counts().bytes, at: performance.now() };
	await pause(seconds * 1000);
	const passed = performance.now() - before.at;
	const cpuShare = (preciseCpu(session.pid) - before.cpu) / passed;
	const bytes = session.counts().bytes - before.bytes;
	await session.close();
	return { bytes, cpuShare };
}
