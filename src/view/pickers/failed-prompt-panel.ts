import type { AppEvent } from '../../core/event.js';
import { errorClassOf } from '../../core/failure-class.js';
import type { FailedPrompt, SessionState } from '../../core/session/state.js';
import { openHandOver } from '../hand-over/hand-over-command.js';
import { opens } from '../panel/engine.js';
import type { Choose, PanelKind, PanelRow } from '../panel/panel.js';
import { failedList as words } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import { eventStep, type UiStep, withEvent } from '../state/ui-step.js';
import { localTime, timeLeft } from '../time-left.js';
import { openAgents } from './agent-panel.js';
import { modelOptions, modelPanel } from './model-panel.js';
import { openRewind } from './rewind-panel.js';

/** True where there is more to choose than to send the failed prompt again. */
export function isFailedAsked({ failed }: SessionState): boolean {
	if (failed === undefined || failed.wait !== undefined) return false;
	const errorClass = errorClassOf(failed.failure);
	return errorClass === 'usageLimit' || errorClass === 'contextFull' || failed.failure.resetsAt !== undefined;
}

/** Choices for a prompt that a limit stopped; closes when that is settled, or another prompt was sent. */
export const failedPanel: PanelKind = {
	name: 'failed',
	panel({ session }, _, { openedAt }) {
		const { failed } = session;
		if (failed === undefined || !isFailedAsked(session)) return null;
		const isFull = errorClassOf(failed.failure) === 'contextFull';
		const { resetsAt } = failed.failure;
		const leave = row('leave', 'Leave it', '↑ brings the prompt back', eventStep({ type: 'retry-leave' }));
		return {
			title: isFull
				? 'The conversation is too long for the model'
				: words.usageLimit(resetsAt === undefined ? null : localTime(resetsAt, openedAt)),
			rows: [...(isFull ? contextRows(session) : limitRows(session, failed, openedAt)), leave],
		};
	},
};

function row(id: string, label: string, detail: string, choose: Choose): PanelRow {
	return { id, label, detail, choose };
}

function limitRows(session: SessionState, { failure: { resetsAt } }: FailedPrompt, now: number): readonly PanelRow[] {
	const again = row('again', 'Send it again now', '', eventStep({ type: 'retry-now' }));
	const later =
		resetsAt === undefined
			? []
			: resetsAt > now
				? [
						row(
							'at-reset',
							`Go on at ${localTime(resetsAt, now)}`,
							`in ${timeLeft(resetsAt, now)}, while acp-tui runs`,
							eventStep({ type: 'retry-at-reset' }),
						),
					]
				: [again];
	const openModels = opens(modelPanel);
	const model =
		modelOptions(session).length === 0
			? []
			: [row('model', 'Another model', 'the prompt waits, enter sends it', held(openModels))];
	return [
		...later,
		...model,
		row(
			'hand-over',
			'Hand over to another agent',
			'a new session that begins with a summary, which you see first',
			held(openHandOver),
		),
		row('agent', 'Another agent', 'the prompt waits, enter sends it', held(openAgents)),
	];
}

function contextRows({ commands }: SessionState): readonly PanelRow[] {
	const hasCompact = commands.some(({ name }) => name === 'compact');
	const compact = ({ ui, now }: ScreenContext): UiStep =>
		withEvent(ui, hasCompact ? compactPrompt(now) : { type: 'branch-session', branch: { kind: 'compact' } });
	return [
		row(
			'compact',
			'Make room',
			hasCompact ? '/compact, then the prompt goes again' : 'a new session with a briefing; the prompt waits',
			held(compact),
		),
		row('rewind', 'Go back', 'to an earlier prompt, in a new session', held(openRewind)),
		row('new', 'New conversation', 'the prompt waits, enter sends it', held(eventStep({ type: 'new-session' }))),
	];
}

/** The prompt stays held while something else is done. */
function held(does: (context: ScreenContext) => UiStep) {
	return (context: ScreenContext): UiStep => {
		const step = does(context);
		return { ...step, requests: [{ type: 'dispatch', event: { type: 'retry-hold' } }, ...step.requests] };
	};
}

/** Sent ahead of the held prompt. */
function compactPrompt(now: number): AppEvent {
	const text = '/compact';
	return { type: 'prompt', prompt: { id: `compact-${now}`, text, blocks: [{ type: 'text', text }] } };
}
