import type { Vim } from '../composer/editor.js';
import type { ThemeDefinition } from '../theme/themes.js';
import type { DiffLayout, Editor, Glyphs, SidePanelChoice, StatusLineChoice } from '../ui-options.js';

/** Wishes of the user for the screen; what the terminal can show is not known here. */
export type AppearanceOptions = {
	/** The theme by its name, `auto` and `high-contrast` included. */
	readonly theme: string;
	/** Every name that `theme` may have. */
	readonly names: readonly string[];
	/** Themes of the user's own, by name. */
	readonly own?: ReadonlyMap<string, ThemeDefinition>;
	/** The terminal is to show no colours (`NO_COLOR`): no theme changes that. */
	readonly isColorless?: boolean;
	/** `unicode` when absent. */
	readonly glyphs?: Glyphs;
	/** No spinner; times change once a second. */
	readonly isMotionReduced: boolean;
	/** Layout of file changes; `auto` when absent. */
	readonly diffLayout?: DiffLayout;
	/** Answers have diagrams and formulas drawn. */
	readonly isDrawn?: boolean;
	/** Cells that prose keeps at most; 0 or absent: all. */
	readonly column?: number;
	/** Whether wide screens have a side panel; absent: never. */
	readonly sidePanel?: SidePanelChoice;
	/** Keys of the draft and of every field; `emacs` when absent. */
	readonly editor?: Editor;
	/** Vim's keys of a fresh field; null: their code is being loaded, absent: it was not wanted yet. */
	readonly vim?: Vim | null;
	/** A row above the footer; without parts, or absent: no such row. */
	readonly statusLine?: StatusLineChoice;
};

export const defaultAppearance: AppearanceOptions = { theme: 'auto', names: ['auto'], isMotionReduced: false };
