import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import type { SettingsRequest } from '../../core/settings/setting.js';
import { unexpected } from '../../core/updated-meanwhile.js';
import { suspendProcess } from '../../terminal/suspend-process.js';
import type { ViewInput } from '../../view/advance.js';
import { expandDraft } from '../../view/composer/chips.js';
import { panelIn } from '../../view/panel/loaded-panel.js';
import type { OpenSessionsRequest } from '../../view/state/open-sessions.js';
import type { PanelName } from '../../view/state/panel-name.js';
import { stopLoading, type UiRequest, withEvent } from '../../view/state/ui-step.js';
import type { Sender } from '../prompt/sender.js';
import type { ExternalPrograms } from './external-programs.js';
import type { Frontend, Suspend } from './frontend.js';
import type { Images } from './images.js';
import { editorWords, type SaveWords, themeWords } from './interactive-messages.js';
import type { InteractiveOptions, LiveSettings } from './interactive-options.js';
import type { Passthrough } from './passthrough.js';

type PanelInput = Extract<ViewInput, { type: 'panel' }>;

export type PerformerParts = {
	readonly options: Pick<
		InteractiveOptions,
		| 'app'
		| 'clipboard'
		| 'history'
		| 'handOver'
		| 'saveTheme'
		| 'saveEditor'
		| 'releaseNotes'
		| 'newCommand'
		| 'settings'
	>;
	readonly frontend: Frontend;
	readonly sender: Sender;
	readonly images: Images;
	readonly externalPrograms: ExternalPrograms;
	readonly passthrough: Passthrough;
	readonly suspend: Suspend;
	readonly leave: () => void;
	readonly sessions: (request: OpenSessionsRequest) => Promise<void>;
	readonly configure: (settings: LiveSettings) => void;
};

type PanelOptions = Pick<InteractiveOptions, 'app' | 'handOver' | 'releaseNotes'>;

/** `typed`: text behind the command that opens the panel. */
const PANELS: Readonly<
	Record<PanelName, (options: PanelOptions, typed: string) => Promise<{ readonly open: PanelInput['open'] }>>
> = {
	commands: () => import('../../view/commands/commands-panel.js'),
	commit: () => import('../../view/commit/commit-panel.js'),
	changes: () => import('../../view/shadow/shadow-panel.js'),
	sessions: () => import('../../view/sessions/sessions-panel.js'),
	help: () => import('../../view/frame/help-panel.js'),
	hunks: () => import('../../view/hunks/hunks-panel.js'),
	'plan-steps': () => import('../../view/plan-steps/plan-steps-panel.js'),
	palette: () => import('../../view/palette/palette-panel.js'),
	'try-keys': () => import('../../view/frame/try-keys-panel.js'),
	mcp: () => import('../../view/slash-commands/mcp-panel.js'),
	status: () => import('../../view/slash-commands/status-panel.js'),
	settings: () => import('../../view/settings/settings-panel.js'),
	'release-notes': async ({ releaseNotes }) => {
		const notes = { type: 'note', level: 'info', ...(await releaseNotes()) } as const;
		return { open: ({ ui }) => withEvent({ ...ui, panel: { kind: 'none' } }, notes) };
	},
	review: () => import('../../view/review/review-panel.js'),
	'own-commands': () => import('../../view/pickers/own-commands-panel.js'),
	hooks: () => import('../../view/pickers/hooks-panel.js'),
	'side-question': () => import('../../view/side-question/side-question-panel.js'),
	forms: () => import('../../view/elicitation/forms.js'),
	'status-line': () => import('../../view/frame/status-line-panel.js'),
	subagents: () => import('../../view/subagents/subagents-panel.js'),
	themes: () => import('../../view/pickers/theme-panel.js'),
	vim: () => import('../../view/actions/open-vim.js'),
	'hand-over': async (options, typed) => ({
		open: await (await import('./hand-over/prepare-hand-over.js')).prepareHandOver(options, typed),
	}),
};

async function openPanel(frontend: Frontend, options: PanelOptions, name: PanelName): Promise<void> {
	const { panel } = frontend.getUi(options.app);
	try {
		const { open } = await PANELS[name](options, panel.kind === 'loading' ? panel.typed : '');
		frontend.panel({ name, ...defined({ open }) });
	} catch (error) {
		frontend.panel({ name, open: stopLoading });
		throw error;
	}
}

async function readClipboard({ options: { clipboard }, frontend }: PerformerParts): Promise<void> {
	const read = await clipboard.read();
	const { receiveClipboard } = await import('../../view/actions/open-vim.js');
	frontend.panel({ name: 'vim', open: (context) => receiveClipboard(context, read) });
}

/** Panels that take a text back from the user's editor; null: it was not edited. */
const EDITED = {
	hunks: () => import('../../view/hunks/hunks-panel.js'),
	commit: () => import('../../view/commit/commit-panel.js'),
	'plan-steps': () => import('../../view/plan-steps/plan-steps-panel.js'),
};

async function editInPanel(
	{ externalPrograms, frontend }: PerformerParts,
	{ panel, path, text }: Extract<UiRequest, { type: 'edit-in-panel' }>,
): Promise<void> {
	const { openEdited } = await EDITED[panel]();
	let edited: string | null = null;
	await externalPrograms.edit(text, path, (now) => {
		edited = now;
	});
	frontend.panel({ name: panel, open: (context) => openEdited(context, edited) });
}

async function editCommand(
	{ options: { app, newCommand }, externalPrograms, frontend }: PerformerParts,
	of: Extract<UiRequest, { type: 'edit-command' }>['of'],
): Promise<void> {
	const made = 'file' in of ? succeed(of.file) : await newCommand(of.newName);
	if (!made.ok) return frontend.notify(made.failure.message, true, app);
	await externalPrograms.openFile({ path: made.value });
	app.dispatch({ type: 'list-commands' });
}

/** Says in which file a choice is kept, or why it is not. */
async function notifySaved(
	{ frontend, options }: Pick<PerformerParts, 'frontend' | 'options'>,
	saving: Promise<Result<string>>,
	words: SaveWords,
): Promise<void> {
	const saved = await saving;
	frontend.notify(saved.ok ? words.saved(saved.value) : words.notSaved(saved.failure.message), !saved.ok, options.app);
}

async function performSettings(
	{ options: { app, settings: port }, frontend, configure }: PerformerParts,
	request: SettingsRequest,
): Promise<void> {
	const { carryOutSettings } = await import('./apply-settings.js');
	await carryOutSettings(request, { port, app, configure });
	const { outcome = null } = app.getLookups().settings ?? {};
	// The screen of settings says it itself.
	const isShown = panelIn(frontend.getUi(app))?.name === 'settings';
	if (request.type === 'set' && outcome?.isFailure === true && !isShown) frontend.notify(outcome.words, true, app);
}

type Performing = {
	readonly [T in UiRequest['type']]: (request: Extract<UiRequest, { readonly type: T }>) => Promise<void> | void;
};

export function createPerformer(parts: PerformerParts): (request: UiRequest) => void {
	const { options, frontend, sender, images, externalPrograms, passthrough, suspend, leave, sessions } = parts;
	const { app } = options;
	const editDraft = (): Promise<void> => {
		const before = expandDraft(frontend.getUi(app).composer.draft);
		// Unchanged it keeps the marks of what was pasted.
		const use = (text: string): void =>
			text === before ? undefined : frontend.compose({ type: 'set-text', text }, app);
		return externalPrograms.edit(before, 'prompt.md', use);
	};
	const performing: Performing = {
		dispatch: ({ event }) => app.dispatch(event),
		send: sender.send,
		'attach-images': ({ paths, text }) => images.attach(paths, text),
		'paste-image': ({ isQuiet }) => images.paste(isQuiet),
		remember: ({ text }) => options.history.add(text),
		copy: ({ text, label }) => externalPrograms.copy(text, label),
		'read-clipboard': () => readClipboard(parts),
		'edit-draft': editDraft,
		'edit-in-panel': (request) => editInPanel(parts, request),
		'open-file': externalPrograms.openFile,
		'edit-command': ({ of }) => editCommand(parts, of),
		'open-embedded-file': ({ file }) => externalPrograms.openEmbeddedFile(file),
		'save-embedded-file': ({ file }) => externalPrograms.saveEmbeddedFile(file),
		export: externalPrograms.exportTranscript,
		'load-panel': ({ name }) => openPanel(frontend, options, name),
		'export-session': ({ recordId }) => externalPrograms.exportSession(recordId),
		// The view has run it: it alone knows the layout.
		'run-action': () => {},
		mouse: ({ isOn }) => frontend.mouse?.(isOn),
		'attach-command': ({ commandId }) => passthrough.attach(commandId),
		'sign-in': ({ choice, apiKey, variables }) => app.signIn(choice, defined({ apiKey, variables })),
		'open-address': ({ url }) => externalPrograms.openAddress(url),
		'keep-theme': ({ name }) => notifySaved(parts, options.saveTheme(name), themeWords(name)),
		'keep-editor': ({ editor }) => notifySaved(parts, options.saveEditor(editor), editorWords(editor)),
		settings: ({ request }) => performSettings(parts, request),
		'open-sessions': sessions,
		suspend: () => suspend(() => suspendProcess()),
		redraw: () => frontend.redraw?.(),
		leave,
	};

	return (request) => {
		const perform = performing[request.type] as (request: UiRequest) => Promise<void> | void;
		const failed = (error: unknown): void => frontend.notify(unexpected(error), false, app);
		perform(request)?.catch(failed);
	};
}
