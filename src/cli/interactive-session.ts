import { tmpdir } from 'node:os';
import type { App } from '../app/app.js';
import { methodsOf, once } from '../core/once.js';
import type { InteractiveSession } from '../frontends/interactive/interactive-options.js';
import { createBrowser } from '../services/desktop/browser.js';
import { createFileViewer } from '../services/desktop/file-viewer.js';
import { createFileIndex } from '../services/file-index/all-folders.js';
import type { Terminal } from '../terminal/terminal.js';
import { openAttachments } from './open-attachments.js';
import type { PreparedRun } from './prepared-run.js';
import type { ProgramServices } from './program-services.js';
import { createSession, type Session } from './session/create-session.js';
import { openDrafts, openHistory } from './state-ports.js';
import type { World } from './world.js';

export type SessionForInterface = { readonly session: Session; readonly parts: InteractiveSession };

/** The run’s notices go into the transcript. `takesDrafts`: drafts of earlier runs in the folder come back in this session. */
export function openInteractiveSession(
	run: PreparedRun,
	world: World,
	{ services, terminal }: { readonly services: ProgramServices; readonly terminal: Pick<Terminal, 'writeControl'> },
	takesDrafts: boolean,
): SessionForInterface {
	const session = createSession(run, world, null, services);
	beginWith(run, session.app);
	const { env, paths } = world;
	const { cwd } = run;
	const fileIndex = createFileIndex({ workspace: cwd, additionalDirectories: session.folders.list, env });
	const drafts = openDrafts(paths, cwd, run.persistence);
	const parts: InteractiveSession = {
		app: session.app,
		mentions: run.settings.mentions,
		shell: session.shell,
		...lazyServices(run, world, terminal),
		fileViewer: createFileViewer({ dir: tmpdir(), env, workspace: cwd }),
		browser: createBrowser({ env, workspace: cwd }),
		history: openHistory(paths, run.project, run.persistence),
		// Only the first session of this program restores drafts: later ones would take each other's.
		drafts: takesDrafts ? drafts : { ...drafts, load: async () => ({ draft: null, aside: [] }) },
		attachments: openAttachments(run, world, session.files),
		fileIndex,
		newCommand: session.ownCommands.create,
		async close() {
			fileIndex.close();
			await session.close();
		},
	};
	return { session, parts };
}

/** Parts that a key or a command asks for: their code is loaded then. */
function lazyServices(
	{ cwd }: PreparedRun,
	{ env, home }: World,
	terminal: Pick<Terminal, 'writeControl'>,
): Pick<InteractiveSession, 'clipboard' | 'editor' | 'exports'> {
	const clipboard = once(async () => {
		const { createClipboard } = await import('../services/desktop/clipboard.js');
		return createClipboard({ write: (data) => terminal.writeControl(data), env, workspace: cwd });
	});
	const editor = once(async () => (await import('../services/desktop/editor.js')).openEditor({ env, cwd }));
	const exports = once(async () => {
		const { openExports } = await import('../services/exports/export-file.js');
		return openExports({ workspace: cwd, home });
	});
	return {
		clipboard: methodsOf(clipboard, 'copy', 'read'),
		editor: methodsOf(editor, 'editText', 'openFile'),
		exports: methodsOf(exports, 'write'),
	};
}

function beginWith({ notices, untrusted, resume }: PreparedRun, app: App): void {
	if (untrusted.length > 0) app.dispatch({ type: 'settings-known', list: null, untrusted, outcome: null });
	const noteNotices = (): void => {
		for (const title of notices) app.dispatch({ type: 'note', level: 'info', title });
	};
	if (resume === null) {
		noteNotices();
		return;
	}
	// The resumed transcript replaces the one on the screen.
	const stopWaiting = app.onEvent(({ type }) => {
		if (type !== 'session-restored' && type !== 'session-opened' && type !== 'resume-refused') return;
		stopWaiting();
		noteNotices();
	});
	app.dispatch({ type: 'resume-session', ...resume });
}
