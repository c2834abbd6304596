import { render } from 'ink';
import { Screen } from '../../ui/screen.js';
import { expandDraft } from '../../view/composer/chips.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { fromInk } from '../../view/keys/from-ink.js';
import { emptyScan, scanReports } from '../../view/keys/scan-reports.js';
import { buildTable } from '../../view/keys/table.js';
import type { UiRequest } from '../../view/screens/step.js';
import { createPainter } from '../../view/theme/paint.js';
import { createSender } from '../attach/sender.js';
import { chooseAppearance } from './appearance.js';
import { createController } from './controller.js';
import { createImages } from './images.js';
import { createMentionFinder } from './mention-finder.js';
import { observeReads } from './observe-input.js';
import type { InteractiveOptions } from './options.js';
import { FRAME } from './pacer.js';
import { recentFiles } from './recent-files.js';
import { releaseInput } from './release-input.js';
import { suspendProcess } from './suspend.js';
import { createTerminalModes } from './terminal-modes.js';

/** Frames are paced by the controller; Ink's own limit only has to be out of the way. */
const MAX_FPS = 1000;

/** What is said before a prompt is sent stands long enough to be read, in ms. */
const READING_TIME = 10_000;

/**
 * Runs the interface until the person leaves, and starts the agent behind it. Returns the exit code:
 * 0, 2 for key bindings that cannot be, or what `stopped` says. The terminal is given back before it
 * settles; the app is closed by the caller.
 */
export async function startInteractive(options: InteractiveOptions): Promise<number> {
	const { app, clock } = options;
	const { stdin, stdout } = process;
	const table = buildTable(options.keys);
	if (!table.ok) {
		process.stderr.write(`acp-tui: ${table.failure.message} ${table.failure.hint ?? ''}\n`);
		return 2;
	}
	const modes = createTerminalModes((data) => {
		stdout.write(data);
	});
	const look = chooseAppearance(options.ui.theme, options.env);
	let handOver: ((work: () => Promise<void>) => Promise<void>) | null = null;
	const finder = createMentionFinder({
		index: options.fileIndex,
		recent: () => recentFiles(app.getState(), controller.getUi().composer.history.entries),
		found: (query, hits) => controller.compose({ type: 'mention-results', query, hits }),
	});
	const controller = createController({
		app,
		clock,
		table: table.value,
		painter: createPainter(look.theme, look),
		home: options.home,
		columns: stdout.columns,
		rows: stdout.rows,
		isMouseOn: options.ui.mouse,
		onMention: finder.want,
		perform,
	});
	const sender = createSender({
		app,
		ids: options.ids,
		attachments: options.attachments,
		limits: options.mentions,
		tell: (words) => controller.toast(words ?? '', words === null ? 0 : READING_TIME),
		giveBack: (draft) => controller.compose({ type: 'give-back', draft }),
	});
	const images = createImages({
		attachments: options.attachments,
		compose: (action) => controller.compose(action),
		tell: (words) => controller.toast(words),
	});
	const onResize = (): void => controller.resize(stdout.columns, stdout.rows);
	// Before Ink's own listener, so that Ink finds the new frame when it draws.
	stdout.prependListener('resize', onResize);
	let scan = emptyScan;
	const stopObserving = observeReads(stdin, (chunk) => {
		const found = scanReports(scan, chunk);
		scan = found.scan;
		for (const report of found.reports) controller.report(report);
	});
	// Ink switches it on only after the first frame: what is typed until then would be echoed into it.
	stdin.setRawMode(true);
	const instance = render(
		<Screen
			source={controller.source}
			onInput={(input, key) => {
				for (const pressed of fromInk(input, key)) controller.key(pressed);
			}}
			onPaste={(text) => controller.paste(text)}
			onReady={(suspend) => {
				handOver = suspend;
			}}
		/>,
		{
			stdin,
			stdout,
			alternateScreen: true,
			incrementalRendering: true,
			exitOnCtrlC: false,
			maxFps: MAX_FPS,
			interactive: true,
			kittyKeyboard: { mode: 'auto', flags: ['disambiguateEscapeCodes'] },
		},
	);
	let isRestored = false;
	const restore = (): void => {
		if (isRestored) return;
		isRestored = true;
		options.onRestore(null);
		controller.stop();
		finder.stop();
		stopObserving();
		stdout.off('resize', onResize);
		modes.restore();
		instance.unmount();
	};
	options.onRestore(restore);
	options.stopped.addEventListener('abort', restore, { once: true });
	stdin.once('end', restore);
	modes.mouse(options.ui.mouse);
	// Starting a process and loading the protocol's library hold up the loop: what was typed while this
	// program loaded is shown first. An agent takes many times longer to get ready.
	clock.after(FRAME, () => {
		if (isRestored) return;
		app.start();
		if (options.prompt !== '') sendArgument(options.prompt);
		run(options.history.load().then((entries) => controller.setHistory(entries)));
	});

	/** The prompt of the command line; it comes back as the draft where something is wrong with it. */
	function sendArgument(text: string): void {
		const draft = { ...emptyDraft, text, cursor: text.length };
		sender.send({ text, written: text, images: [], interrupts: false, draft });
	}

	/** The terminal belongs to `work` for a while; afterwards the screen is drawn anew. */
	async function lend(work: () => Promise<void>): Promise<void> {
		if (handOver === null) return;
		const { isMouseOn } = controller.getUi();
		await handOver(async () => {
			modes.mouse(false);
			// On a new size Ink would erase its frame, from a screen that is somebody else's now.
			const others = stdout.listeners('resize').filter((each) => each !== onResize) as (() => void)[];
			for (const other of others) stdout.off('resize', other);
			try {
				await releaseInput(stdin);
				await work();
			} finally {
				if (!isRestored) for (const other of others) stdout.on('resize', other);
			}
		});
		if (isRestored) return;
		modes.mouse(isMouseOn);
		// The terminal may have been resized meanwhile.
		stdout.emit('resize');
	}

	const editor = (options.env['VISUAL'] || options.env['EDITOR'] || 'vi').split(/\s+/).filter(Boolean);

	async function edit(text: string, use: (edited: string) => void): Promise<void> {
		await lend(async () => {
			const edited = await options.editor.editText(text, { command: editor, dir: options.temporaryFolder });
			if (edited.ok) use(edited.value);
			else controller.toast(edited.failure.message);
		});
	}

	async function openFile({ path, line }: { readonly path: string; readonly line?: number }): Promise<void> {
		await lend(async () => {
			const opened = await options.editor.openFile(path, { command: editor, ...(line === undefined ? {} : { line }) });
			if (!opened.ok) controller.toast(opened.failure.message);
		});
	}

	async function exportTranscript(request: Extract<UiRequest, { type: 'export' }>): Promise<void> {
		const written = await options.exports.write(request, request.text);
		if (written.ok) app.dispatch({ type: 'note', level: 'info', title: `The transcript is in ${written.value}` });
		else controller.toast([written.failure.message, written.failure.hint].filter(Boolean).join(' '));
	}

	async function copy(text: string, label: string): Promise<void> {
		const copied = await options.clipboard.copy(text);
		controller.toast(copied.ok ? `copied ${label}` : copied.failure.message);
	}

	function perform(request: UiRequest): void {
		switch (request.type) {
			case 'dispatch':
				app.dispatch(request.event);
				break;
			case 'send':
				sender.send(request);
				break;
			case 'attach-images':
				run(images.attach(request.paths, request.text));
				break;
			case 'paste-image':
				run(images.paste(request.isQuiet));
				break;
			case 'remember':
				run(options.history.add(request.text));
				break;
			case 'copy':
				run(copy(request.text, request.label));
				break;
			case 'edit-draft':
				run(edit(expandDraft(controller.getUi().composer.draft), (text) => controller.setDraft(text)));
				break;
			case 'edit-plan':
				// The agent keeps its plan: what the person writes goes to it as their words.
				run(edit(request.text, (text) => (text === request.text ? undefined : controller.setDraft(text))));
				break;
			case 'open-file':
				run(openFile(request));
				break;
			case 'export':
				run(exportTranscript(request));
				break;
			case 'mouse':
				modes.mouse(request.isOn);
				break;
			case 'suspend':
				run(lend(() => suspendProcess()));
				break;
			case 'redraw':
				run(lend(async () => undefined));
				break;
			case 'leave':
				restore();
				break;
		}
	}

	function run(work: Promise<void>): void {
		work.catch((error: unknown) => controller.toast(`that did not work: ${String(error)}`));
	}

	try {
		await instance.waitUntilExit();
		return options.stopped.aborted ? Number(options.stopped.reason) : 0;
	} finally {
		restore();
	}
}
