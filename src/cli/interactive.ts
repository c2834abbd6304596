import { tmpdir } from 'node:os';
import type { startFullScreen } from '../frontends/fullscreen/start.js';
import type { InteractiveOptions } from '../frontends/interactive/options.js';
import { createBrowser } from '../services/desktop/browser.js';
import { createClipboard } from '../services/desktop/clipboard.js';
import { openEditor } from '../services/desktop/editor.js';
import { createFileViewer } from '../services/desktop/file-viewer.js';
import { openExports } from '../services/export-file.js';
import { createFileIndex } from '../services/file-index/all-folders.js';
import { createPictureDecoder } from '../services/pictures/decoder.js';
import { createProcessTerminal } from '../terminal/real-terminal.js';
import { openAttachments } from './attachments.js';
import type { Command } from './command.js';
import { createSession, type Session } from './compose.js';
import { confirm } from './confirm.js';
import { type CrashHooks, closeOnCrash } from './crash.js';
import { dumbTerminal, NOTHING_KEPT } from './messages.js';
import { keepsState } from './persistence.js';
import { type PreparedRun, prepareRun } from './prepare.js';
import type { Stop } from './signals.js';
import { openDrafts, openHistory } from './state-ports.js';
import { isSet, type World } from './world.js';

/** Runs the interface and returns the exit code. Throws a UsageError with one sentence before it draws. */
export async function runInteractive(
	command: Extract<Command, { type: 'interactive' }>,
	world: World,
	stop: Stop,
	hooks: CrashHooks,
): Promise<number> {
	// Ink takes longest to load: the config is read meanwhile.
	const isDumb = world.env['TERM'] === 'dumb';
	const isForScreenReader = isDumb || isLinear(command.isScreenReader, world.env);
	const loading = loadInterface(isForScreenReader);
	const run = await prepareInteractive(command, world, stop);
	const session = createSession(run, world, false);
	closeOnCrash(hooks, session, session.log.path);
	const notices = [
		...(isDumb && !command.isScreenReader ? [dumbTerminal] : []),
		...run.notices,
		...(keepsState(run.settings.persistence) && !keepsState(run.persistence) ? [NOTHING_KEPT] : []),
	];
	for (const title of notices) session.app.dispatch({ type: 'note', level: 'info', title });
	const fileIndex = createFileIndex({
		workspace: run.cwd,
		additionalDirectories: session.folders.list,
		env: world.env,
	});
	const [start, { exitMessage }] = await Promise.all([loading, import('../frontends/exit-message.js')]);
	const startInterface = run.settings.ui.screen === 'inline' && !isForScreenReader ? await loadInline() : start;
	let code: number;
	try {
		if (stop.signal.aborted) return Number(stop.signal.reason);
		code = await startInterface({
			...interfaceOptions(run, world, session),
			prompt: command.prompt,
			fileIndex,
			stopped: stop.signal,
			onRestore: (restore) => {
				hooks.restoreTerminal = restore;
			},
		});
		// After a signal nothing more is printed: the terminal is gone, or the shell has it.
		if (!stop.signal.aborted && code === 0) {
			const { env, home } = world;
			const now = session.clock.now();
			const columns = process.stdout.columns || 80;
			const leaving = { session: session.app.getState(), now, home, logFile: session.log.path, columns };
			// Standard output is the terminal.
			process.stdout.write(exitMessage(leaving, isForScreenReader, env));
		}
	} finally {
		hooks.restoreTerminal = null;
		fileIndex.close();
		await session.close();
	}
	if (run.worktree !== null && code === 0 && !stop.signal.aborted) {
		await (await import('./worktrees/end.js')).askHowToEnd(run, world, {
			isPrompted: session.app.getState().isPrompted === true,
			stop: stop.signal,
			say: (words) => process.stdout.write(`${words}\n`),
		});
	}
	return code;
}

type Given = 'prompt' | 'fileIndex' | 'stopped' | 'onRestore';

/** The run in the workspace, or in the worktree that the options ask for, with what is asked before the screen is taken. */
async function prepareInteractive(
	{ run }: Extract<Command, { type: 'interactive' }>,
	world: World,
	stop: Stop,
): Promise<PreparedRun> {
	const first = await prepareRun(run, world);
	if (run.worktree === null) return first;
	const { prepareInWorktree } = await import('./worktrees/start.js');
	return prepareInWorktree(run, first, world, {
		signal: stop.signal,
		say: (words) => process.stdout.write(`${words}\n`),
		confirm: (question) => confirm(question, stop.signal),
	});
}

/** What the interface gets of this machine and of the settings. */
function interfaceOptions(run: PreparedRun, world: World, session: Session): Omit<InteractiveOptions, Given> {
	const { env, home, paths } = world;
	const { cwd, settings } = run;
	const terminal = createProcessTerminal({ env, clock: session.clock });
	return {
		app: session.app,
		terminal,
		home,
		env,
		ui: { ...settings.ui, motion: isSet(env['ACP_TUI_REDUCED_MOTION']) ? 'reduced' : settings.ui.motion },
		themes: settings.themes,
		keys: settings.keys,
		mentions: settings.mentions,
		clock: session.clock,
		ids: session.ids,
		shell: session.shell,
		clipboard: createClipboard({ write: (data) => terminal.writeControl(data), env, workspace: cwd }),
		editor: openEditor({ env, cwd }),
		fileViewer: createFileViewer({ dir: tmpdir(), env, workspace: cwd }),
		browser: createBrowser({ env, workspace: cwd }),
		decodePicture: createPictureDecoder(world.pictureWorker),
		exports: openExports({ workspace: cwd, home }),
		temporaryFolder: tmpdir(),
		history: openHistory(paths, run.project, run.persistence),
		drafts: openDrafts(paths, cwd, run.persistence),
		attachments: openAttachments(run, world, session.files),
	};
}

/** Whether the front end for screen readers is asked for: on the command line, or by the environment (also by Ink's name for it). */
export function isLinear(isRequested: boolean, env: World['env']): boolean {
	return isRequested || isSet(env['ACP_TUI_SCREEN_READER']) || env['INK_SCREEN_READER'] === 'true';
}

/** Loads little more than is there already: the front ends share most of their code. */
async function loadInline(): Promise<typeof startFullScreen> {
	return (await import('../frontends/inline/start.js')).startInline;
}

async function loadInterface(isForScreenReader: boolean): Promise<typeof startFullScreen> {
	if (isForScreenReader) return (await import('../frontends/linear/start.js')).startLinear;
	return (await import('../frontends/fullscreen/start.js')).startFullScreen;
}
