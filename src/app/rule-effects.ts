import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import type { AppEvent } from '../core/event.js';
import { decide, decideOutsideTurn } from '../core/policy/decide.js';
import type { Mode, PolicyContext } from '../core/policy/types.js';
import type { Ports } from '../core/ports.js';
import { Serial } from '../core/serial.js';
import { yesOf } from '../core/session/question.js';
import { hasRun } from '../core/session/questions/ran-command.js';
import { RULE_FOR_THIS_RUN, RULE_REMOVED_FOR_THIS_RUN, ruleNotRemoved, ruleNotStored } from './app-messages.js';
import { testPermission } from './permission-test.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

type RuleEffect = Extract<Effect, { type: 'store-rule' | 'forget-rule' | 'test-permission' }>;

/** `settled` waits for pending writes. */
export type RuleEffects = { perform(effect: RuleEffect): Promise<void>; settled(): Promise<void> };

export function createRuleEffects(options: {
	readonly ports: Pick<Ports, 'rules' | 'files' | 'log' | 'commandLayer' | 'commandChecks'>;
	readonly cwd: string;
	context(mode: Mode): PolicyContext;
	/** In a shadow no command has a copy of its own. */
	isInShadow(): boolean;
	dispatch(event: AppEvent): void;
}): RuleEffects {
	const { ports, dispatch } = options;
	// Whether it was said that rules are not stored in this run.
	let isTold = false;
	const serial = new Serial();

	async function write(effect: Exclude<RuleEffect, { type: 'test-permission' }>): Promise<void> {
		const { rule } = effect;
		const isNew = effect.type === 'store-rule';
		const result = isNew ? await ports.rules.add(effect.rule) : await ports.rules.remove(rule);
		ports.log.write(result.ok ? 'info' : 'warn', isNew ? 'rule remembered' : 'rule forgotten', {
			// The brackets hold a command or a path.
			rule: rule.text.split('(', 1)[0],
			decision: rule.decision,
			scope: rule.scope,
			...(result.ok ? {} : { code: result.failure.code }),
		});
		if (result.ok) {
			if (ports.rules.isForThisRun === true && !isTold) {
				isTold = true;
				dispatch({ type: 'note', level: 'info', title: isNew ? RULE_FOR_THIS_RUN : RULE_REMOVED_FOR_THIS_RUN });
			}
			return;
		}
		const { code, message, hint } = result.failure;
		const consequence = isNew ? ruleNotStored(rule.text) : ruleNotRemoved(rule.text);
		dispatch({
			type: 'effect-failed',
			failure: { code, message: consequence, detail: message, ...defined({ hint }) },
		});
	}

	return {
		perform(effect) {
			if (effect.type === 'test-permission') {
				const { commandLayer: _, ...others } = ports;
				const known = options.isInShadow() ? others : ports;
				return testPermission(effect.target, options.context, known, options.cwd).then((note) =>
					dispatch({ type: 'note', level: 'info', ...note }),
				);
			}
			return serial.run(() => write(effect));
		},
		settled: () => serial.settled(),
	};
}

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
