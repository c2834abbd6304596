import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { type App, createApp } from '../../app/app.js';
import type { AppOptions } from '../../app/app-options.js';
import type { AgentsPort } from '../../core/agents/agent-list.js';
import type { OwnCommandsPort } from '../../core/commands/own-command.js';
import type { CommitPort } from '../../core/commit/commit.js';
import { methodsOf, once } from '../../core/once.js';
import type { Ports, ProcessGuard } from '../../core/ports.js';
import { createFolders } from '../../services/folders/additional-directories.js';
import { createLazySnapshots } from '../../services/snapshots/lazy-snapshots.js';
import { createShell } from '../../services/terminals/shell.js';
import { openAgentShadow } from '../agent-shadow.js';
import { announceCommandSandbox, openCommandSandbox } from '../command-sandbox.js';
import { ownFolders } from '../paths.js';
import type { PreparedRun } from '../prepared-run.js';
import { openProgramServices, type ProgramServices } from '../program-services.js';
import { reviewPorts } from '../review-ports.js';
import { milliseconds, sizeOf } from '../units.js';
import { createWorktreesPort, holdWorktree } from '../worktrees/session-worktree.js';
import type { World } from '../world.js';
import { createPorts } from './session-ports.js';

export type Session = ReturnType<typeof createSession>;

export type Headless = {
	/** A program answers its questions. */
	readonly takesAnswers: boolean;
	/** Settles when standard output takes more: until then nothing more is read from the agent. */
	readonly mayRead?: () => Promise<void>;
};

/**
 * Wires the app on the real world. `shared` is what several sessions of one program have in common, which its opener
 * closes; without it this session has all of it to itself. Throws a UsageError when the recording cannot be opened.
 */
export function createSession(
	run: PreparedRun,
	world: World,
	headless: Headless | null,
	shared: ProgramServices | null = null,
) {
	const isHeadless = headless !== null;
	const services = shared ?? openProgramServices(run, world, isHeadless);
	const { log, guard } = services;
	const shell = createShell({ env: world.env, cwd: run.cwd, guard });
	const folders = createFolders(
		{ workspace: run.cwd, home: world.home, own: ownFolders(world.paths) },
		run.additionalDirectories,
	);
	const snapshots = createLazySnapshots({
		workspace: run.cwd,
		additionalDirectories: folders.list,
		stateDir: run.persistence.snapshots ? world.paths.stateDir : services.temporary.path,
		env: world.env,
	});
	const sandbox = openCommandSandbox(run, world, { services, folders, rules: () => app.getState().rules });
	const shadow = openAgentShadow({ cwd: run.cwd, stateDir: world.paths.stateDir }, () => app);
	const ownCommands = lazyOwnCommands(run, world);
	const ports: Ports = {
		...createPorts(run, world, {
			services,
			folders,
			sandbox,
			shadow,
			profile: () => app.getState().profile,
			mayRead: headless?.mayRead,
		}),
		shell,
		worktrees: createWorktreesPort(run, world),
		commit: lazyCommitPort(run.cwd, world, guard),
		...(isHeadless ? {} : { agents: lazyAgentsPort(run, world) }),
		...reviewPorts(run, world, services),
		ownCommands,
		snapshots,
		commandLayer: sandbox.layer,
	};
	const releaseWorktree = holdWorktree(run);
	const app: App = createApp(appOptions(run, headless), ports);
	settleOnceConnected(app);
	const sandboxKnown = announceCommandSandbox(app, sandbox);
	const finishCleaning = services.takesCleaning()
		? cleanLater(cleaningOf(run, world, { snapshots, ports }))
		: async () => {};
	const close = once(async () => {
		await app.close();
		await Promise.all([sandbox.close(), shadow.close()]);
		await finishCleaning();
		await snapshots.close();
		await releaseWorktree();
		if (shared === null) await services.close();
	});
	return {
		app,
		clock: ports.clock,
		ids: ports.ids,
		log,
		files: ports.files,
		folders,
		ownCommands,
		shell,
		/** Settles when the state says whether commands run in sandboxes; the first call starts the test. */
		sandboxKnown,
		/** Ends agent and terminals, also recording and log where they are its own. Idempotent; takes three seconds at most. */
		close,
	};
}

/** Loaded when the first of it is asked for, after the first frame. */
function lazyAgentsPort(run: PreparedRun, world: World): AgentsPort {
	const load = once(async () => (await import('../agents/create-agents-port.js')).createAgentsPort(run, world));
	return methodsOf(load, 'list', 'here', 'profile', 'sandboxes', 'folderFor', 'withSandbox', 'install');
}

/** Loaded with the first commit. */
function lazyCommitPort(cwd: string, { env }: World, guard: ProcessGuard): CommitPort {
	const load = once(async () =>
		(await import('../../services/commit/commit.js')).createCommitPort({ cwd, env, guard }),
	);
	return methodsOf(load, 'list', 'material', 'commit');
}

/** Loaded with the first look for commands, after the first frame. */
function lazyOwnCommands({ cwd }: Pick<PreparedRun, 'cwd'>, world: World): OwnCommandsPort {
	const load = once(async () => (await import('../commands/create-own-commands.js')).createOwnCommands({ cwd, world }));
	return methodsOf(load, 'list', 'trust', 'create');
}

/** Milliseconds after the connection, in which the interface's components are loaded. */
const TUNED_AFTER = 1000;

function settleOnceConnected(app: App): void {
	const stopWaiting = app.subscribe(() => {
		const { phase } = app.getState().connection;
		if (phase === 'starting' || phase === 'opening') return;
		stopWaiting();
		setTimeout(tuneEngine, TUNED_AFTER).unref();
	});
}

/**
 * Called once the agent is connected and all is loaded that a conversation needs. Writes the compiled code
 * to disk, so that the next start finds it however this one ends, and makes V8 keep memory small.
 */
function tuneEngine(): void {
	flushCompileCache();
	// While text streams, V8 would let the heap for short-lived objects grow far beyond what the program
	// keeps. Collecting more often costs nothing that can be measured, as hardly anything survives:
	// docs/decisions/start-time.md. Both flags are read whenever a heap grows. They are set this late because
	// V8 accepts compiled code only under the flags that it was made with, Node's own without any.
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=50');
}

// Without a user to offer the kill to, a cancelled turn gets this long at most (milliseconds).
const HEADLESS_PATIENCE = 3000;

/** Times that `-p` sends a prompt again unless set otherwise. */
export const HEADLESS_RETRIES = 2;

function appOptions(run: PreparedRun, headless: Headless | null): AppOptions {
	const isHeadless = headless !== null;
	const takesAnswers = headless?.takesAnswers === true;
	const { limits, capabilities, retry, review } = run.settings;
	const cancelPatience = milliseconds(limits.cancelSeconds);
	return {
		profile: run.profile,
		cwd: run.cwd,
		...(run.worktree === null ? {} : { worktree: run.worktree }),
		mode: run.mode,
		isModeAsked: run.isModeAsked,
		isBypassAllowed: run.isBypassAllowed,
		rules: run.rules,
		hooks: run.hooks,
		ownModes: run.ownModes,
		own: run.own,
		// Without an interface there is no terminal to give away, and mostly nobody to be asked.
		features: {
			...capabilities,
			terminalSignIn: !isHeadless,
			...(isHeadless && !takesAnswers ? {} : { elicitation: { form: true, url: true } }),
		},
		handshakeTimeout: milliseconds(limits.handshakeSeconds),
		cancelPatience: isHeadless ? Math.min(cancelPatience, HEADLESS_PATIENCE) : cancelPatience,
		partialWay: review.partial,
		retry: isHeadless ? { limit: run.retries ?? HEADLESS_RETRIES, seconds: retry.seconds } : retry,
		isHeadless,
		isWithoutAgent: run.isWithoutAgent,
		...(takesAnswers ? { takesAnswers } : {}),
	};
}

const DAY = 24 * 3600 * 1000;
/** A session that is resumed a month later can still undo its changes. */
const SNAPSHOT_RETENTION = 30 * DAY;

type Cleaned = {
	readonly snapshots: ReturnType<typeof createLazySnapshots>;
	readonly ports: Pick<Ports, 'sessionIndex' | 'log' | 'clock'>;
};

function cleaningOf(run: PreparedRun, { paths }: World, { snapshots, ports }: Cleaned): () => Promise<unknown> {
	const { persistence, settings } = run;
	const { sessionIndex: index, log, clock } = ports;
	const { days, maxSize } = settings.sessions;
	const sessions = async (): Promise<void> => {
		if (!persistence.sessions) return;
		const { cleanSessions } = await import('../../services/sessions/index/clean-sessions.js');
		await cleanSessions({
			folder: paths.sessionsDir,
			index,
			maxAge: days === false ? null : days * DAY,
			maxBytes: maxSize === false ? null : sizeOf(maxSize),
			now: clock.now(),
			log,
		});
	};
	return () => Promise.all([persistence.snapshots ? snapshots.clean(SNAPSHOT_RETENTION) : null, sessions()]);
}

// Milliseconds after the start at which old snapshots are cleaned away, and that the end waits for it.
const CLEAN_AFTER = 3000;
const CLEAN_PATIENCE = 500;

/**
 * Cleans up a while after the start, which has better things to do. Returns what to call at the end: a run that ends
 * before cleans then; what is not done within half a second is done the next time.
 */
function cleanLater(cleanUp: () => Promise<unknown>): () => Promise<void> {
	const clean = once(cleanUp);
	const timer = setTimeout(clean, CLEAN_AFTER).unref();
	return async () => {
		clearTimeout(timer);
		await Promise.race([clean(), new Promise((resolve) => setTimeout(resolve, CLEAN_PATIENCE).unref())]);
	};
}
