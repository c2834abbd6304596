import { offeredCommands, runningCommand, unsentCommand } from '../../core/session/user-commands.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { shownTime, spinnerSign } from '../frame/spinner.js';
import { type Span, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiStep, want } from '../state/step.js';
import { formatDuration } from '../transcript/duration.js';

/** Keys on what the person runs, whatever the agent does. */
export function onOwnCommand(
	{ session, ui, now }: ScreenContext,
	action: 'end-command' | 'share-command' | 'attach-command',
): UiStep {
	const running = runningCommand(session);
	if (action === 'share-command') {
		const command = unsentCommand(session);
		if (command === null) return show(toast(ui, 'No command output to share', now));
		const isPrivate = command.share === 'offered';
		const name = clip(sanitizeLine(command.line), 60);
		const words = isPrivate
			? `Output of ${name} stays private`
			: `Output of ${name} will be sent with your next prompt`;
		return tell(toast(ui, words, now), { type: 'share-command', commandId: command.id, isPrivate });
	}
	if (running === null) return show(toast(ui, 'You have no command running', now));
	if (action === 'end-command') return tell(ui, { type: 'end-command', commandId: running.id });
	return want(ui, { type: 'attach-command', commandId: running.id });
}

/** With fewer columns only what is needed is said. */
const NARROW = 80;

/** What of it is to be known while no turn runs: that something runs, or what goes with the next prompt. */
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
