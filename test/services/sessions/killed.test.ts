import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseHeader, parseLine } from '../../../src/core/sessions/log-format.js';
import type { SessionLogsPort } from '../../../src/core/sessions/session-log-ports.js';
import { createSessionLogs } from '../../../src/services/sessions/session-logs.js';
import { bundleOf } from '../bundle-of.js';
import { temporaryFolder } from '../temporary-folder.js';

const KILLS = env['ACP_TUI_LONG'] === '1' ? 1000 : 20;
const AT_ONCE = 5;
/** What a kill may take (ms). */
const MOST_LOST = 100;

const writer = fileURLToPath(new URL('write-killed.mjs', import.meta.url));
type Killed = {
	readonly id: string;
	readonly handed: readonly (readonly [number: number, at: number])[];
	readonly killedAt: number;
};

/** Runs the writer and kills it after some ms. */
async function killAfter(milliseconds: number, logs: string, entry: string): Promise<Killed> {
	const child = spawn(execPath, [writer, logs, entry], { stdio: ['ignore', 'pipe', 'inherit'] });
	let output = '';
	const begun = new Promise<void>((done) => {
		child.stdout.on('data', (data: Buffer) => {
			output += data.toString();
			if (output.includes('\n')) done();
		});
	});
	const ended = new Promise((done) => child.once('close', done));
	await begun;
	await wait(milliseconds);
	const killedAt = Date.now();
	child.kill('SIGKILL');
	await ended;
	const [first = '', ...rest] = output.split('\n').slice(0, -1);
	const handed = rest.map((line) => line.split(' ').map(Number) as [number, number]);
	return { id: first.slice(3), handed, killedAt };
}

/** The numbers in a log, in order, and how many of its lines are none. */
function readLog(file: string): {
	readonly numbers: readonly number[];
	readonly broken: number;
	readonly isOurs: boolean;
} {
	// Killed before the first of it was due.
	if (!existsSync(file)) return { numbers: [], broken: 0, isOurs: true };
	const lines = readFileSync(file, 'utf8').split('\n');
	const [header = '', ...rest] = lines;
	const parsed = rest.filter((line) => line !== '').map(parseLine);
	const text = rest.filter((_, index) => parsed[index] !== null).join('');
	return {
		isOurs: parseHeader(header) !== null,
		broken: parsed.filter((line) => line === null).length,
		numbers: [...text.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number)),
	};
}

async function resumeAndClose(port: SessionLogsPort, id: string): Promise<void> {
	const resumed = await port.resume(id, { onTrouble: () => {}, afterGap: () => [] });
	expect(resumed.ok).toBe(true);
	if (resumed.ok) await resumed.value.close();
}

test(`A program that is killed at any of ${KILLS} moments loses at most its last ${MOST_LOST} ms, and leaves a log that can be read and locked`, async () => {
	const folder = temporaryFolder();
	const entry = await bundleOf('src/services/sessions/session-logs.ts', folder);
	const logs = join(folder, 'sessions');
	const port = createSessionLogs(logs);
	let lostAtMost = 0;
	const late: string[] = [];
	for (let done = 0; done < KILLS; done += AT_ONCE) {
		const killed = await Promise.all(
			Array.from({ length: AT_ONCE }, () => killAfter(80 + Math.random() * 400, logs, entry)),
		);
		for (const { id, handed, killedAt } of killed) {
			const { numbers, broken, isOurs } = readLog(join(logs, `${id}.jsonl`));
			expect(isOurs).toBe(true);
			// A last line that was cut is no loss beyond those 100 ms, and is passed over.
			expect(broken).toBeLessThanOrEqual(1);
			expect(numbers).toEqual(numbers.map((_, index) => index + 1));
			expect(await port.holder(id)).toBeNull();
			if (numbers.length > 0) await resumeAndClose(port, id);
			const firstLost = handed.find(([number]) => number > numbers.length);
			// A busy machine may not have let it do anything for a while before it was killed.
			const lastAt = handed.at(-1)?.[1] ?? killedAt;
			if (firstLost === undefined) continue;
			const lost = lastAt - firstLost[1];
			if (lost > MOST_LOST) late.push(`${lost} ms after ${firstLost[1] - (handed[0]?.[1] ?? 0)} ms`);
			lostAtMost = Math.max(lostAtMost, lost);
		}
	}
	if (KILLS > 20) console.info(`${KILLS} kills: at most ${lostAtMost} ms lost`, late);
	expect(lostAtMost).toBeLessThanOrEqual(MOST_LOST);
}, 600_000);
