import { checklistOf } from '../../core/session/plan/approved-plan.js';
import type { PlanHalt, SessionState } from '../../core/session/state.js';
import type { Line } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { hasSidePanel } from '../state/side-panel.js';
import { isPlanActive, renderHaltedPlan, renderPlan } from '../transcript/entries/plan.js';
import { tasksInStatus } from './status-tasks.js';

const AIRY = 16;

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
	const isCollapsed = ui.isPlanFolded || ui.rows < 20 || isAsking(context);
	const maxRows = isCollapsed ? 2 : Math.max(2, Math.min(8, Math.floor(room / 3)));
	const lines = renderPlan(plan, { width, maxRows, isCollapsed });
	return lines.length + AIRY > room || isAsking(context) ? lines : [[], ...lines];
}

export function isAsking({ session, ui }: ScreenContext): boolean {
	return session.questions.length > 0 && ui.panel.kind === 'none' && !ui.isTranscriptView;
}

function planHalt({ turn, planHalt: known }: SessionState): PlanHalt | null {
	if (known === 'set-aside') return known;
	if (turn === null) return known ?? 'ended';
	return turn.cancelledAt === undefined ? known : 'stopped';
}
