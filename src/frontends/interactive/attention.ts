import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { Terminal } from '../../terminal/terminal.js';
import {
	type Activity,
	activityOf,
	moreUrgent,
	type Notice,
	noticeBetween,
	windowTitle,
} from '../../view/attention.js';
import { asciiSigns } from '../../view/theme/glyphs.js';
import type { Notification, UiOptions } from '../../view/ui-options.js';
import { glyphsOf } from './appearance.js';
import { type PlaySound, Sounds } from './sounds.js';

type AttentionChoice = Pick<UiOptions, 'notify' | 'sound' | 'title' | 'progress' | 'glyphs'>;

export type AttentionOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly terminal: Pick<Terminal, 'setMode' | 'setTitle' | 'setProgress' | 'writeControl'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly playSound: PlaySound;
} & AttentionChoice;

/** Milliseconds without a key after which the user is away, on a terminal that never reported its focus. */
const AWAY_AFTER = 10_000;
/** Milliseconds; some terminals drop progress that is not repeated. */
const PROGRESS_AGAIN = 10_000;

/** Title, progress, notifications and sounds for a user who looks elsewhere. */
export class Attention {
	#options: AttentionOptions;
	#way: NotifyWay;
	#sounds: Sounds;
	#showsProgress: boolean;
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
		this.#sounds = this.#soundsOf(options);
		this.#showsProgress = options.progress && hasProgress(options.env);
		this.#touchedAt = options.clock.now();
		this.#app = options.app;
		this.#before = options.app.getState();
		this.#unsubscribe = options.app.subscribe(() => this.#follow());
		options.terminal.setMode('focus-reports', true);
		this.#follow();
	}

	configure({ notify, sound, title, progress, glyphs }: AttentionChoice): void {
		const { env, terminal } = this.#options;
		if (!title && this.#options.title) terminal.setTitle(null);
		if (!title) this.#title = '';
		if (!progress) this.#showProgress(false);
		this.#options = { ...this.#options, notify, sound, title, progress, glyphs };
		this.#way = notifyWay(notify, env);
		this.#showsProgress = progress && hasProgress(env);
		this.#sounds.stop();
		this.#sounds = this.#soundsOf(this.#options);
		this.#follow();
	}

	focus(isFocused: boolean): void {
		this.#isFocused = isFocused;
	}

	touched(): void {
		this.#touchedAt = this.#options.clock.now();
	}

	/** For the return from another program: the user is at the terminal, and a change of focus will be reported. */
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

	/** Calls a user who looks elsewhere; the words are sanitised. */
	call({ kind, words }: Notice): void {
		const { notify, terminal } = this.#options;
		if (this.#way !== 'off' && this.#isAway(notify !== 'auto')) terminal.writeControl(notification(this.#way, words));
		if (this.#isAway(true)) void this.#sounds.call(kind);
	}

	stop(): void {
		this.#unsubscribe();
		this.#sounds.stop();
		this.#stopProgress?.();
	}

	#soundsOf({ sound, playSound }: Pick<AttentionOptions, 'sound' | 'playSound'>): Sounds {
		return new Sounds(sound, playSound, ({ message, hint }) => {
			const then = hint === undefined ? {} : { hint };
			this.#app.dispatch({ type: 'note', level: 'warning', title: message, ...then });
		});
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

	/** On a terminal without focus reports, only a user who chose how to be called counts as away. */
	#isAway(isChosen: boolean): boolean {
		if (this.#isFocused !== null) return !this.#isFocused;
		return isChosen && this.#options.clock.now() - this.#touchedAt >= AWAY_AFTER;
	}

	#showTitle(words: string): void {
		const { glyphs, env } = this.#options;
		const text = glyphsOf(glyphs, env) === 'ascii' ? asciiSigns(words) : words;
		if (!this.#options.title || text === this.#title) return;
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

type Environment = Readonly<Record<string, string | undefined>>;
type NotifyWay = Exclude<Notification, 'auto'>;

/** The chosen notification, or the best that this terminal is known to show. */
export function notifyWay(option: Notification, env: Environment): NotifyWay {
	if (option !== 'auto') return option;
	// Multiplexers drop unknown sequences and pass the bell on.
	if (isMultiplexed(env)) return 'bell';
	if (/^(?:iTerm\.app|WezTerm|ghostty)$/i.test(env['TERM_PROGRAM'] ?? '')) return 'osc9';
	if (/kitty|ghostty|wezterm/.test(env['TERM'] ?? '')) return 'osc9';
	return /^foot/.test(env['TERM'] ?? '') ? 'osc777' : 'bell';
}

/** Terminals that show OSC 9;4 as progress; others may show its text as a notification. */
export function hasProgress(env: Environment): boolean {
	if (isMultiplexed(env)) return false;
	if ((env['WT_SESSION'] ?? '') !== '' || env['ConEmuANSI'] === 'ON') return true;
	return /^(?:ghostty|WezTerm)$/i.test(env['TERM_PROGRAM'] ?? '') || /ghostty/.test(env['TERM'] ?? '');
}

export function notification(way: NotifyWay, text: string): string {
	switch (way) {
		case 'bell':
			return '\x07';
		case 'osc9':
			// The name comes first: a text that begins with a number would be one of ConEmu's commands.
			return `\x1b]9;acp-tui: ${text}\x07`;
		case 'osc777':
			// Fields are separated by semicolons.
			return `\x1b]777;notify;acp-tui;${text.replaceAll(';', ',')}\x07`;
		case 'off':
			return '';
	}
}

function isMultiplexed(env: Environment): boolean {
	return (env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || /^(?:screen|tmux)/.test(env['TERM'] ?? '');
}
