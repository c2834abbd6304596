import { type Instance, render } from 'ink';
import { defined } from '../../core/defined.js';
import { fromInk } from '../../terminal/input/from-ink.js';
import { watchReports } from '../../terminal/input/watch-reports.js';
import { createTerminalModes } from '../../terminal/modes.js';
import { defaultBindings } from '../../view/actions/actions.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { buildTable } from '../../view/keys/table.js';
import { createSender } from '../prompt/sender.js';
import { createAttention } from './attention.js';
import { createDraftKeeper } from './draft-store.js';
import { everyStep } from './every-step.js';
import { createErrands } from './external-programs.js';
import type { Form, FormHost, Lend } from './frontend.js';
import { createImages } from './images.js';
import { createLender } from './lend.js';
import type { InteractiveOptions } from './options.js';
import { FRAME } from './pacer.js';
import { createTakeover } from './passthrough.js';
import { createPerformer } from './perform.js';

/** Frames are paced by the forms; Ink's own limit only has to be out of the way. */
const MAX_FPS = 1000;

/**
 * Runs a form of the interface until the person leaves, and starts the agent behind it. Returns the exit
 * code: 0, 2 for key bindings that cannot be, or what `stopped` says. The terminal is given back before
 * it settles; the app is closed by the caller.
 */
export async function runForm(options: InteractiveOptions, create: (host: FormHost) => Form): Promise<number> {
	const { app, clock } = options;
	const { stdin, stdout } = process;
	const table = buildTable(defaultBindings, options.keys);
	if (!table.ok) {
		process.stderr.write(`acp-tui: ${table.failure.message} ${table.failure.hint ?? ''}\n`);
		return 2;
	}
	const write = (data: string): void => {
		stdout.write(data);
	};
	const modes = createTerminalModes(write);
	const form = create({ table: table.value, stdin, stdout, write, modes, perform: (request) => perform(request) });
	const tell = (words: string): void => form.tell(words);
	const tellLong = (words: string | null): void => form.tell(words, true);
	const keeper = createDraftKeeper({
		store: options.drafts,
		app,
		clock,
		ui: form.getUi,
		compose: form.compose,
		tell: tellLong,
	});
	const sender = createSender({
		app,
		ids: options.ids,
		attachments: options.attachments,
		limits: options.mentions,
		tell: tellLong,
		giveBack: (draft) => form.compose({ type: 'give-back', draft }),
	});
	const images = createImages({ attachments: options.attachments, compose: form.compose, tell });
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
	// Set once Ink runs: makes React take over the new picture at once.
	let commit = (): void => undefined;
	const onResize = (): void => {
		form.resize(stdout.columns, stdout.rows);
		// Ink draws again on a resize. Were the old frame still there, its lines would wrap in the narrower
		// terminal, and everything after it would stand in the wrong rows.
		commit();
	};
	// Before Ink's own listener, for the same reason.
	stdout.prependListener('resize', onResize);
	const lender = createLender({ form, attention, stdin, stdout, onResize, isOver: () => isRestored });
	const lend: Lend = (work) => lender.lend(work);
	const errands = createErrands({ options, lend, tell });
	const takeover = createTakeover({ app, shell: options.shell, stdin, stdout, lend });
	const perform = createPerformer({
		options,
		form,
		sender,
		images,
		errands,
		takeover,
		lend,
		leave: () => restore(),
	});
	const stopObserving = watchReports({
		clock,
		stdin,
		report: form.report,
		focus: attention.focus,
		...defined({ filter: form.filter }),
		isLent: lender.isLent,
	});
	// Ink switches it on only after the first frame: what is typed until then would be echoed into it.
	stdin.setRawMode(true);
	// What was typed before that was: the cursor stands behind it, there on the other screen too, and the first
	// frame would begin in that column.
	if (form.look.alternateScreen) write('\r');
	const element = form.element({
		onInput: (input, key) => {
			attention.touched();
			for (const pressed of fromInk(input, key)) form.key(pressed);
		},
		onPaste: form.paste,
		onReady: lender.setHandOver,
	});
	const instance: Instance = render(element, {
		...form.look,
		stdin,
		stdout: form.inkOutput ?? stdout,
		exitOnCtrlC: false,
		maxFps: MAX_FPS,
		interactive: true,
		// Ink's own form for screen readers writes the whole screen anew at each change.
		isScreenReaderEnabled: false,
		kittyKeyboard: { mode: 'auto', flags: ['disambiguateEscapeCodes'] },
	});
	commit = () => instance.rerender(element);
	let isRestored = false;
	const restore = (): void => {
		if (isRestored) return;
		isRestored = true;
		options.onRestore(null);
		// After a fault in what is drawn the same fault may be in the way here.
		everyStep([
			keeper.flush,
			takeover.stop,
			form.stop,
			attention.stop,
			stopObserving,
			() => stdout.off('resize', onResize),
			modes.restore,
			() => instance.unmount(),
		]);
	};
	// What ends with the session afterwards changes nothing of what was kept.
	const keepDraft = (): void => {
		if (!isRestored) keeper.changed();
	};
	options.onRestore(restore);
	options.stopped.addEventListener('abort', restore, { once: true });
	stdin.once('end', restore);
	form.opened?.(instance);
	// Starting a process and loading the protocol's library hold up the loop: what was typed while this
	// program loaded is shown first. An agent takes many times longer to get ready.
	clock.after(FRAME, () => {
		if (isRestored) return;
		app.start();
		if (options.prompt !== '') sendArgument(options.prompt);
		// The draft is drawn anew whenever it changes; what waits in the queue is the app's. Nothing is kept
		// before it is known what an earlier run left.
		form.source.subscribe(keepDraft);
		app.subscribe(keepDraft);
		run(keeper.restore());
		run(options.history.load().then((entries) => form.compose({ type: 'history', entries })));
	});

	/** The prompt of the command line; it comes back as the draft where something is wrong with it. */
	function sendArgument(text: string): void {
		const draft = { ...emptyDraft, text, cursor: text.length };
		sender.send({ text, written: text, images: [], interrupts: false, draft });
	}

	function run(work: Promise<void>): void {
		work.catch((error: unknown) => tell(`That did not work: ${String(error)}`));
	}

	try {
		await instance.waitUntilExit();
		return options.stopped.aborted ? Number(options.stopped.reason) : 0;
	} finally {
		restore();
	}
}
