import { defined } from '../core/defined.js';
import { decide, decideOutsideTurn } from '../core/policy/decide.js';
import { yesOf } from '../core/session/questions/question.js';
import { hasRun } from '../core/session/questions/ran-command.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

export function applyRules({ getState, dispatchAll }: Store, questions: Questions): void {
	for (const question of getState().questions) {
		if (question.kind !== 'permission' || question.isChanging === true) continue;
		// A rule for a command allows neither leaving the sandbox nor taking its changes.
		if (hasRun(question)) continue;
		const { mode, rules, turn } = getState();
		const context = { mode: mode.mode, rules };
		// A sub-agent may still ask when the turn is over.
		const decideNow = turn === null && question.isConnection !== true ? decideOutsideTurn : decide;
		const { decision, because } = decideNow(question.request, context);
		const option = yesOf(question);
		if (decision !== 'allow' || option === null) continue;
		const { title, kind } = question.request;
		dispatchAll([
			{
				type: 'decided',
				...defined({ toolCallId: question.toolCallId }),
				...{ title, kind, verdict: { decision: 'allowed', because }, source: 'policy' },
			},
			{ type: 'question-withdrawn', questionId: question.id },
		]);
		questions.settle(question.id, { type: 'selected', optionId: option.id });
	}
}
