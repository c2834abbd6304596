/** How the user is called when something waits: `auto` takes the best way that the terminal is known to have. */
export const NOTIFICATIONS = ['auto', 'bell', 'osc9', 'osc777', 'off'] as const;

/** How changes are laid out: side by side where there is room, never, or as soon as both sides are readable. */
export const DIFF_LAYOUTS = ['auto', 'unified', 'split'] as const;

/** How much moves: with `reduced` nothing spins, and times change once a second. */
export const MOTIONS = ['full', 'reduced'] as const;

/** Where the interface is: on the whole screen, or below the terminal's own scrollback. */
export const SCREENS = ['fullscreen', 'inline'] as const;

/** Whether pictures are shown: where the terminal says that it can, or never. */
export const PICTURES = ['auto', 'never'] as const;

/** Signs that the terminal's font has: those of Unicode, those of a Nerd Font too, or ASCII alone. */
export const GLYPHS = ['auto', 'unicode', 'nerd', 'ascii'] as const;

/** The signs that are used; `auto` is decided by the terminal and the locale. */
export type Glyphs = Exclude<(typeof GLYPHS)[number], 'auto'>;

/** Whether wide screens have a side panel. */
export const SIDE_PANELS = ['auto', 'never'] as const;

export type SidePanelChoice = (typeof SIDE_PANELS)[number];

/** Words after leaving: a few rows on the work done, or one. */
export const EXITS = ['card', 'line'] as const;

/** Events that have a sound. */
export type SoundEvent = 'turn' | 'question';

/** A sound file, or a program and its arguments. */
export type Sound = string | readonly string[];

/** One sound file for all events, or a sound by event; paths are absolute. */
export type SoundChoice = 'off' | (string & {}) | Readonly<Partial<Record<SoundEvent, Sound>>>;

/** Parts of a status line of the user's own. */
export const STATUS_PARTS = [
	...(['agent', 'model', 'mode', 'folder', 'branch', 'session', 'context', 'tokens', 'cost', 'tasks'] as const),
	...(['queue', 'changes', 'sandbox', 'version'] as const),
] as const;

export type StatusPart = (typeof STATUS_PARTS)[number];

export type StatusLineChoice = readonly StatusPart[] | { readonly command: string };

/** Keys of text fields: those of a shell's line, or vim's. */
export const EDITORS = ['emacs', 'vim'] as const;

export type Editor = (typeof EDITORS)[number];

export type DiffLayout = (typeof DIFF_LAYOUTS)[number];

/** How the user is called. */
export type Notification = (typeof NOTIFICATIONS)[number];

/** How the interface looks and behaves: `ui` of the configuration. */
export type UiOptions = {
	/** A name of `themes`, a built-in theme, or what the terminal decides: `auto`, `high-contrast`. */
	readonly theme: string;
	/** The terminal's background is that of the theme. */
	readonly paintBackground: boolean;
	readonly mouse: boolean;
	readonly notify: Notification;
	readonly sound: SoundChoice;
	readonly title: boolean;
	readonly progress: boolean;
	readonly diff: DiffLayout;
	readonly motion: (typeof MOTIONS)[number];
	readonly screen: (typeof SCREENS)[number];
	readonly pictures: (typeof PICTURES)[number];
	/** Diagrams and formulas are drawn instead of their source. */
	readonly diagrams: boolean;
	/** Cells that prose keeps at most; 0: all. */
	readonly column: number;
	readonly panel: SidePanelChoice;
	readonly exit: (typeof EXITS)[number];
	readonly editor: Editor;
	readonly glyphs: (typeof GLYPHS)[number];
	/** A row above the footer; without parts there is none. */
	readonly statusLine: StatusLineChoice;
};
