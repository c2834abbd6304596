import type { PermissionOption } from '../../../src/core/policy/policy-types.js';
import { open } from '../../../src/view/plan-steps/plan-steps-panel.js';
import { busy, play, questionOf, ready } from '../../core/session/play.js';
import { createStage, press, put, type Stage, wait } from '../stage.js';

const OPTIONS = [
	{ id: 'accept', name: 'Yes, and auto-accept edits', kind: 'allow_always' },
	{ id: 'default', name: 'Yes, and manually approve edits', kind: 'allow_once' },
	{ id: 'plan', name: 'No, keep planning', kind: 'reject_once' },
] as const;

const MORE_OPTIONS = [...OPTIONS, { id: 'auto', name: 'Yes, and use auto mode', kind: 'allow_always' }] as const;

export function planQuestion(plan: string, options: readonly PermissionOption[] = OPTIONS) {
	return questionOf('q', { kind: 'exit-plan', plan, options });
}

export function reviewed(plan: string, columns = 100, rows = 32): Stage {
	const asked = play(busy('go', ready('plan')), { type: 'question-asked', question: planQuestion(plan, MORE_OPTIONS) });
	const stage = createStage(asked, columns, rows);
	wait(stage, 2000);
	return stage;
}

export const PLAN = '# Plan\n\n1. Read the code\n2. Change it\n3. Run the tests\n';

/** A plan that is reviewed, with its steps open. */
export function openedSteps(plan = PLAN, columns?: number, rows?: number): Stage {
	const stage = reviewed(plan, columns, rows);
	press(stage, 's');
	put(stage, { type: 'panel', name: 'plan-steps', open });
	return stage;
}
