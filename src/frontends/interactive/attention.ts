import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { TerminalModes } from '../../terminal/modes.js';
import { activityOf, noticeBetween, windowTitle } from '../../view/attention.js';
import type { Notification } from '../../view/ui-options.js';
import { hasProgress, notification, notifyWay } from './notify.js';

/** What keeps somebody in the picture who looks elsewhere. */
export type Attention = {
	/** The terminal told whether its window has the focus. */
	focus(isFocused: boolean): void;
	/** The person pressed a key: they are here. */
	touched(): void;
	/** The terminal belongs to another program until `resume`. */
	pause(): void;
	resume(): void;
	stop(): void;
};

/** What it is made with. */
export type AttentionOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly modes: TerminalModes;
	readonly write: (data: string) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly wish: Notification;
	readonly hasTitle: boolean;
	readonly hasProgress: boolean;
};

/** A terminal that never told of its focus: without a key for so long the person looks elsewhere, in ms. */
const AWAY_AFTER = 10_000;
/** Some terminals take progress away that nobody repeats, in ms. */
const PROGRESS_AGAIN = 10_000;

/** Follows the session: title and progress as its activity changes, a call when nobody looks. */
export function createAttention(options: AttentionOptions): Attention {
	const { app, clock, modes, write } = options;
	const way = notifyWay(options.wish, options.env);
	const showsProgress = options.hasProgress && hasProgress(options.env);
	let isFocused: boolean | null = null;
	let touchedAt = clock.now();
	let before = app.getState();
	let isPaused = false;
	let title = '';
	let stopTimer: (() => void) | null = null;

	/** Without a word of the terminal only somebody who chose a way to be called is called. */
	const isAway = (): boolean =>
		isFocused === null ? options.wish !== 'auto' && clock.now() - touchedAt >= AWAY_AFTER : !isFocused;

	function showTitle(text: string): void {
		if (!options.hasTitle || text === title) return;
		title = text;
		modes.title(text);
	}

	function showProgress(isOn: boolean): void {
		if (!showsProgress) return;
		if (isOn === (stopTimer !== null)) return;
		if (isOn) {
			repeatProgress();
			return;
		}
		stopTimer?.();
		stopTimer = null;
		modes.progress(false);
	}

	function repeatProgress(): void {
		modes.progress(true);
		stopTimer = clock.after(PROGRESS_AGAIN, repeatProgress);
	}

	function follow(): void {
		const after = app.getState();
		const notice = noticeBetween(before, after);
		before = after;
		if (isPaused) return;
		if (notice !== null && way !== 'off' && isAway()) write(notification(way, notice));
		showTitle(windowTitle(after));
		showProgress(activityOf(after) === 'working');
	}

	const unsubscribe = app.subscribe(follow);
	modes.focusReports(true);
	follow();

	return {
		focus(isNow) {
			isFocused = isNow;
		},
		touched() {
			touchedAt = clock.now();
		},
		pause() {
			isPaused = true;
			modes.focusReports(false);
			showProgress(false);
			title = '';
			modes.title(null);
		},
		resume() {
			isPaused = false;
			// Whoever took the terminal back is in front of it, and it tells when that changes.
			isFocused = null;
			touchedAt = clock.now();
			modes.focusReports(true);
			follow();
		},
		stop() {
			isPaused = true;
			stopTimer?.();
			unsubscribe();
		},
	};
}
