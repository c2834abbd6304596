import { render } from 'ink';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { LinearScreen } from '../../ui/linear-screen.js';
import { expandDraft } from '../../view/composer/chips.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { fromInk } from '../../view/keys/from-ink.js';
import { buildTable } from '../../view/keys/table.js';
import type { UiRequest } from '../../view/screens/step.js';
import { createSender } from '../attach/sender.js';
import { createAttention } from '../interactive/attention.js';
import { createDraftKeeper } from '../interactive/draft-keeper.js';
import { createErrands } from '../interactive/errands.js';
import { createImages } from '../interactive/images.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { releaseInput } from '../interactive/release-input.js';
import { suspendProcess } from '../interactive/suspend.js';
import { createTakeover } from '../interactive/takeover.js';
import { createTerminalModes } from '../interactive/terminal-modes.js';
import { watchReports } from '../interactive/watch-reports.js';
import { createLinearController } from './controller.js';

/** Frames are paced by the controller; Ink's own limit only has to be out of the way. */
const MAX_FPS = 1000;

/**
 * Runs the form for screen readers until the person leaves: lines in the terminal's own scrollback, the
 * draft last. Returns the exit code: 0, 2 for key bindings that cannot be, or what `stopped` says.
 */
export async function startLinear(options: InteractiveOptions): Promise<number> {
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
	let writeAbove = write;
	/** The terminal is another program's: Ink would throw away what is said, a question too. */
	let isAway = false;
	const unsaid: string[] = [];
	let handOver: ((work: () => Promise<void>) => Promise<void>) | null = null;
	const controller = createLinearController({
		app,
		clock,
		table: table.value,
		home: options.home,
		columns: stdout.columns,
		rows: stdout.rows,
		greeting: `acp-tui in ${sanitizeLine(app.getState().cwd)}. Write a prompt and press enter. /help tells more, control d leaves.`,
		say(lines) {
			if (isAway) unsaid.push(...lines);
			else writeAbove(`${lines.join('\n')}\n`);
		},
		perform,
	});
	const tell = controller.tell;
	const keeper = createDraftKeeper({
		store: options.drafts,
		app,
		clock,
		ui: controller.getUi,
		compose: controller.compose,
		tell,
	});
	const sender = createSender({
		app,
		ids: options.ids,
		attachments: options.attachments,
		limits: options.mentions,
		tell: (words) => words !== null && tell(words),
		giveBack: (draft) => controller.compose({ type: 'give-back', draft }),
	});
	const images = createImages({ attachments: options.attachments, compose: controller.compose, tell });
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
	const errands = createErrands({ options, lend, tell });
	const takeover = createTakeover({ app, shell: options.shell, stdin, stdout, lend });
	const onResize = (): void => controller.resize(stdout.columns, stdout.rows);
	stdout.prependListener('resize', onResize);
	let isLent = false;
	const stopObserving = watchReports({
		clock,
		stdin,
		report: (report) => report.type === 'key' && controller.key(report.key),
		focus: attention.focus,
		isLent: () => isLent,
	});
	stdin.setRawMode(true);
	const instance = render(
		<LinearScreen
			source={controller.source}
			onInput={(input, key) => {
				attention.touched();
				for (const pressed of fromInk(input, key)) controller.key(pressed);
			}}
			onPaste={controller.paste}
			onReady={(above, suspend) => {
				writeAbove = above;
				handOver = suspend;
			}}
		/>,
		{
			stdin,
			stdout,
			exitOnCtrlC: false,
			maxFps: MAX_FPS,
			interactive: true,
			// Ink's own form for screen readers writes the whole screen anew at each change.
			isScreenReaderEnabled: false,
			kittyKeyboard: { mode: 'auto', flags: ['disambiguateEscapeCodes'] },
		},
	);
	let isRestored = false;
	const restore = (): void => {
		if (isRestored) return;
		isRestored = true;
		options.onRestore(null);
		keeper.flush();
		takeover.stop();
		controller.stop();
		attention.stop();
		stopObserving();
		stdout.off('resize', onResize);
		modes.restore();
		instance.unmount();
	};
	// What ends with the session afterwards changes nothing of what was kept.
	const keepDraft = (): void => {
		if (!isRestored) keeper.changed();
	};
	options.onRestore(restore);
	options.stopped.addEventListener('abort', restore, { once: true });
	stdin.once('end', restore);
	clock.after(1, () => {
		if (isRestored) return;
		app.start();
		if (options.prompt !== '') {
			const draft = { ...emptyDraft, text: options.prompt, cursor: options.prompt.length };
			sender.send({ text: options.prompt, written: options.prompt, images: [], interrupts: false, draft });
		}
		// The draft is drawn anew whenever it changes; what waits in the queue is the app's.
		controller.source.subscribe(keepDraft);
		app.subscribe(keepDraft);
		run(keeper.restore());
		run(options.history.load().then(controller.setHistory));
	});

	/** The terminal belongs to `work` for a while. */
	async function lend(work: () => Promise<void>): Promise<void> {
		if (handOver === null) return;
		if (isAway) throw new Error('the terminal is another program’s');
		isAway = true;
		try {
			await handOver(async () => {
				isLent = true;
				attention.pause();
				try {
					await releaseInput(stdin);
					await work();
				} finally {
					isLent = false;
				}
			});
		} finally {
			isAway = false;
			const lines = unsaid.splice(0);
			if (lines.length > 0) writeAbove(`${lines.join('\n')}\n`);
		}
		if (isRestored) return;
		attention.resume();
		stdout.emit('resize');
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
				run(errands.copy(request.text, request.label));
				break;
			case 'edit-draft':
				run(errands.edit(expandDraft(controller.getUi().composer.draft), setDraft));
				break;
			case 'edit-plan':
				run(errands.edit(request.text, (text) => (text === request.text ? undefined : setDraft(text))));
				break;
			case 'open-file':
				run(errands.openFile(request));
				break;
			case 'export':
				run(errands.exportTranscript(request));
				break;
			case 'attach-command':
				run(takeover.attach(request.terminalId));
				break;
			case 'suspend':
				run(lend(() => suspendProcess()));
				break;
			case 'mouse':
			case 'redraw':
				// Nothing here is drawn but the draft, and the mouse is the terminal's.
				break;
			case 'leave':
				restore();
				break;
		}
	}

	function setDraft(text: string): void {
		controller.compose({ type: 'set-text', text });
	}

	function run(work: Promise<void>): void {
		work.catch((error: unknown) => tell(`that did not work: ${String(error)}`));
	}

	try {
		await instance.waitUntilExit();
		return options.stopped.aborted ? Number(options.stopped.reason) : 0;
	} finally {
		restore();
	}
}
