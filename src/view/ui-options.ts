/** Ways to call the user when something waits: `auto` takes the best one that the terminal is known to have. */
export const NOTIFICATIONS = ['auto', 'bell', 'osc9', 'osc777', 'off'] as const;

/** Layouts of changes: side by side where there is room, never, or as soon as both sides are readable. */
export const DIFF_LAYOUTS = ['auto', 'unified', 'split'] as const;

/** Amounts of motion: with `reduced` nothing spins, and times change once a second. */
export const MOTIONS = ['full', 'reduced'] as const;

export const SCREENS = ['fullscreen', 'inline'] as const;

export const PICTURES = ['auto', 'never'] as const;

/** Signs that the terminal's font has: those of Unicode, those of a Nerd Font too, or ASCII alone. */
export const GLYPHS = ['auto', 'unicode', 'nerd', 'ascii'] as const;

export type Glyphs = Exclude<(typeof GLYPHS)[number], 'auto'>;

export const SIDE_PANELS = ['auto', 'never'] as const;

export type SidePanelChoice = (typeof SIDE_PANELS)[number];

export const EXITS = ['card', 'line'] as const;

export type SoundEvent = 'turn' | 'question';

export type Sound = string | readonly string[];

/** One sound file for all events, or a sound by event; paths are absolute. */
export type SoundChoice = 'off' | (string & {}) | Readonly<Partial<Record<SoundEvent, Sound>>>;

export const STATUS_PARTS = [
	...(['agent', 'model', 'mode', 'folder', 'branch', 'session', 'context', 'tokens', 'cost', 'tasks'] as const),
	...(['queue', 'changes', 'sandbox', 'version'] as const),
] as const;

export type StatusPart = (typeof STATUS_PARTS)[number];

export type StatusLineChoice = readonly StatusPart[] | { readonly command: string };

export const EDITORS = ['emacs', 'vim'] as const;

export type Editor = (typeof EDITORS)[number];

export type DiffLayout = (typeof DIFF_LAYOUTS)[number];

export type Notification = (typeof NOTIFICATIONS)[number];

export type UiOptions = {
	/** A name of `themes`, a built-in theme, or what the terminal decides: `auto`, `high-contrast`. */
	readonly theme: string;
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
	readonly diagrams: boolean;
	/** Cells that prose keeps at most; 0: all. */
	readonly column: number;
	readonly panel: SidePanelChoice;
	readonly exit: (typeof EXITS)[number];
	readonly editor: Editor;
	readonly glyphs: (typeof GLYPHS)[number];
	readonly statusLine: StatusLineChoice;
};
