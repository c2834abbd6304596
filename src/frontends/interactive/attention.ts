import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Terminal } from '../../terminal/terminal.js';
import { type Activity, activityOf, moreUrgent, noticeBetween, windowTitle } from '../../view/attention.js';
import type { Notification } from '../../view/ui-options.js';
import { hasProgress, type NotifyWay, notification, notifyWay } from './notify.js';

export type AttentionOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly terminal: Pick<Terminal, 'setMode' | 'setTitle' | 'setProgress' | 'writeControl'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly notify: Notification;
	readonly hasTitle: boolean;
	readonly hasProgress: boolean;
};

/** Milliseconds without a key after which the user is away, on a terminal that never reported its focus. */
const AWAY_AFTER = 10_000;
/** Milliseconds; some terminals drop progress that is not repeated. */
const PROGRESS_AGAIN = 10_000;

/** Title, progress and notifications for a user who looks elsewhere. */
export class Attention {
	readonly #options: AttentionOptions;
	readonly #way: NotifyWay;
	readonly #showsProgress: boolean;
	#unsubscribe: () => void;
	#app: App;
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

	focus(isFocused: boolean): void {
		this.#isFocused = isFocused;
	}

	touched(): void {
		this.#touchedAt = this.#options.clock.now();
	}

	/** Another program returned the terminal: the user is in front of it, and a change will be reported. */
	resumed(): void {
		this.#isFocused = null;
		this.touched();
	}

	show(app: App): void {
		this.#unsubscribe();
		this.#app = app;
		this.#before = app.getState();
		this.#unsubscribe = app.subscribe(() => this.#follow());
		this.#follow();
	}

	setOthers(activity: Activity): void {
		this.#others = activity;
		this.#follow();
	}

	/** Notifies a user who looks elsewhere; the text is sanitised. */
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

	/** On a terminal without focus reports, only a user who chose a notification counts as away. */
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
