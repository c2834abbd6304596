import { type Leaving, leavingLines, leavingSentences } from '../view/leaving.js';
import { createPainter } from '../view/theme/paint.js';
import { chooseAppearance } from './interactive/appearance.js';

/**
 * Text that stays on the terminal when the interface is gone, with a final newline; empty when there is nothing to say.
 * In the terminal's own colours: its background does not matter any more.
 */
export function exitMessage(
	leaving: Leaving,
	isSpoken: boolean,
	env: Readonly<Record<string, string | undefined>>,
): string {
	const look = chooseAppearance('ansi', env);
	const { paintLine } = createPainter(look.theme, look);
	const lines = isSpoken ? leavingSentences(leaving) : leavingLines(leaving).map((line) => paintLine(line));
	return lines.map((line) => `${line}\n`).join('');
}
