import { createAgentPort } from '../agent/agent-port.js';
import { type App, createApp } from '../app/app.js';
import type { AppOptions } from '../app/app-options.js';
import type { AgentProfile } from '../core/agents/profile.js';
import { defined } from '../core/defined.js';
import type { ClockPort, FilesPort, FoldersPort, IdPort, Ports } from '../core/ports.js';
import type { ShellPort } from '../core/shell-port.js';
import type { UsagePort } from '../core/usage/ports.js';
import { createCommandChecks } from '../services/command-checks/command-checks.js';
import { createAutoRunFolders } from '../services/files/auto-run-folders.js';
import { createFiles, type FilesOptions } from '../services/files/files.js';
import { createFolders } from '../services/folders/folders.js';
import { isTracked } from '../services/git/is-tracked.js';
import type { FileLog } from '../services/log/log.js';
import type { LateCommandSandbox } from '../services/sandbox/commands/late-command-sandbox.js';
import { createLateSessionIndex } from '../services/sessions/index/late-session-index.js';
import { createLateSessionLogs } from '../services/sessions/late-session-logs.js';
import { createCredentials } from '../services/sign-in/credentials.js';
import { createTerminalSignIn } from '../services/sign-in/terminal-sign-in.js';
import { createLateSnapshots } from '../services/snapshots/late-snapshots.js';
import { createShell } from '../services/terminals/shell.js';
import { createTerminals } from '../services/terminals/terminals.js';
import { createWorkspace } from '../services/workspace.js';
import { type AgentShadow, openAgentShadow } from './agent-shadow.js';
import { createAgentsPort } from './agents/port.js';
import { cleanLater } from './clean-later.js';
import { openCommandSandbox, tellOfCommandSandbox } from './command-sandbox.js';
import { createConfine } from './confine.js';
import { createLaunchPreparation, keptKeys } from './launch-preparation.js';
import { ownFolders } from './paths.js';
import { keepsState } from './persistence.js';
import type { PreparedRun } from './prepare.js';
import { openProgramServices, type ProgramServices } from './program-services.js';
import { signingInFirst } from './sign-in-first.js';
import { agentRecords } from './state-ports.js';
import { tuneEngine } from './tune-engine.js';
import { sizeOf } from './units.js';
import { holdWorktree } from './worktrees/hold.js';
import { createWorktreesPort } from './worktrees/port.js';
import type { World } from './world.js';

/** A session on this machine, not started yet. */
export type Session = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	readonly log: FileLog;
	readonly files: FilesPort;
	readonly folders: FoldersPort;
	/** The user's own commands. */
	readonly shell: ShellPort;
	/** Settles when the session's state says whether commands run in sandboxes; what it takes is begun with the call. */
	sandboxKnown(): Promise<void>;
	/**
	 * Ends the agent and every terminal, and with them the recording and the log where they are this session's alone.
	 * Idempotent; settles within three seconds.
	 */
	close(): Promise<void>;
};

// Without a user to offer the kill to, a cancelled turn gets this long at most (milliseconds).
const HEADLESS_PATIENCE = 3000;

/** How often `-p` sends a prompt again unless it is told otherwise. */
export const HEADLESS_RETRIES = 2;

// Milliseconds: a session that is taken up again a month later may still take changes back.
const DAY = 24 * 3600 * 1000;
const SNAPSHOTS_KEPT_FOR = 30 * DAY;

/**
 * Wires the app on the real world. `shared` is what several sessions of one program have in common, which its opener
 * closes; without it this session has all of it to itself. Throws a UsageError when the recording cannot be opened.
 */
export function createSession(
	run: PreparedRun,
	world: World,
	isHeadless: boolean,
	shared: ProgramServices | null = null,
): Session {
	const services = shared ?? openProgramServices(run, world, isHeadless);
	const { log, guard } = services;
	const shell = createShell({ env: world.env, cwd: run.cwd, guard });
	const folders = createFolders(
		{ workspace: run.cwd, home: world.home, own: ownFolders(world.paths) },
		run.additionalDirectories,
	);
	const snapshots = createLateSnapshots({
		workspace: run.cwd,
		additionalDirectories: folders.list,
		stateDir: run.persistence.snapshots ? world.paths.stateDir : services.temporary.path,
		env: world.env,
	});
	const sandbox = openCommandSandbox(run, world, { services, folders });
	const shadow = openAgentShadow({ cwd: run.cwd, stateDir: world.paths.stateDir }, () => app);
	const ports: Ports = {
		...createPorts(run, world, { services, folders, sandbox, shadow, profile: () => app.getState().profile }),
		...(isHeadless
			? {}
			: {
					shell,
					worktrees: createWorktreesPort(run, world),
					agents: createAgentsPort({
						workspace: run.cwd,
						settings: run.settings,
						world,
						sandboxes: run.sandboxes,
						profileOf: run.profileOf,
					}),
				}),
		snapshots,
	};
	const releaseWorktree = holdWorktree(run);
	const app: App = createApp(appOptions(run, isHeadless), ports);
	settleOnceConnected(app);
	const sandboxKnown = tellOfCommandSandbox(app, sandbox);
	const finishCleaning = services.takesCleaning()
		? cleanLater(cleaningOf(run, world, { snapshots, ports }))
		: async () => {};
	let closing: Promise<void> | null = null;
	const close = async (): Promise<void> => {
		await app.close();
		await Promise.all([sandbox.close(), shadow.close()]);
		await finishCleaning();
		await snapshots.close();
		await releaseWorktree();
		if (shared === null) await services.close();
	};
	return {
		app,
		clock: ports.clock,
		ids: ports.ids,
		log,
		files: ports.files,
		folders,
		shell,
		sandboxKnown,
		close() {
			closing ??= close();
			return closing;
		},
	};
}

type Parts = {
	readonly services: ProgramServices;
	readonly folders: FoldersPort;
	readonly sandbox: LateCommandSandbox;
	readonly shadow: AgentShadow;
	/** The agent that runs now. */
	readonly profile: () => AgentProfile;
};

/** What every session gets of the world: the same with and without an interface. */
function createPorts(
	run: PreparedRun,
	world: World,
	{ services, folders, sandbox, shadow, profile }: Parts,
): Omit<Ports, 'shell' | 'snapshots'> {
	const { cwd, settings } = run;
	const { env, home, paths } = world;
	const { guard, log, recorder, clock, ids, temporary } = services;
	const stateDir = keepsState(run.persistence) ? paths.stateDir : temporary.path;
	const roots = (): readonly string[] => [cwd, ...folders.list()];
	const { commandSeconds } = settings.limits;
	const credentials = createCredentials(paths.credentialsFile);
	const prepare = createLaunchPreparation(
		() => ({ env, workspace: cwd, additionalDirectories: folders.list(), home, stateDir }),
		credentials,
	);
	const agent = createAgentPort(
		{
			clientVersion: world.version,
			prepare,
			keptKeys: (launch) => keptKeys(launch, credentials),
			confine: createConfine({
				workspace: cwd,
				world,
				folders,
				temporary: temporary.path,
				layers: services.layers.path,
				shadowView: shadow.openView,
			}),
			guard,
			...defined({ record: recorder?.write }),
		},
		// A process of its own is shared with nothing but what is asked beside the session.
		run.isIsolated ? new Set() : services.processes,
	);
	const newTerminals = () =>
		createTerminals({
			folders: roots,
			env,
			keepEnv: settings.terminals.keepEnv,
			guard,
			sandbox: shadow.commands(sandbox),
			...(commandSeconds === null ? {} : { runtimeLimit: milliseconds(commandSeconds) }),
		});
	const where: FilesOptions = {
		workspace: cwd,
		additionalDirectories: folders.list,
		planFolders: () => profile().planFolders,
		autoRunFolderOf: createAutoRunFolders(env).folderOf,
		isFromRepository: (folder) => isTracked(folder, { cwd, env }),
		ownFolders: ownFolders(paths),
	};
	const files = createFiles(where);
	return {
		agent: run.authMethod === null ? agent : signingInFirst(agent, run.authMethod, credentials),
		files,
		agentFiles: shadow.files(files, where),
		shadow: shadow.port,
		folders,
		commandChecks: createCommandChecks({ folders: roots, env }),
		terminals: newTerminals(),
		terminalsBeside: newTerminals,
		workspace: createWorkspace(cwd),
		rules: run.ruleStore,
		credentials,
		terminalSignIn: createTerminalSignIn({ prepare, cwd, guard }),
		...agentRecords(paths, run.persistence, log),
		sessionIndex: createLateSessionIndex({ folder: paths.sessionsDir, isKept: run.persistence.sessions }),
		...(run.persistence.sessions ? { sessionLogs: createLateSessionLogs(paths.sessionsDir) } : {}),
		...(run.persistence.sessions ? { usage: usageOf(paths, clock) } : {}),
		log,
		clock,
		chance: Math.random,
		ids,
	};
}

/** Adds up sessions; what does it is loaded when somebody asks. */
function usageOf({ sessionsDir }: World['paths'], clock: ClockPort): UsagePort {
	return {
		async recent(turns) {
			const { createUsage } = await import('../services/usage/usage.js');
			return createUsage({ folder: sessionsDir, now: clock.now }).recent(turns);
		},
	};
}

function appOptions(run: PreparedRun, isHeadless: boolean): AppOptions {
	const { limits, capabilities, retry } = run.settings;
	const cancelPatience = milliseconds(limits.cancelSeconds);
	return {
		profile: run.profile,
		cwd: run.cwd,
		...(run.worktree === null ? {} : { worktree: run.worktree }),
		mode: run.mode,
		isModeAsked: run.isModeAsked,
		isBypassAllowed: run.isBypassAllowed,
		rules: run.rules,
		// Without an interface there is no terminal to give away, and nobody to be asked.
		features: {
			...capabilities,
			terminalSignIn: !isHeadless,
			...(isHeadless ? {} : { elicitation: { form: true, url: true } }),
		},
		handshakeTimeout: milliseconds(limits.handshakeSeconds),
		cancelPatience: isHeadless ? Math.min(cancelPatience, HEADLESS_PATIENCE) : cancelPatience,
		retry: isHeadless ? { limit: run.retries ?? HEADLESS_RETRIES, seconds: retry.seconds } : retry,
		isHeadless,
	};
}

function settleOnceConnected(app: App): void {
	const stopWaiting = app.subscribe(() => {
		const { phase } = app.getState().connection;
		if (phase === 'starting' || phase === 'opening') return;
		stopWaiting();
		// After what this event shows.
		setImmediate(tuneEngine);
	});
}

type Cleaned = {
	readonly snapshots: ReturnType<typeof createLateSnapshots>;
	readonly ports: Pick<Ports, 'sessionIndex' | 'log' | 'clock'>;
};

/** Removes old snapshots and old records of sessions, where such are kept. */
function cleaningOf(run: PreparedRun, { paths }: World, { snapshots, ports }: Cleaned): () => Promise<unknown> {
	const { persistence, settings } = run;
	const { sessionIndex: index, log, clock } = ports;
	const { days, maxSize } = settings.sessions;
	const sessions = async (): Promise<void> => {
		if (!persistence.sessions || index === undefined) return;
		const { cleanSessions } = await import('../services/sessions/index/clean-sessions.js');
		await cleanSessions({
			folder: paths.sessionsDir,
			index,
			maxAge: days === false ? null : days * DAY,
			maxBytes: maxSize === false ? null : sizeOf(maxSize),
			now: clock.now(),
			log,
		});
	};
	return () => Promise.all([persistence.snapshots ? snapshots.clean(SNAPSHOTS_KEPT_FOR) : null, sessions()]);
}

function milliseconds(seconds: number): number {
	return Math.round(seconds * 1000);
}
