import { offeredCommands, runningCommand } from '../../core/session/entries/user-commands.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { formatDuration } from '../duration.js';
import { plain, type Span, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { shownTime, spinnerSign } from '../state/spinner.js';
import { ownCommands } from './frame-messages.js';

/** With fewer columns only what is needed is said. */
const NARROW = 80;

/** What the status line says of the user's own commands while no turn runs: that one runs, or what goes with the next prompt. */
export function ownCommandSpans(context: ScreenContext): Span[] {
	const { session, ui } = context;
	const isNarrow = ui.columns < NARROW;
	const running = runningCommand(session);
	if (running !== null) {
		const time = formatDuration(shownTime(context) - running.startedAt);
		return [
			styled(`${spinnerSign(context)} `, { color: 'accent' }),
			plain(ownCommands.running(clip(sanitizeLine(running.line), isNarrow ? 10 : 40))),
			styled((isNarrow ? ownCommands.keysShort : ownCommands.keys)(time), { color: 'muted' }),
		];
	}
	const offered = offeredCommands(session);
	const [first] = offered;
	if (first === undefined) return [];
	if (isNarrow) return [styled(ownCommands.sentShort, { color: 'muted' })];
	const { sent, sentMany } = ownCommands;
	const words = offered.length === 1 ? sent(clip(sanitizeLine(first.line), 40)) : sentMany(offered.length);
	return [styled(words, { color: 'muted' })];
}
