import { offeredCommands, runningCommand } from '../../core/session/user-commands.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Span, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { formatDuration } from '../transcript/duration.js';
import { shownTime, spinnerSign } from './spinner.js';

/** With fewer columns only what is needed is said. */
const NARROW = 80;

/** What the status line says of the user's own commands while no turn runs: that one runs, or what goes with the next prompt. */
export function ownCommandSpans(context: ScreenContext): Span[] {
	const { session, ui } = context;
	const isNarrow = ui.columns < NARROW;
	const running = runningCommand(session);
	if (running !== null) {
		return [
			styled(`${spinnerSign(context)} `, { color: 'accent' }),
			styled(`Running ${clip(sanitizeLine(running.line), isNarrow ? 10 : 40)}`, {}),
			styled(
				` ${formatDuration(shownTime(context) - running.startedAt)} · esc stops${isNarrow ? '' : ' · alt+t to type into it'}`,
				{
					color: 'muted',
				},
			),
		];
	}
	const offered = offeredCommands(session);
	const [first] = offered;
	if (first === undefined) return [];
	if (isNarrow) return [styled('Output goes along · alt+p: don’t send', { color: 'muted' })];
	const what =
		offered.length === 1 ? `Output of ${clip(sanitizeLine(first.line), 40)}` : `Output of ${offered.length} commands`;
	return [
		styled(`${what} will be sent with your next prompt · alt+p: don’t send${offered.length === 1 ? '' : ' the last'}`, {
			color: 'muted',
		}),
	];
}
