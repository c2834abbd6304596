import type { Notification } from '../../view/ui-options.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type NotifyWay = Exclude<Notification, 'auto'>;

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
