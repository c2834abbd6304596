import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../app/app.js';
import { succeed } from '../core/failure.js';
import { methodsOf, once } from '../core/once.js';
import { type RestoredSession, restoredState } from '../core/session/resuming/restored-session.js';
import { sanitizeText } from '../core/text/sanitize.js';
import type { startFullScreen } from '../frontends/fullscreen/start-fullscreen.js';
import type { InteractiveSession, SettingsPort } from '../frontends/interactive/interactive-options.js';
import { createDiagramDrawer } from '../services/diagrams/drawer.js';
import { createPictureDecoder, createPixelDecoder } from '../services/pictures/decoder.js';
import { createProcessTerminal } from '../terminal/real-terminal.js';
import type { Editor, Sound, UiOptions } from '../view/ui-options.js';
import type { Command, RunOptions } from './command.js';
import { dumbTerminal } from './command-line-messages.js';
import { confirm } from './confirm.js';
import { type CrashHooks, closeOnCrash } from './crash.js';
import { openInteractiveSession, type SessionForInterface } from './interactive-session.js';
import { persistsState } from './persistence.js';
import { prepareRun } from './prepare-run.js';
import type { PreparedRun } from './prepared-run.js';
import { openProgramServices, type ProgramServices } from './program-services.js';
import { liveSettings } from './settings/live-settings.js';
import type { Stop } from './signals.js';
import { isSet, type World } from './world.js';

/** A review without an agent; `restored`: the session whose changes it is about. */
type ReviewAlone = { readonly range: string; readonly restored: RestoredSession | null };

/** Runs the interface, or a review alone, and returns the exit code. Throws a UsageError before it draws. */
export async function runInteractive(
	command: Extract<Command, { type: 'interactive' }>,
	world: World,
	stop: Stop,
	hooks: CrashHooks,
	review: ReviewAlone | null = null,
): Promise<number> {
	// Ink takes longest to load: the config is read meanwhile.
	const isDumb = world.env['TERM'] === 'dumb';
	const isForScreenReader = isDumb || isLinear(command.run, world.env);
	const loading = loadInterface(isForScreenReader);
	const prepared = await prepareInteractive(command, world, stop);
	const run: PreparedRun = review === null ? prepared : { ...prepared, isWithoutAgent: true };
	const services = openProgramServices(run, world, false);
	const terminal = createProcessTerminal({ env: world.env, clock: services.clock });
	const place = { services, terminal };
	const first = openInteractiveSession(run, world, place, true);
	const sessions = new OpenedSessions();
	const parts = sessions.add(first, run);
	// A crash and the regular end share one closing.
	const closeAll = once(() => sessions.close().then(() => services.close()));
	closeOnCrash(hooks, { close: closeAll, log: services.log }, services.log.path);
	if (review?.restored != null) withChangesOf(review.restored, first.session.app);
	noteAtStart(first.session.app, run, isDumb && command.run.screenReader !== true);
	const start = await loading;
	const isInline = run.settings.ui.screen === 'inline' && !isForScreenReader;
	const startInterface = isInline ? (await import('../frontends/inline/start-inline.js')).startInline : start;
	// Loaded now: an update of the installation could remove the file before the end.
	const exiting = once(() => import('../frontends/exit-message.js'));
	later(exiting);
	later(() => cleanWorktrees(world));
	let end: Pick<UiOptions, 'exit' | 'glyphs'> = run.settings.ui;
	let code: number;
	let notes = '';
	let inWorktrees: readonly InWorktree[] = [];
	try {
		if (stop.signal.aborted) return Number(stop.signal.reason);
		code = await startInterface({
			...parts,
			...interfaceOptions(run, world, services),
			settings: lazySettings(command.run, world),
			configured: (live) => {
				end = live.ui;
			},
			terminal,
			prompt: command.prompt,
			sessionSearch: run.sessionSearch,
			...(review === null ? {} : { review: { range: review.range, onPrompt: (text) => (notes = text) } }),
			stopped: stop.signal,
			onRestore: (restore) => {
				hooks.restoreTerminal = restore;
			},
			handOver: async () => {
				const { createHandOver } = await import('./prepare-further-session.js');
				const { maxChars } = run.settings.handover;
				return createHandOver({ options: command.run, runs: sessions.runs, world, maxChars });
			},
			openSession: async (wanted, from) => {
				const { prepareFurther } = await import('./prepare-further-session.js');
				const prepared = await prepareFurther({ wanted, from, options: command.run, runs: sessions.runs, world });
				if (!prepared.ok) return prepared;
				const takesDrafts = sessions.runs.every(({ cwd }) => cwd !== prepared.value.cwd);
				const further = { ...prepared.value, resume: wanted.resume ?? null };
				return succeed(sessions.add(openInteractiveSession(further, world, place, takesDrafts), further));
			},
		});
		// After a signal nothing more is printed: the terminal is gone, or the shell has it.
		if (review !== null) process.stdout.write(notes === '' ? '' : `${sanitizeText(notes)}\n`);
		else if (!stop.signal.aborted && code === 0) {
			const { env, home } = world;
			const now = services.clock.now();
			const columns = process.stdout.columns || 80;
			inWorktrees = sessions.worktrees();
			const open = sessions.open();
			const { exitMessage } = await exiting();
			for (const { app } of open) {
				const isNamed = open.length > 1;
				const leaving = { session: app.getState(), now, home, logFile: services.log.path, columns, isNamed };
				// Standard output is the terminal.
				const form = isForScreenReader ? 'spoken' : isNamed ? 'line' : end.exit;
				const words = exitMessage(leaving, form, env, end.glyphs);
				// Below the conversation that stays.
				process.stdout.write(isInline && words !== '' ? `\n${words}` : words);
			}
		}
	} finally {
		hooks.restoreTerminal = null;
		await closeAll();
	}
	for (const ended of inWorktrees) {
		await (await import('./worktrees/start-end.js')).askHowToEnd(ended.run, world, {
			isPrompted: ended.isPrompted,
			stop: stop.signal,
			say: (words) => process.stdout.write(`${words}\n`),
		});
	}
	return code;
}

/** The changes of a session without what was said in it. It is only read: nothing is written to its log. */
function withChangesOf({ state, ...restored }: RestoredSession, { getState, dispatch }: App): void {
	const now = getState();
	const only = { ...restoredState(now), changes: state.changes, nextEntry: state.nextEntry };
	const settings = { mode: now.mode.mode, agentMode: null, options: {} };
	dispatch({ type: 'session-restored', restored: { ...restored, recordId: '', settings, state: only } });
}

function noteAtStart({ dispatch }: Pick<App, 'dispatch'>, run: PreparedRun, isDumb: boolean): void {
	if (isDumb) dispatch({ type: 'note', level: 'info', title: dumbTerminal });
	if (persistsState(run.settings.persistence) && !persistsState(run.persistence)) {
		dispatch({
			type: 'note',
			level: 'info',
			title:
				'Nothing of this run is kept: no session, prompt history, drafts, file versions or log. Answers for “always” hold until you leave.',
		});
	}
}

/** The run in the workspace, or in the worktree that the options ask for, with what is asked before the screen is taken. */
async function prepareInteractive(
	{ run }: Extract<Command, { type: 'interactive' }>,
	world: World,
	stop: Stop,
): Promise<PreparedRun> {
	const first = await prepareRun(run, world);
	if (run.worktree === null) return first;
	const { prepareInWorktree } = await import('./worktrees/start-end.js');
	return prepareInWorktree(run, first, world, {
		signal: stop.signal,
		say: (words) => process.stdout.write(`${words}\n`),
		confirm: (question) => confirm(question, stop.signal),
	});
}

/** Milliseconds: a start has better things to do. */
const LATER = 3000;

/** Does a chore after the start; one that fails is done when it is needed, or at the next start. */
function later(work: () => Promise<unknown>): void {
	setTimeout(() => void work().catch(() => undefined), LATER).unref();
}

/** Removes git worktrees that killed programs left half made or half removed. */
async function cleanWorktrees({ env, paths }: World): Promise<void> {
	if (!existsSync(join(paths.dataDir, 'worktrees'))) return;
	await (await import('../services/worktrees/remove-worktree.js')).cleanUp(paths.dataDir, { env });
}

type InWorktree = { readonly run: PreparedRun; readonly isPrompted: boolean };

class OpenedSessions {
	readonly #open = new Map<InteractiveSession, PreparedRun>();
	readonly #runs: PreparedRun[] = [];
	/** Closes that are under way. */
	readonly #ending = new Set<Promise<void>>();

	/** The runs of all sessions, closed ones included. */
	get runs(): readonly PreparedRun[] {
		return this.#runs;
	}

	open(): readonly InteractiveSession[] {
		return [...this.#open.keys()];
	}

	worktrees(): readonly InWorktree[] {
		const found = new Map<string, InWorktree>();
		for (const [{ app }, run] of this.#open) {
			if (run.worktree === null) continue;
			const isPrompted = found.get(run.cwd)?.isPrompted === true || app.getState().isPrompted === true;
			found.set(run.cwd, { run, isPrompted });
		}
		return [...found.values()];
	}

	add({ parts }: SessionForInterface, run: PreparedRun): InteractiveSession {
		if (this.#runs.every(({ cwd }) => cwd !== run.cwd)) this.#runs.push(run);
		const session: InteractiveSession = {
			...parts,
			close: () => {
				this.#open.delete(session);
				const ending = parts.close?.() ?? Promise.resolve();
				this.#ending.add(ending);
				return ending.finally(() => this.#ending.delete(ending));
			},
		};
		this.#open.set(session, run);
		return session;
	}

	async close(): Promise<void> {
		for (const session of this.open()) void session.close?.();
		// Sessions that the user closed a moment ago are still ending.
		await Promise.all(this.#ending);
	}
}

/** A status line that takes longer would be about something else. */
const STATUS_SECONDS = 0.2;

function interfaceOptions(
	{ settings, cwd }: PreparedRun,
	{ env, home, paths, version, changelog, diagramWorker, pictureWorker }: World,
	{ clock, ids, guard }: ProgramServices,
) {
	return {
		home,
		version,
		env,
		...liveSettings(settings, { env }),
		saveTheme: async (name: string) => (await import('./themes/save-theme.js')).saveTheme(paths.configDir, name),
		saveEditor: async (editor: Editor) => (await import('./themes/save-theme.js')).saveEditor(paths.configDir, editor),
		releaseNotes: async () => (await import('./release-notes.js')).releaseNotes(changelog),
		clock,
		ids,
		decodePicture: createPictureDecoder(pictureWorker),
		decodePixels: createPixelDecoder(pictureWorker),
		drawDiagram: createDiagramDrawer(diagramWorker),
		playSound: async (sound: Sound, signal: AbortSignal) =>
			(await import('../services/desktop/sound.js')).playSound(sound, { workspace: cwd, env, guard, signal }),
		runStatusCommand: async (command: string, input: string, signal: AbortSignal) => {
			const { HookRunner } = await import('../services/hooks/run-hook.js');
			const runner = new HookRunner({ cwd, env, keepEnv: settings.terminals.keepEnv, guard });
			return runner.run({ command, timeout: STATUS_SECONDS }, input, signal);
		},
		temporaryFolder: tmpdir(),
	};
}

/** The configuration, whose code is loaded when it is looked at. */
function lazySettings(options: RunOptions, world: World): SettingsPort {
	const load = once(async () => (await import('./settings/settings-port.js')).createSettingsPort({ options, world }));
	return methodsOf(load, 'look', 'change', 'trust');
}

/** Whether the front end for screen readers is asked for: on the command line, or by the environment (also by Ink's name for it). */
export function isLinear({ screenReader }: Pick<RunOptions, 'screenReader'>, env: World['env']): boolean {
	return screenReader === true || isSet(env['ACP_TUI_SCREEN_READER']) || env['INK_SCREEN_READER'] === 'true';
}

async function loadInterface(isForScreenReader: boolean): Promise<typeof startFullScreen> {
	if (isForScreenReader) return (await import('../frontends/linear/start-linear.js')).startLinear;
	return (await import('../frontends/fullscreen/start-fullscreen.js')).startFullScreen;
}
