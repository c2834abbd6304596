import { render } from 'ink';
import { Screen } from '../../ui/screen.js';
import { expandDraft } from '../../view/composer/chips.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { fromInk } from '../../view/keys/from-ink.js';
import { buildTable } from '../../view/keys/table.js';
import type { UiRequest } from '../../view/screens/step.js';
import { createSender } from '../attach/sender.js';
import { needsBackground } from './appearance.js';
import { createAttention } from './attention.js';
import { watchBackground } from './background.js';
import { createController } from './controller.js';
import { createDraftKeeper } from './draft-keeper.js';
import { createErrands } from './errands.js';
import { createImages } from './images.js';
import { createMentionFinder } from './mention-finder.js';
import type { InteractiveOptions } from './options.js';
import { FRAME } from './pacer.js';
import { createPainters, themeNames } from './painters.js';
import { recentFiles } from './recent-files.js';
import { releaseInput } from './release-input.js';
import { suspendProcess } from './suspend.js';
import { createTakeover } from './takeover.js';
import { createTerminalModes } from './terminal-modes.js';
import { watchReports } from './watch-reports.js';

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
	const write = (data: string): void => {
		stdout.write(data);
	};
	const modes = createTerminalModes(write);
	const painters = createPainters(options.env, options.themes);
	/** Nothing is kept before it is known what an earlier run left. */
	let keepDraft = (): void => {};
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
		painterFor: painters.painterFor,
		looks: {
			theme: options.ui.theme,
			names: themeNames(options.themes),
			isMotionReduced: options.ui.motion === 'reduced',
			diffs: options.ui.diff,
		},
		home: options.home,
		columns: stdout.columns,
		rows: stdout.rows,
		isMouseOn: options.ui.mouse,
		onMention(query) {
			finder.want(query);
			keepDraft();
		},
		perform,
	});
	const keeper = createDraftKeeper({
		store: options.drafts,
		app,
		clock,
		ui: controller.getUi,
		compose: controller.compose,
		tell: (words) => controller.toast(words, READING_TIME),
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
	// Set once Ink runs: makes React take over the new frame at once.
	let commit = (): void => undefined;
	const onResize = (): void => {
		controller.resize(stdout.columns, stdout.rows);
		// Ink draws again on a resize. Were the old frame still there, its lines would wrap in the narrower
		// terminal, and everything after it would stand in the wrong rows.
		commit();
	};
	// Before Ink's own listener, for the same reason.
	stdout.prependListener('resize', onResize);
	const background = watchBackground({
		clock,
		write,
		found(told) {
			painters.setBackground(told);
			controller.redraw();
		},
		giveBack: (text) => stdin.unshift(text),
	});
	const attention = createAttention({
		app,
		clock,
		modes,
		write,
		env: options.env,
		wish: options.ui.notify,
		hasTitle: options.ui.title,
		hasProgress: options.ui.progress,
	});
	/** Standard input is somebody else's. */
	let isLent = false;
	const stopObserving = watchReports({
		clock,
		stdin,
		report: controller.report,
		focus: attention.focus,
		filter: background.filter,
		isLent: () => isLent,
	});
	// Ink switches it on only after the first frame: what is typed until then would be echoed into it.
	stdin.setRawMode(true);
	const screen = (
		<Screen
			source={controller.source}
			onInput={(input, key) => {
				attention.touched();
				for (const pressed of fromInk(input, key)) controller.key(pressed);
			}}
			onPaste={(text) => controller.paste(text)}
			onReady={(suspend) => {
				handOver = suspend;
			}}
		/>
	);
	const instance = render(screen, {
		stdin,
		stdout,
		alternateScreen: true,
		incrementalRendering: true,
		exitOnCtrlC: false,
		maxFps: MAX_FPS,
		interactive: true,
		kittyKeyboard: { mode: 'auto', flags: ['disambiguateEscapeCodes'] },
	});
	commit = () => instance.rerender(screen);
	let isRestored = false;
	const restore = (): void => {
		if (isRestored) return;
		isRestored = true;
		options.onRestore(null);
		keeper.flush();
		takeover.stop();
		controller.stop();
		finder.stop();
		attention.stop();
		background.stop();
		stopObserving();
		stdout.off('resize', onResize);
		modes.restore();
		instance.unmount();
	};
	options.onRestore(restore);
	options.stopped.addEventListener('abort', restore, { once: true });
	stdin.once('end', restore);
	modes.mouse(options.ui.mouse);
	if (needsBackground(options.ui.theme, options.env)) background.ask();
	// Starting a process and loading the protocol's library hold up the loop: what was typed while this
	// program loaded is shown first. An agent takes many times longer to get ready.
	clock.after(FRAME, () => {
		if (isRestored) return;
		app.start();
		if (options.prompt !== '') sendArgument(options.prompt);
		keepDraft = keeper.changed;
		run(keeper.restore());
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
			isLent = true;
			modes.mouse(false);
			attention.pause();
			// On a new size Ink would erase its frame, from a screen that is somebody else's now.
			const others = stdout.listeners('resize').filter((each) => each !== onResize) as (() => void)[];
			for (const other of others) stdout.off('resize', other);
			try {
				await releaseInput(stdin);
				await work();
			} finally {
				isLent = false;
				if (!isRestored) for (const other of others) stdout.on('resize', other);
			}
		});
		if (isRestored) return;
		attention.resume();
		modes.mouse(isMouseOn);
		// The terminal may have been resized meanwhile.
		stdout.emit('resize');
	}

	const errands = createErrands({ options, lend, tell: (words) => controller.toast(words) });
	const takeover = createTakeover({ app, shell: options.shell, stdin, stdout, lend });

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
				run(errands.copy(request.text, request.label));
				break;
			case 'edit-draft':
				run(errands.edit(expandDraft(controller.getUi().composer.draft), (text) => controller.setDraft(text)));
				break;
			case 'edit-plan':
				// The agent keeps its plan: what the person writes goes to it as their words.
				run(errands.edit(request.text, (text) => (text === request.text ? undefined : controller.setDraft(text))));
				break;
			case 'open-file':
				run(errands.openFile(request));
				break;
			case 'show-picture':
				run(errands.showPicture(request.data));
				break;
			case 'export':
				run(errands.exportTranscript(request));
				break;
			case 'mouse':
				modes.mouse(request.isOn);
				break;
			case 'attach-command':
				run(takeover.attach(request.terminalId));
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
