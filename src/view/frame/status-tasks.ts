import type { ListedStep } from '../../core/plan/evidence.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import { plain, type Span, styled } from '../line.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { hasSidePanel } from '../state/side-panel.js';
import { currentStep, isPlanActive, planCount, planGauge, stepSpans } from '../transcript/entries/plan.js';

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
