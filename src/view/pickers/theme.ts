import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { themeByName } from '../theme/themes.js';
import { schemeWords, THEME_WORDS, themeForNow, YOUR_THEME } from './pickers-messages.js';

/** Every theme; the row that is moved to is tried at once. */
export const themePanel: PanelKind = {
	name: 'theme',
	panel: ({ ui: { appearance } }) => ({
		title: 'Theme',
		rows: appearance.names.map((name) => ({
			id: name,
			label: name,
			detail: THEME_WORDS[name] ?? schemeWords(themeByName(name)?.base) ?? YOUR_THEME,
			isCurrent: name === appearance.theme,
			choose: (context) => show(withTheme(context, name)),
		})),
		theme: (row) => row?.id,
	}),
};

/** The screen in another theme, and how to keep that. */
export function withTheme({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>, name: string): UiState {
	return toast({ ...ui, appearance: { ...ui.appearance, theme: name } }, themeForNow(name), now);
}
