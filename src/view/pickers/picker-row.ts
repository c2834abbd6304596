import type { SessionState } from '../../core/session/state.js';
import type { KeyContext } from '../keys/context.js';
import type { TextLine } from '../panel/text-line.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerChoices, PickerItem, PickerKind } from '../state/picker.js';
import type { UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';

/** How the lists of one kind behave. What they hold is made by the functions beside the row. */
export type PickerRow<Kind extends PickerKind> = {
	/** Carries out what a row stands for. The list is closed in the context; what shows it again keeps it open. */
	readonly choose: (context: ScreenContext, choice: PickerChoices[Kind], picker: Picker<Kind>) => UiStep;
	/** Keys of its own, before those of every list. */
	readonly keys?: KeyContext;
	/** What the frame says of the keys, where it is not what every list says. */
	readonly keyWords?: string;
	/** The line that finds rows, where typing does. */
	readonly line?: (context: ScreenContext, picker: Picker<Kind>) => TextLine;
	/** The list after the selection moved. */
	readonly moved?: (picker: Picker<Kind>, session: SessionState) => Picker<Kind>;
	/** The list after the session changed; null where it has nothing left to choose. */
	readonly follow?: (picker: Picker<Kind>, session: SessionState, ui: UiState) => Picker<Kind> | null;
	/** The list that opened this one, which esc goes back to. */
	readonly before?: (picker: Picker<Kind>, session: SessionState) => Picker;
	/** The screen, from which the list is gone, after nothing was chosen. */
	readonly closed?: (ui: UiState, picker: Picker<Kind>) => UiState;
	/** How the lines for screen readers differ: what they say instead of how to choose, what a number does, and what words do. */
	readonly lines?: {
		readonly how: string;
		readonly choose: (context: ScreenContext, choice: PickerChoices[Kind], picker: Picker<Kind>) => UiStep;
		/** What words do while the list is open, where they find rows. */
		readonly search?: (context: ScreenContext, words: string) => UiStep;
	};
};

/** A list on which the current row is selected, else the first. */
export function pickerOf<Kind extends PickerKind, Choice>(
	kind: Kind,
	title: string,
	items: readonly PickerItem<Choice>[],
): {
	readonly kind: Kind;
	readonly title: string;
	readonly items: readonly PickerItem<Choice>[];
	readonly selected: number;
} {
	return {
		kind,
		title,
		items,
		selected: Math.max(
			0,
			items.findIndex((item) => item.isCurrent),
		),
	};
}
