import type { Entry } from '../core/session/entries/entry.js';
import { entryAt } from '../core/session/entries/entry-list.js';
import { runningCommand } from '../core/session/entries/user-commands.js';
import { subagentsAtWork } from '../core/session/subagent-tree.js';
import { DIGIT_WAITS } from './actions/first-key.js';
import { isSearching } from './actions/search.js';
import { PENDING_FOR, readyAt } from './panel/guard.js';
import { panelIn } from './panel/loaded-panel.js';
import { answerableAt } from './questions/answer-guard.js';
import type { ScreenContext } from './state/context.js';
import { SPINNER_STEP } from './state/spinner.js';
import { nextTick } from './time-left.js';
import type { Position } from './transcript/position.js';
import { isCardActive } from './transcript/tool/subagent-card.js';

/** In ms since the epoch; null: no timer runs. `inSight`: the lines of the transcript on the screen, where known. */
export function nextWakeUp(context: ScreenContext, inSight: readonly Position[] | null = null): number | null {
	const { session, ui, now } = context;
	const times: number[] = [];
	const isStarting = session.connection.phase === 'starting' || session.connection.phase === 'opening';
	const isAfter = (session.outlived ?? 0) > 0;
	if (
		session.turn !== null ||
		(isStarting && session.reopening?.wait === undefined) ||
		isAfter ||
		runningCommand(session) !== null
	) {
		const isWaiting = session.questions.length > 0;
		const step = isWaiting || ui.appearance.isMotionReduced ? 1000 : SPINNER_STEP;
		times.push(now - (now % step) + step);
	}
	const failed = session.turn === null ? session.failed : undefined;
	for (const { wait } of [failed ?? {}, session.reopening ?? {}, session.recovery ?? {}])
		if (wait !== undefined && wait.until > now) times.push(nextTick(wait.until, now));
	if (ui.signIn !== null) {
		const ready = readyAt(ui.signIn.focusedAt, ui);
		if (ready > now) times.push(ready);
		if (ui.signIn.step.type === 'running') times.push(now - (now % 1000) + 1000);
	}
	if (isClockInSight(context, inSight)) times.push(now - (now % 1000) + 1000);
	const panelTime = panelIn(ui)?.wakeAt(context) ?? null;
	if (panelTime !== null) times.push(panelTime);
	if (ui.firstKey != null) times.push(Math.max(now + 1, ui.firstKey.since + DIGIT_WAITS));
	if (ui.toast !== null && ui.toast.until > now) times.push(ui.toast.until);
	if (ui.question !== null && session.questions.length > 0) {
		const ready = answerableAt(ui.question, ui);
		if (ready > now) times.push(ready);
		if (ui.question.pendingKey !== null) times.push(Math.max(now + 1, ui.question.pendingKey.since + PENDING_FOR));
	}
	if (ui.selection?.isDragging === true && ui.selection.drift !== 0)
		times.push(Math.max(now + 1, ui.selection.driftAt));
	if (isSearching({ session, ui })) times.push(now + 1);
	return times.length === 0 ? null : Math.min(...times);
}

function isClockInSight({ session, ui }: ScreenContext, inSight: readonly Position[] | null): boolean {
	if (subagentsAtWork(session) === 0) return false;
	if (ui.subagentView != null || inSight === null) return true;
	const isActive = (entry: Entry | undefined): boolean => entry?.kind === 'tool' && isCardActive(entry, session);
	return inSight.some(({ entry }) => isActive(entryAt(session.entries, entry)));
}
