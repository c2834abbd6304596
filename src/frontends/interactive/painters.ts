import type { Background } from '../../terminal/input/reports.js';
import { createPainter, type Painter } from '../../view/theme/paint.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';
import { chooseAppearance } from './appearance.js';

/** Painters by the name of their theme, and by the background once the terminal reported it. */
export function createPainters(
	env: Readonly<Record<string, string | undefined>>,
	themes: ReadonlyMap<string, ThemeDefinition>,
): { painterFor(theme: string): Painter; setBackground(background: Background): void } {
	let background: Background | null = null;
	// A painter remembers lines: those of the theme before are of no use.
	let last: { readonly key: string; readonly painter: Painter } | null = null;
	return {
		painterFor(name) {
			const key = `${name} ${background}`;
			if (last?.key !== key) {
				const look = chooseAppearance(name, env, { themes, background });
				last = { key, painter: createPainter(look.theme, look) };
			}
			return last.painter;
		},
		setBackground(reported) {
			background = reported;
		},
	};
}
