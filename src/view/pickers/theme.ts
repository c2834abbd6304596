import type { AppearanceOptions } from '../state/appearance-options.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import { show, toast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { THEME_WORDS, themeForNow, YOUR_THEME } from './pickers-messages.js';

/** Every theme; the row that is moved to is tried at once. */
export function themePicker(appearance: AppearanceOptions): Picker<'theme'> {
	const items = appearance.names.map((name) => ({
		label: name,
		detail: THEME_WORDS[name] ?? YOUR_THEME,
		isCurrent: name === appearance.theme,
		choice: { name },
	}));
	return pickerOf('theme', 'Theme', items);
}

export const themeRow: PickerRow<'theme'> = {
	choose: (context, { name }) => show(withTheme(context, name)),
};

/** The screen in another theme, and how to keep that. */
export function withTheme({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>, name: string): UiState {
	return toast({ ...ui, appearance: { ...ui.appearance, theme: name } }, themeForNow(name), now);
}
