import { createAgentPort } from '../agent/agent-port.js';
import { planFoldersFor } from '../agent/plan-folders.js';
import { type App, createApp } from '../app/app.js';
import type { ClockPort, FilesPort, IdPort, Ports, ShellPort } from '../core/ports.js';
import { createAskingRecords } from '../services/asking-records.js';
import { createClock } from '../services/clock.js';
import { createCommandChecks } from '../services/command-checks/command-checks.js';
import { createFiles } from '../services/files/files.js';
import { createMachineryFolders } from '../services/files/machinery-folders.js';
import { isTracked } from '../services/git-tracked.js';
import { createProcessGuard } from '../services/guard/process-guard.js';
import { createIds } from '../services/ids.js';
import { prepareLaunch } from '../services/launch/prepare-launch.js';
import { createLog, type FileLog } from '../services/log.js';
import { createLateSnapshots } from '../services/snapshots/late-snapshots.js';
import { createShell } from '../services/terminals/shell.js';
import { createTerminals } from '../services/terminals/terminals.js';
import { createWorkspace } from '../services/workspace.js';
import type { PreparedRun } from './prepare.js';
import { openRecorder } from './record.js';
import { settleEngine } from './settle-engine.js';
import type { World } from './world.js';

/** A session on this machine, not started yet. */
export type Session = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	readonly log: FileLog;
	readonly files: FilesPort;
	/** The person's own commands. */
	readonly shell: ShellPort;
	/** Ends the agent, every terminal, the recording and the log. Idempotent; settles within three seconds. */
	close(): Promise<void>;
};

// Without a person to offer the kill to, a cancelled turn gets this long at most (milliseconds).
const HEADLESS_PATIENCE = 3000;

// Milliseconds: a session that is taken up again a month later may still take changes back.
const SNAPSHOTS_KEPT_FOR = 30 * 24 * 3600 * 1000;

// Milliseconds after the start at which old snapshots are cleaned away, and that the end waits for it.
const CLEAN_AFTER = 3000;
const CLEAN_PATIENCE = 500;

/** Wires the app on the real world. Throws a UsageError when the recording cannot be opened. */
export function createSession(run: PreparedRun, world: World, isHeadless: boolean): Session {
	const { cwd, settings, recordFile } = run;
	const { limits } = settings;
	const cancelPatience = milliseconds(limits.cancelSeconds);
	const log = createLog({ file: world.paths.logFile, level: run.logLevel });
	log.write('info', 'started', {
		version: world.version,
		node: process.versions.node,
		platform: `${process.platform} ${process.arch}`,
		pid: process.pid,
		cwd,
		mode: run.mode,
		print: isHeadless,
	});
	const recorder = recordFile === null ? null : openRecorder(recordFile, world.cwd, log);
	const clock = createClock();
	const ids = createIds();
	const guard = createProcessGuard(world.env, cwd);
	const shell = createShell({ env: world.env, cwd, guard });
	const snapshots = createLateSnapshots({ workspace: cwd, stateDir: world.paths.stateDir, env: world.env });
	const ports: Ports = {
		agent: createAgentPort({
			clientVersion: world.version,
			prepare: (launch, from) =>
				prepareLaunch(launch, from, {
					env: world.env,
					workspace: cwd,
					additionalDirectories: run.additionalDirectories,
					home: world.home,
					stateDir: world.paths.stateDir,
				}),
			guard,
			...(recorder === null ? {} : { record: recorder.write }),
		}),
		files: createFiles({
			workspace: cwd,
			additionalDirectories: settings.additionalDirectories,
			planFolders: planFoldersFor(run.launch, { workspace: cwd, home: world.home }),
			machineryFolderOf: createMachineryFolders(world.env).folderOf,
			isFromRepository: (folder) => isTracked(folder, { cwd, env: world.env }),
			ownFolders: [world.paths.configDir, world.paths.stateDir],
		}),
		commandChecks: createCommandChecks({ folders: [cwd, ...settings.additionalDirectories], env: world.env }),
		terminals: createTerminals({
			folders: [cwd, ...settings.additionalDirectories],
			env: world.env,
			keepEnv: settings.terminals.keepEnv,
			guard,
			...(limits.commandSeconds === null ? {} : { runtimeLimit: milliseconds(limits.commandSeconds) }),
		}),
		...(isHeadless ? {} : { shell }),
		workspace: createWorkspace(cwd),
		snapshots,
		rules: run.ruleStore,
		asking: createAskingRecords({ file: world.paths.askingFile, log }),
		log,
		clock,
		ids,
	};
	const app = createApp(
		{
			launch: run.launch,
			cwd,
			additionalDirectories: run.additionalDirectories,
			mode: run.mode,
			isBypassAllowed: run.isBypassAllowed,
			rules: run.rules,
			features: settings.capabilities,
			handshakeTimeout: milliseconds(limits.handshakeSeconds),
			cancelPatience: isHeadless ? Math.min(cancelPatience, HEADLESS_PATIENCE) : cancelPatience,
			isHeadless,
		},
		ports,
	);
	const stopWaiting = app.subscribe(() => {
		const { phase } = app.getState().connection;
		if (phase === 'starting' || phase === 'opening') return;
		stopWaiting();
		// After what this event shows.
		setImmediate(settleEngine);
	});
	let cleaning: Promise<void> | null = null;
	const clean = (): Promise<void> => {
		cleaning ??= snapshots.clean(SNAPSHOTS_KEPT_FOR);
		return cleaning;
	};
	// A start has better things to do, and a run that ends before cleans at its end.
	const cleanTimer = setTimeout(clean, CLEAN_AFTER).unref();
	let closing: Promise<void> | null = null;
	const close = async (): Promise<void> => {
		await app.close();
		clearTimeout(cleanTimer);
		// What is not done by then is done the next time.
		await Promise.race([clean(), new Promise((resolve) => setTimeout(resolve, CLEAN_PATIENCE).unref())]);
		await snapshots.close();
		guard.close();
		await recorder?.end();
		await log.close();
	};
	return {
		app,
		clock,
		ids,
		log,
		files: ports.files,
		shell,
		close() {
			closing ??= close();
			return closing;
		},
	};
}

function milliseconds(seconds: number): number {
	return Math.round(seconds * 1000);
}
