import type { TerminalEvent } from '../../terminal/events.js';
import type { SuspendedWork } from '../../terminal/terminal.js';
import { defaultKeyBindings } from '../../view/actions/actions.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { buildKeymap, type Keymap } from '../../view/keys/keymap.js';
import type { UiRequest } from '../../view/state/step.js';
import { createSender, type Sender } from '../prompt/sender.js';
import { Attention } from './attention.js';
import { createDraftSaver, type DraftSaver } from './draft-saver.js';
import { everyStep } from './every-step.js';
import { createExternalPrograms } from './external-programs.js';
import type { Frontend, FrontendHost } from './frontend.js';
import { createImages } from './images.js';
import { unexpected } from './messages.js';
import type { InteractiveOptions } from './options.js';
import { FRAME } from './pacer.js';
import { Passthrough } from './passthrough.js';
import { createPerformer } from './perform.js';

/**
 * Runs a front end on the terminal until the user leaves, and starts the agent behind it. Returns the exit
 * code: 0, 2 for key bindings that cannot be, or what `stopped` says. The terminal is given back before
 * it settles; the app is closed by the caller.
 */
export async function runFrontend(
	options: InteractiveOptions,
	create: (host: FrontendHost) => Frontend,
): Promise<number> {
	const table = buildKeymap(defaultKeyBindings, options.keys);
	if (!table.ok) {
		process.stderr.write(`acp-tui: ${table.failure.message} ${table.failure.hint ?? ''}\n`);
		return 2;
	}
	return new FrontendRun(options, table.value, create).untilLeft();
}

class FrontendRun {
	readonly #options: InteractiveOptions;
	readonly #frontend: Frontend;
	readonly #attention: Attention;
	readonly #drafts: DraftSaver;
	readonly #sender: Sender;
	readonly #passthrough: Passthrough;
	readonly #perform: (request: UiRequest) => void;
	readonly #left = Promise.withResolvers<void>();
	#isOver = false;

	constructor(options: InteractiveOptions, table: Keymap, create: (host: FrontendHost) => Frontend) {
		const { app, clock, terminal } = options;
		this.#options = options;
		this.#frontend = create({ table, terminal, perform: (request) => this.#perform(request) });
		const { compose, getUi } = this.#frontend;
		const tell = (words: string): void => this.#frontend.tell(words);
		const tellLong = (words: string | null): void => this.#frontend.tell(words, true);
		this.#drafts = createDraftSaver({ store: options.drafts, app, clock, ui: getUi, compose, tell: tellLong });
		this.#sender = createSender({
			app,
			ids: options.ids,
			attachments: options.attachments,
			limits: options.mentions,
			tell: tellLong,
			giveBack: (draft) => compose({ type: 'give-back', draft }),
		});
		const { notify, title: hasTitle, progress: hasProgress } = options.ui;
		this.#attention = new Attention({ app, clock, terminal, env: options.env, notify, hasTitle, hasProgress });
		const suspend = (work: SuspendedWork): Promise<void> => this.#suspend(work);
		this.#passthrough = new Passthrough({ app, shell: options.shell, suspend });
		this.#perform = createPerformer({
			options,
			frontend: this.#frontend,
			sender: this.#sender,
			images: createImages({ attachments: options.attachments, compose, tell }),
			externalPrograms: createExternalPrograms({ options, suspend, tell }),
			passthrough: this.#passthrough,
			suspend,
			leave: () => this.#leave(),
		});
	}

	async untilLeft(): Promise<number> {
		const { terminal, stopped, clock, onRestore } = this.#options;
		onRestore(() => this.#leave());
		stopped.addEventListener('abort', () => this.#leave(), { once: true });
		const unsubscribe = terminal.onEvent((event) => this.#take(event));
		try {
			terminal.open();
			this.#frontend.opened();
			// Starting a process and loading the protocol's library hold up the loop: what was typed while this
			// program loaded is shown first. An agent takes many times longer to get ready.
			clock.after(FRAME, () => this.#begin());
			await this.#left.promise;
			return stopped.aborted ? Number(stopped.reason) : 0;
		} finally {
			this.#leave();
			unsubscribe();
		}
	}

	#begin(): void {
		const { app, prompt, history } = this.#options;
		if (this.#isOver) return;
		app.start();
		if (prompt !== '') this.#sendArgument(prompt);
		// The draft is drawn anew whenever it changes; what waits in the queue is the app's. Nothing is kept
		// before it is known what an earlier run left. What ends with the session afterwards changes nothing of it.
		const keepDraft = (): void => {
			if (!this.#isOver) this.#drafts.changed();
		};
		this.#frontend.source.subscribe(keepDraft);
		app.subscribe(keepDraft);
		this.#run(this.#drafts.restore());
		this.#run(history.load().then((entries) => this.#frontend.compose({ type: 'history', entries })));
	}

	/** The prompt of the command line; it comes back as the draft where something is wrong with it. */
	#sendArgument(text: string): void {
		const draft = { ...emptyDraft, text, cursor: text.length };
		this.#sender.send({ text, written: text, images: [], interrupts: false, draft });
	}

	#take(event: TerminalEvent): void {
		const frontend = this.#frontend;
		switch (event.type) {
			case 'key':
				this.#attention.touched();
				frontend.key(event.key);
				break;
			case 'paste':
				this.#attention.touched();
				frontend.paste(event.text);
				break;
			case 'mouse':
				frontend.pointer?.(event.event);
				break;
			case 'focus':
				this.#attention.focus(event.isFocused);
				break;
			case 'resize':
				frontend.resize(event.columns, event.rows);
				break;
			case 'report':
				frontend.answer?.(event.report);
				break;
			case 'end':
				this.#leave();
				break;
		}
	}

	async #suspend(work: SuspendedWork): Promise<void> {
		const { terminal } = this.#options;
		const isMine = !terminal.isSuspended;
		if (isMine) this.#frontend.suspended?.(true);
		try {
			await terminal.suspend(work);
		} finally {
			if (isMine && !this.#isOver) {
				this.#frontend.suspended?.(false);
				this.#attention.resumed();
			}
		}
	}

	/** Gives the terminal back, once. After a fault in what is drawn the same fault may be in the way here. */
	#leave(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#options.onRestore(null);
		let lines: readonly string[] = [];
		everyStep([
			() => this.#drafts.flush(),
			() => this.#passthrough.stop(),
			() => {
				lines = this.#frontend.stop();
			},
			() => this.#attention.stop(),
			() => this.#options.terminal.close(lines),
			() => this.#left.resolve(),
		]);
	}

	#run(work: Promise<void>): void {
		work.catch((error: unknown) => this.#frontend.tell(unexpected(error)));
	}
}
