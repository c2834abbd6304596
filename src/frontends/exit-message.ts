import { defined } from '../core/defined.js';
import { type Leaving, leavingLines, leavingSentences } from '../view/leaving.js';
import { leavingCard } from '../view/leaving-card.js';
import { createPainter } from '../view/theme/paint.js';
import type { UiOptions } from '../view/ui-options.js';
import { chooseAppearance } from './interactive/appearance.js';

/** Text that stays on the terminal afterwards, with a final newline, in the terminal's own colours; may be empty. */
export function exitMessage(
	leaving: Leaving,
	form: 'card' | 'line' | 'spoken',
	env: Readonly<Record<string, string | undefined>>,
	glyphs?: UiOptions['glyphs'],
): string {
	const look = chooseAppearance('ansi', env, defined({ glyphs }));
	const { paintLine } = createPainter(look.theme, look);
	if (form === 'spoken') return text(leavingSentences(leaving));
	const card = form === 'card' ? leavingCard(leaving) : null;
	return text((card ?? leavingLines(leaving)).map((line) => paintLine(line)));
}

function text(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join('');
}
