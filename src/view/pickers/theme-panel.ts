import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import { joinLine } from '../spans.js';
import type { AppearanceOptions } from '../state/appearance-options.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import type { Theme } from '../theme/theme.js';
import { makeTheme, themeByName } from '../theme/themes.js';
import { noTheme, withTheme } from './set-theme.js';
import { SWATCHES, sampleLines } from './theme-sample.js';

/** Opens the list of themes; what was typed finds some of them. */
export function open(context: ScreenContext, typed: string): UiStep {
	const words = sanitizeLine(typed).trim();
	const isFound = rowsOf(context.ui.appearance, words).length > 0;
	const ui = openPanel(context, themePanel, null, { typed: isFound ? words : '' });
	return show(isFound ? ui : toast(ui, noTheme(words), context.now));
}

/** Cells of the list beside the sample. */
const LIST = 32;
const MOST_TYPED = 60;

/** Every theme in groups; the row that is moved to is tried at once, and a sample drawn in it. */
const themePanel: PanelKind = {
	name: 'theme',
	coversDraft: true,
	panel({ ui: { appearance } }, _, { typed }) {
		return {
			title: 'Theme',
			rows: rowsOf(appearance, typed.trim()),
			empty: noTheme(typed.trim()),
			listWidth: LIST,
			line: { most: MOST_TYPED, label: 'Find: ', hint: 'a name, dark, light or own', none: noTheme },
			rowLines: (row, width, isSelected) => [rowLine(row, appearance, width, isSelected), []],
			preview: ({ id }, width) => ({
				head: sampleLines(width, shownTheme(id, appearance)?.background ?? null),
				lines: [],
			}),
			theme: (row) => row?.id,
			status: (width) => {
				const keeps = 'enter keeps it in your config';
				const whole = `${keeps} · acp-tui themes import FILE adds one`;
				return [styled(whole.length <= width ? whole : keeps, { color: 'muted' })];
			},
		};
	},
};

const GROUPS = ['Automatic', 'Dark', 'Light', 'Own'] as const;
type Group = (typeof GROUPS)[number];

const AUTOMATIC = ['auto', 'high-contrast', 'neutral', 'ansi', 'mono'];

function rowsOf(appearance: AppearanceOptions, typed: string): readonly PanelRow[] {
	const wanted = typed.toLowerCase().replaceAll(/\s+/g, '-');
	return appearance.names
		.map((name) => ({ name, group: groupOf(name, appearance) }))
		.filter(({ name, group }) => name.toLowerCase().includes(wanted) || group.toLowerCase() === wanted)
		.sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group))
		.map(({ name, group }) => ({
			id: name,
			label: name,
			group,
			isCurrent: name === appearance.theme,
			choose: (context) => withTheme(context, name),
		}));
}

function groupOf(name: string, { own }: AppearanceOptions): Group {
	if (own?.has(name) === true) return 'Own';
	if (AUTOMATIC.includes(name)) return 'Automatic';
	return themeByName(name)?.base === 'light' ? 'Light' : 'Dark';
}

function rowLine({ id, isCurrent }: PanelRow, appearance: AppearanceOptions, width: number, isSelected: boolean): Line {
	const left: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(isCurrent === true ? '● ' : '  ', { color: 'success' }),
		styled(id, isSelected ? { bold: true } : {}),
	];
	return joinLine(left, swatchesOf(shownTheme(id, appearance)), width);
}

function shownTheme(name: string, { own }: AppearanceOptions): Theme | undefined {
	const definition = own?.get(name);
	return definition === undefined ? themeByName(name) : makeTheme(name, definition);
}

/** Dots in the colours of a theme, whatever the screen is painted in. */
function swatchesOf(theme: Theme | undefined): Line {
	if (theme === undefined || theme.colors.error === null) return [];
	return SWATCHES.map((role) => styled('●', { rgb: { text: theme.colors[role] } }));
}
