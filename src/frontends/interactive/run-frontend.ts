import type { SuspendedWork, TerminalEvent } from '../../terminal/terminal.js';
import { keymapWith } from '../../view/actions/actions.js';
import type { Keymap } from '../../view/keys/keymap.js';
import { FIRST_SCREEN_ROWS } from '../../view/state/first-screen.js';
import type { OpenSessionsRequest } from '../../view/state/open-sessions.js';
import type { UiRequest } from '../../view/state/ui-step.js';
import { Attention } from './attention.js';
import { everyStep } from './every-step.js';
import type { Frontend, FrontendHost } from './frontend.js';
import type { InteractiveOptions, InteractiveSession, LiveSettings } from './interactive-options.js';
import { createOpenSession, type OpenSession } from './open-session.js';
import type { SessionManager } from './open-sessions/session-manager.js';
import { FRAME } from './pacer.js';

/** Milliseconds; the start has priority over looking for earlier sessions. */
const WELCOME_AFTER = 400;

/** Runs a front end until the user leaves, and returns the exit code. The terminal is restored before it settles. */
export async function runFrontend(
	options: InteractiveOptions,
	create: (host: FrontendHost) => Frontend,
): Promise<number> {
	const table = keymapWith(options.keys);
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
	/** The session that gets keys and is drawn. */
	#front: OpenSession;
	readonly #sessions = new Set<OpenSession>();
	/** Loaded with the first request for another session. */
	#manager: Promise<SessionManager> | null = null;
	readonly #left = Promise.withResolvers<void>();
	#isOver = false;
	#isReviewed = false;
	#settings: LiveSettings;

	constructor(options: InteractiveOptions, table: Keymap, create: (host: FrontendHost) => Frontend) {
		const { app, clock, terminal } = options;
		this.#options = options;
		this.#settings = options;
		this.#frontend = create({ table, terminal, perform: (request) => this.#perform(request) });
		const { env, playSound, ui } = options;
		this.#attention = new Attention({ app, clock, terminal, env, playSound, ...ui });
		this.#front = this.#open(options);
	}

	async untilLeft(): Promise<number> {
		const { terminal, stopped, clock, onRestore } = this.#options;
		onRestore(() => this.#leave());
		stopped.addEventListener('abort', () => this.#leave(), { once: true });
		const unsubscribe = terminal.onEvent((event) => this.#take(event));
		try {
			terminal.open();
			this.#frontend.opened();
			// Starting a process holds up the loop: type-ahead is shown first. An agent takes much longer anyway.
			clock.after(FRAME, () => this.#begin());
			await this.#left.promise;
			return stopped.aborted ? Number(stopped.reason) : 0;
		} finally {
			this.#leave();
			unsubscribe();
		}
	}

	#perform(request: UiRequest): void {
		const { review } = this.#options;
		if (review === undefined || request.type !== 'send') {
			if (review === undefined || !this.#isOver) this.#front.perform(request);
			return;
		}
		// The request's follow-ups, such as deleting sent notes, are dropped: nobody may have got the prompt.
		review.onPrompt(request.text);
		this.#leave();
	}

	/** Without an agent: what is left when the review is closed has nothing to offer. */
	#beginReview(range: string): void {
		this.#frontend.panel({ name: 'review', typed: `${range}\n` });
		this.#isReviewed = true;
	}

	#begin(): void {
		const { app, clock, prompt, sessionSearch, review } = this.#options;
		if (this.#isOver) return;
		if (review !== undefined) {
			this.#beginReview(review.range);
			return;
		}
		const { resuming, isRestoring } = app.getState();
		const isTakingUp = resuming !== undefined || isRestoring === true;
		if (sessionSearch !== null) this.#frontend.panel({ name: 'sessions', typed: sessionSearch });
		app.start();
		if (prompt !== '') this.#front.send(prompt);
		// A resumed session is not announced.
		if (sessionSearch === null && !isTakingUp) clock.after(WELCOME_AFTER, () => this.#welcomeBack());
		// Nothing is saved before the drafts of an earlier run are known, nor after the session's end.
		this.#frontend.source.subscribe(() => {
			if (!this.#isOver) this.#front.changed();
		});
		this.#front.begin();
	}

	/** Mentions earlier sessions here, unless one is being resumed by now. */
	#welcomeBack(): void {
		const { app } = this.#options;
		const { resuming, isRestoring } = app.getState();
		const isNew = resuming === undefined && isRestoring !== true;
		if (this.#isOver || !isNew) return;
		const withAgents = this.#frontend.hasFirstScreen === true && this.#options.terminal.size.rows >= FIRST_SCREEN_ROWS;
		app.dispatch({ type: 'session-list', request: { type: 'recent', withAgents } });
	}

	#open(session: InteractiveSession): OpenSession {
		const open = createOpenSession(session, {
			options: this.#options,
			frontend: this.#frontend,
			isInFront: (app) => this.#front.app === app,
			suspend: (work) => this.#suspend(work),
			leave: () => this.#leave(),
			sessions: (request) => this.#request(request),
			configure: (settings) => this.#configure(settings),
		});
		this.#sessions.add(open);
		return open;
	}

	/** Puts changed settings in force, as far as they need no start. */
	#configure(settings: LiveSettings): void {
		const table = keymapWith(settings.keys);
		if (!table.ok) return;
		const { mouse } = this.#settings.ui;
		this.#settings = settings;
		this.#frontend.configure(settings, table.value);
		this.#attention.configure(settings.ui);
		if (settings.ui.mouse !== mouse) this.#frontend.mouse?.(settings.ui.mouse);
		this.#options.configured?.(settings);
	}

	async #request(request: OpenSessionsRequest): Promise<void> {
		this.#manager ??= this.#createManager();
		const manager = await this.#manager;
		if (!this.#isOver) await manager.perform(request);
	}

	async #createManager(): Promise<SessionManager> {
		const { SessionManager: Manager } = await import('./open-sessions/session-manager.js');
		return new Manager({
			options: this.#options,
			frontend: this.#frontend,
			attention: this.#attention,
			first: this.#front,
			open: (session) => this.#open(session),
			show: (open, heading, rows) => {
				this.#front = open;
				this.#frontend.show(open.session, heading, rows);
				this.#attention.show(open.app);
			},
			close: (open) => {
				this.#sessions.delete(open);
				open.stop();
				this.#frontend.forget(open.app);
			},
		});
	}

	#take(event: TerminalEvent): void {
		const frontend = this.#frontend;
		switch (event.type) {
			case 'key':
				this.#attention.touched();
				frontend.key(event.key, event.isFollowed);
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
		if (this.#isReviewed && frontend.getUi().panel.kind === 'none') this.#leave();
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

	/** Restores the terminal, once. A fault in drawing may occur again here. */
	#leave(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#options.onRestore(null);
		let lines: readonly string[] = [];
		everyStep([
			...[...this.#sessions].map((open) => () => open.stop()),
			() => {
				lines = this.#frontend.stop();
			},
			() => this.#attention.stop(),
			() => this.#options.terminal.close(lines),
			() => this.#left.resolve(),
		]);
		this.#manager?.then(
			(manager) => manager.stop(),
			() => undefined,
		);
	}
}
