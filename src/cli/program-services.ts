import { join } from 'node:path';
import type { AgentProcesses } from '../agent/agent-port.js';
import type { ClockPort, IdPort } from '../core/ports.js';
import { createClock } from '../services/clock.js';
import { createProcessGuard, type OwnedGuard } from '../services/guard/process-guard.js';
import { createIds } from '../services/ids.js';
import { createLog, type FileLog } from '../services/log/log.js';
import { NO_LOG } from '../services/log/no-log.js';
import { createTemporaryFolder, type TemporaryFolder } from '../services/state/temporary-folder.js';
import { keepsState } from './persistence.js';
import type { PreparedRun } from './prepare.js';
import { openRecorder, type Recorder } from './record.js';
import type { World } from './world.js';

export type ProgramServices = {
	readonly log: FileLog;
	readonly recorder: Recorder | null;
	readonly guard: OwnedGuard;
	/** For what a run needs and does not keep; gone when the program has ended. */
	readonly temporary: TemporaryFolder;
	/** The same for more than memory may hold: on the disk of what this program keeps, where it keeps something. */
	readonly layers: TemporaryFolder;
	/** The agent processes that its sessions share; null: each has one of its own. */
	readonly processes: AgentProcesses | null;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	/** Whether this session is to clean up what is old: the first that asks. */
	takesCleaning(): boolean;
	/** Ends the recording and the log; called once every session is closed. */
	close(): Promise<void>;
};

/** Throws a UsageError when the recording cannot be opened. */
export function openProgramServices(run: PreparedRun, world: World, isHeadless: boolean): ProgramServices {
	const log = openLog(run, world, isHeadless);
	const recorder = run.recordFile === null ? null : openRecorder(run.recordFile, world.cwd, log);
	const guard = createProcessGuard();
	const temporary = createTemporaryFolder(guard);
	const layers = keepsState(run.persistence)
		? createTemporaryFolder(guard, join(world.paths.stateDir, 'layers'))
		: temporary;
	let isTaken = false;
	return {
		log,
		recorder,
		guard,
		temporary,
		layers,
		processes: isHeadless ? null : new Set(),
		clock: createClock(),
		ids: createIds(),
		takesCleaning() {
			const isFirst = !isTaken;
			isTaken = true;
			return isFirst;
		},
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
