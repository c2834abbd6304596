import type { AppearanceOptions } from '../state/appearance-options.js';
import type { Picker } from '../state/picker.js';
import { show } from '../state/step.js';
import { THEME_WORDS, YOUR_THEME } from './messages.js';
import { type PickerRow, pickerOf } from './picker-row.js';

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
	choose: ({ ui }, { name }) => show({ ...ui, appearance: { ...ui.appearance, theme: name } }),
};
