import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Terminal } from '../../terminal/terminal.js';
import { type Activity, activityOf, moreUrgent, noticeBetween, windowTitle } from '../../view/attention.js';
import type { Notification } from '../../view/ui-options.js';
import { hasProgress, type NotifyWay, notification, notifyWay } from './notify.js';

/** What it is made with. */
export type AttentionOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly terminal: Pick<Terminal, 'setMode' | 'setTitle' | 'setProgress' | 'writeControl'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How the user wants to be notified. */
	readonly notify: Notification;
	readonly hasTitle: boolean;
	readonly hasProgress: boolean;
};

/** A terminal that never reported its focus: without a key for so long the user looks elsewhere, in ms. */
const AWAY_AFTER = 10_000;
/** Some terminals take progress away that nobody repeats, in ms. */
const PROGRESS_AGAIN = 10_000;

/**
 * Keeps a user in the picture who looks elsewhere: title and progress follow the session, and a notification comes
 * when nobody looks.
 */
export class Attention {
	readonly #options: AttentionOptions;
	readonly #way: NotifyWay;
	readonly #showsProgress: boolean;
	#unsubscribe: () => void;
	#app: App;
	/** What the sessions do that are not in front. */
	#others: Activity = 'idle';
	#isFocused: boolean | null = null;
	#touchedAt: number;
	#before: SessionState;
	#title = '';
	#stopProgress: (() => void) | null = null;

	constructor(options: AttentionOptions) {
		this.#options = options;
		this.#way = notifyWay(options.notify, options.env);
		this.#showsProgress = options.hasProgress && hasProgress(options.env);
		this.#touchedAt = options.clock.now();
		this.#app = options.app;
		this.#before = options.app.getState();
		this.#unsubscribe = options.app.subscribe(() => this.#follow());
		options.terminal.setMode('focus-reports', true);
		this.#follow();
	}

	/** The terminal reported whether its window has the focus. */
	focus(isFocused: boolean): void {
		this.#isFocused = isFocused;
	}

	/** The user pressed a key: they are here. */
	touched(): void {
		this.#touchedAt = this.#options.clock.now();
	}

	/** Another program gave the terminal back: the user is in front of it, and it reports when that changes. */
	resumed(): void {
		this.#isFocused = null;
		this.touched();
	}

	/** Another session is in front. */
	show(app: App): void {
		this.#unsubscribe();
		this.#app = app;
		this.#before = app.getState();
		this.#unsubscribe = app.subscribe(() => this.#follow());
		this.#follow();
	}

	/** What the sessions do that are not in front, the most urgent of it. */
	setOthers(activity: Activity): void {
		this.#others = activity;
		this.#follow();
	}

	/** Calls a user who looks elsewhere; the text is sanitised. */
	call(notice: string): void {
		if (this.#way !== 'off' && this.#isAway()) this.#options.terminal.writeControl(notification(this.#way, notice));
	}

	stop(): void {
		this.#unsubscribe();
		this.#stopProgress?.();
	}

	#follow(): void {
		const after = this.#app.getState();
		const notice = noticeBetween(this.#before, after);
		this.#before = after;
		if (notice !== null) this.call(notice);
		const activity = moreUrgent(activityOf(after), this.#others);
		this.#showTitle(windowTitle(after, activity));
		this.#showProgress(activity === 'working');
	}

	/** Where the terminal reports nothing, only a user who chose a way to be notified is. */
	#isAway(): boolean {
		if (this.#isFocused !== null) return !this.#isFocused;
		return this.#options.notify !== 'auto' && this.#options.clock.now() - this.#touchedAt >= AWAY_AFTER;
	}

	#showTitle(text: string): void {
		if (!this.#options.hasTitle || text === this.#title) return;
		this.#title = text;
		this.#options.terminal.setTitle(text);
	}

	#showProgress(isOn: boolean): void {
		if (!this.#showsProgress || isOn === (this.#stopProgress !== null)) return;
		if (isOn) {
			this.#repeatProgress();
			return;
		}
		this.#stopProgress?.();
		this.#stopProgress = null;
		this.#options.terminal.setProgress(false);
	}

	#repeatProgress(): void {
		this.#options.terminal.setProgress(true);
		this.#stopProgress = this.#options.clock.after(PROGRESS_AGAIN, () => this.#repeatProgress());
	}
}
