import {
	DIFF_LAYOUTS,
	EDITORS,
	EXITS,
	GLYPHS,
	MOTIONS,
	NOTIFICATIONS,
	PICTURES,
	SCREENS,
	SIDE_PANELS,
	type SoundChoice,
	STATUS_PARTS,
	type StatusPart,
} from '../../view/ui-options.js';
import { appearance, harmless, merged, section, setting } from './config-row.js';
import { soundChoice } from './config-values.js';

export const UI = section('The interface', {
	theme: setting({
		about:
			'Colours: auto (by the terminal’s background), dark, light, neutral, ansi, mono, high-contrast, high-contrast-dark, high-contrast-light, a scheme such as catppuccin-mocha (acp-tui themes lists them), or one of "themes"',
		schema: ({ text }) => text(),
		defaultValue: 'auto',
		// A theme of the project's own waits with its definition.
		needsTrust: (theme, _, { themes = {} }) => Object.hasOwn(themes, theme),
		effect: () => null,
	}),
	paintBackground: appearance(
		'Set the terminal’s background to the theme’s until you leave',
		({ flag }) => flag(),
		false,
	),
	mouse: appearance('Clicks, selection and the wheel; off, the mouse is the terminal’s', ({ flag }) => flag(), true),
	notify: appearance(
		'How to call you when something waits and the terminal is not in front',
		({ choice }) => choice(NOTIFICATIONS),
		'auto',
	),
	sound: merged({
		about:
			'Sounds that call you: off, a file, or by event (turn, question) a file or a list, a program and its arguments. Not from a project',
		schema: ({ sound }) => sound(),
		defaultValue: 'off' as SoundChoice,
		// A sound command starts a program.
		merge: (below, written, { origin, file }) => (origin === 'project' ? below : soundChoice(written, file)),
		needsTrust: harmless,
	}),
	title: appearance('Show in the window’s title what goes on', ({ flag }) => flag(), true),
	progress: appearance('Show work in the taskbar or tab, where the terminal has it', ({ flag }) => flag(), true),
	diff: appearance(
		'How file changes are laid out: auto (side by side where they have 120 columns), split (where they have 80), or unified',
		({ choice }) => choice(DIFF_LAYOUTS),
		'auto',
	),
	column: appearance('Cells that prose keeps at most on a wide screen; 0: all', ({ count }) => count(1000), 100),
	panel: appearance('A side panel from 132 × 28 cells on; f2 hides it', ({ choice }) => choice(SIDE_PANELS), 'auto'),
	motion: appearance('Reduced: nothing spins, and times change once a second', ({ choice }) => choice(MOTIONS), 'full'),
	screen: appearance(
		'Where the interface is: fullscreen, or inline, below the terminal’s own scrollback, into which it writes what is finished',
		({ choice }) => choice(SCREENS),
		'fullscreen',
	),
	pictures: appearance(
		'Show pictures in the transcript: auto (kitty, Ghostty; as coloured half blocks in other terminals with 24-bit colours) or never',
		({ choice }) => choice(PICTURES),
		'auto',
	),
	diagrams: appearance(
		'Draw Mermaid diagrams and formulas as text; ctrl+o shows their source',
		({ flag }) => flag(),
		true,
	),
	glyphs: appearance(
		'Signs: auto (ascii on the Linux console and in locales without UTF-8, else unicode), unicode, ascii, or nerd, which adds icons that need a Nerd Font',
		({ choice }) => choice(GLYPHS),
		'auto',
	),
	statusLine: setting({
		about: `A row above the footer: parts in order (${STATUS_PARTS.join(', ')}), or {"command": "LINE"}, which gets facts as JSON on its standard input and has 200 ms`,
		schema: ({ statusLine }) => statusLine(STATUS_PARTS),
		defaultValue: [] as StatusPart[] | { command: string },
		// The status line's command starts a program.
		needsTrust: (written) => 'command' in written,
		effect: (written) => ('command' in written ? `run “${written.command}” for the status line` : null),
	}),
	editor: appearance(
		'Keys of the draft and of every field: emacs (as in a shell’s line) or vim; /vim changes it',
		({ choice }) => choice(EDITORS),
		'emacs',
	),
	exit: appearance(
		'What is said after leaving: card (files, commands, tasks, times, tokens and cost by model) or line',
		({ choice }) => choice(EXITS),
		'card',
	),
});
