import { counted } from '../../core/text/counted.js';
import { cellWidth } from '../../core/text/width.js';
import { reduceComposer } from '../composer/composer.js';
import { emptyDraft } from '../composer/draft.js';
import { type Line, plain, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import type { HandOverDraft, UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withRequests } from '../state/ui-step.js';

/** The screen with a first prompt for another agent in the draft; what was being written comes back later. */
export function beginHandOver(ui: UiState, agent: string, text: string): UiState {
	const before = ui.handOver?.before ?? ui.composer;
	const empty = { ...before, taken: null, draft: { ...emptyDraft, killRing: before.draft.killRing } };
	const composer = reduceComposer(empty, { type: 'set-text', text });
	return { ...ui, panel: { kind: 'none' }, composer, handOver: { agent, before } };
}

/** The screen as it was before the hand-over was begun. */
export function leaveHandOver({ handOver, ...ui }: UiState): UiState {
	if (handOver === undefined) return ui;
	const { sources, columns } = ui.composer;
	return { ...ui, toast: null, composer: { ...handOver.before, sources, columns, outcome: null } };
}

/** Hands over with what stands in the draft; `ui` is the screen from which it was sent. */
export function sendHandOver({ ui, session, now }: ScreenContext, { agent }: HandOverDraft, text: string): UiStep {
	if (session.turn !== null) return show(toast(ui, STOP_FIRST, now));
	return withRequests(leaveHandOver(ui), { type: 'open-sessions', do: 'open', wanted: { agent, handOver: text } });
}

/** A turn runs: both agents would work on the same files, and what it comes to would be missing. */
export const STOP_FIRST = 'The agent is at work: stop it with esc, then hand over';

export function handOverLine({ ui, session }: ScreenContext, { agent }: HandOverDraft): Line {
	const waiting = session.queue.filter(({ isShown }) => isShown !== true).length;
	const queue = waiting === 0 ? '' : ` · ${counted(waiting, 'queued prompt')} after it`;
	const words = [
		`Hand over to ${agent} · enter sends · esc leaves everything as it was${queue}`,
		`Hand over to ${agent} · enter sends · esc leaves all as it was`,
		`To ${agent} · enter sends · esc leaves`,
	];
	const fitting = words.find((each) => cellWidth(each) < ui.columns - 1) ?? `To ${agent}`;
	return [plain(' '), styled(fitting, { color: 'accent', bold: true })];
}
