import { join } from 'node:path';
import type { AgentProcesses } from '../agent/agent-port.js';
import { createClock } from '../services/clock.js';
import { createProcessGuard } from '../services/guard/process-guard.js';
import { createIds } from '../services/ids.js';
import { createLog, type FileLog, NO_LOG } from '../services/log/log.js';
import { createTemporaryFolder } from '../services/state/temporary-folder.js';
import { persistsState } from './persistence.js';
import type { PreparedRun } from './prepared-run.js';
import { openRecorder } from './record-traffic.js';
import type { World } from './world.js';

/** Services that all sessions of one program have in common. */
export type ProgramServices = ReturnType<typeof openProgramServices>;

/** Throws a UsageError when the recording cannot be opened. */
export function openProgramServices(run: PreparedRun, world: World, isHeadless: boolean) {
	const log = openLog(run, world, isHeadless);
	const recorder = run.recordFile === null ? null : openRecorder(run.recordFile, world.cwd, log);
	const guard = createProcessGuard();
	const temporary = createTemporaryFolder(guard);
	const layers = persistsState(run.persistence)
		? createTemporaryFolder(guard, join(world.paths.stateDir, 'layers'))
		: temporary;
	/** The agent processes that its sessions share; null: each has one of its own. */
	const processes: AgentProcesses | null = isHeadless ? null : new Set();
	let isTaken = false;
	return {
		log,
		recorder,
		guard,
		/** For what a run needs and does not keep; gone when the program has ended. */
		temporary,
		/** The same for more than memory may hold: on the disk of what this program keeps, where it keeps something. */
		layers,
		processes,
		clock: createClock(),
		ids: createIds(),
		/** Whether this session is to clean up what is old: the first that asks. */
		takesCleaning() {
			const isFirst = !isTaken;
			isTaken = true;
			return isFirst;
		},
		/** Ends the recording and the log; called once every session is closed. */
		async close() {
			await Promise.all([temporary.remove(), layers.remove()]);
			guard.close();
			await recorder?.end();
			await log.close();
		},
	};
}

function openLog(run: PreparedRun, world: World, isHeadless: boolean): FileLog {
	if (!run.persistence.log) return NO_LOG;
	const log = createLog({ file: world.paths.logFile, level: run.logLevel });
	log.write('info', 'started', {
		version: world.version,
		node: process.versions.node,
		platform: `${process.platform} ${process.arch}`,
		pid: process.pid,
		cwd: run.cwd,
		mode: run.mode,
		print: isHeadless,
	});
	return log;
}
