import { preciseCpu, usageOf } from '../cpu-counters.mjs';
import { ask, startReady } from '../program.mjs';
import { pause } from '../pty-session.mjs';

const MEGABYTE = 1_000_000;
// V8 tidies its memory up once, some 16 seconds after the last work.
const REST = 20_000;

/** What each further session with a short conversation takes in memory, and all of them in processor time, at rest. */
export async function beside(program, { sessions, lines, seconds }) {
	const session = await startReady(program);
	await (await ask(session, 'fill', lines, 0, 'first')).done;
	await session.settle();
	// The first one brings the code that looks after several.
	await openAnother(session, lines, 2);
	await pause(REST);
	const two = usageOf(session.pid).memory;
	for (let number = 3; number <= sessions; number += 1) await openAnother(session, lines, number);
	const switches = [];
	for (let number = 1; number <= Math.min(9, sessions); number += 1) {
		const pressedAt = performance.now();
		session.write(`\x1b${number}`);
		const mark = number === 1 ? 'END-first' : `END-beside${number}`;
		switches.push((await session.until((screen) => screen.includes(mark))) - pressedAt);
	}
	await session.settle();
	await pause(REST);
	const before = { cpu: preciseCpu(session.pid), at: performance.now() };
	await pause(seconds * 1000);
	const cpuShare = (preciseCpu(session.pid) - before.cpu) / (performance.now() - before.at);
	const all = usageOf(session.pid).memory;
	await session.close();
	const switchMs = switches.toSorted((one, other) => one - other)[Math.floor(switches.length / 2)];
	return { sessions, eachMb: (all - two) / (sessions - 2) / MEGABYTE, memoryMb: all / MEGABYTE, cpuShare, switchMs };
}

async function openAnother(session, lines, number) {
	session.write('/session new');
	await session.until((screen) => screen.includes('> /session new'));
	session.write('\r');
	await session.until((screen) => new RegExp(`default · ${number - 1} other`).test(screen));
	await session.settle();
	await (await ask(session, 'fill', lines, 0, `beside${number}`)).done;
	await session.settle();
}
