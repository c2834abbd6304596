import type { ListedStep } from '../../core/plan/plan-evidence.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import type { PlanHalt, SessionState } from '../../core/session/state.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { NO_PLAN } from '../slash-commands/slash-commands-messages.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { hasSidePanel } from '../state/side-panel.js';
import {
	currentStep,
	isPlanActive,
	planCount,
	planGauge,
	renderHaltedPlan,
	renderPlan,
	stepSpans,
} from '../transcript/entries/plan-entry.js';

const AIRY = 16;
/** Of a screen that shows more of the plan than one row. */
const LEAST_ROWS = 20;

/** `left` rows are free, of which something in front has `taken` some; low screens show one row of the plan. */
export function drawPlan(context: ScreenContext, left: number, taken: number): readonly Line[] {
	const { session, ui } = context;
	const room = left - taken;
	// The side panel has it: here air above what the turn does.
	if (hasSidePanel(ui)) return taken > 0 || room < AIRY || isAsking(context) ? [] : [[]];
	if (tasksInStatus(context)) return [];
	const plan = checklistOf(session);
	if (plan === null || !isPlanActive(plan) || ui.rows < 14 || room < 4) return [];
	const halt = planHalt(session);
	if (halt === 'set-aside') return [];
	const width = Math.max(1, ui.columns - 2);
	const isBegun = plan.some(({ status }) => status === 'completed');
	if (halt === 'ended' && !isBegun) return [];
	if (halt !== null) return [renderHaltedPlan(plan, halt === 'stopped', width)];
	// A question waits below a panel and in the transcript view, too: tasks do not fold and unfold with those.
	const isAsked = session.questions.length > 0;
	const isCollapsed = ui.isPlanFolded || ui.rows < LEAST_ROWS || isAsked;
	const maxRows = isCollapsed ? 2 : Math.max(2, Math.min(8, Math.floor(room / 3)));
	const lines = renderPlan(plan, { width, maxRows, isCollapsed });
	return lines.length + AIRY > room || isAsked ? lines : [[], ...lines];
}

/** Why folding the tasks shows nothing, or showing them; null where it does. */
export function whyPlanStays(context: ScreenContext): string | null {
	const { session, ui } = context;
	const plan = checklistOf(session);
	if (plan === null) return NO_PLAN;
	if (!isPlanActive(plan)) return 'All tasks are done';
	const halt = planHalt(session);
	if (halt === 'set-aside' || (halt !== null && !hasSidePanel(ui))) return 'The tasks are shown while the agent works';
	if (hasSidePanel(ui)) return null;
	if (session.questions.length > 0) return 'The tasks stay folded while you are asked';
	// On a wide screen folding moves them into the status row.
	return ui.rows < LEAST_ROWS && ui.columns < ROOM ? `The tasks need ${LEAST_ROWS} rows` : null;
}

export function isAsking({ session, ui }: ScreenContext): boolean {
	return session.questions.length > 0 && ui.panel.kind === 'none' && !ui.isTranscriptView;
}

function planHalt({ turn, planHalt: known }: SessionState): PlanHalt | null {
	if (known === 'set-aside') return known;
	if (turn === null) return known ?? 'ended';
	return turn.cancelledAt === undefined ? known : 'stopped';
}

const ROOM = 100;
const STEP = 36;

export function tasksInStatus({ session, ui }: ScreenContext): boolean {
	const isWorked = session.turn !== null && session.questions.length === 0 && session.planHalt !== 'set-aside';
	return isWorked && isPlanActive(checklistOf(session)) && ui.isPlanFolded && ui.columns >= ROOM && !hasSidePanel(ui);
}

/** `Tasks 4/6 ▰▰▰▰▱▱ ▸ Run the test suite`. */
export function taskSpans(steps: readonly ListedStep[]): Span[] {
	const step = steps[currentStep(steps)];
	return [
		styled(`${planCount(steps)} `, { color: 'plan', bold: true }),
		...planGauge(steps),
		...(step === undefined ? [] : [plain('  '), ...clipLine(stepSpans(step, STEP), STEP)]),
	];
}
