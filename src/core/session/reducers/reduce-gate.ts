import type { GateEvent } from '../../event.js';
import { addRule } from '../../policy/rule-description.js';
import { locateChanges } from '../entries/locate-changes.js';
import { withActivity } from '../prompts/turn.js';
import { addQuestion, reduceDecided, reduceTakenBackByAgent } from '../questions/answers.js';
import { reduceUnasked } from '../questions/asking.js';
import { reduceChanged, reduceChanging } from '../questions/changing-question.js';
import { countRefusal } from '../questions/refusals.js';
import type { Reducers } from './reducers.js';
import { only } from './step.js';

export const onGate: Reducers<GateEvent> = {
	'rule-added': (state, event) => only({ ...state, rules: addRule(state.rules, event.rule) }),
	'question-asked': (state, event, at) => only(addQuestion(withActivity(state, at), event.question)),
	decided: (state, event, at) => only(countRefusal(reduceDecided(withActivity(state, at), event, at), event)),
	unasked: (state, event, at) => reduceUnasked(state, event.action, at),
	'question-withdrawn': (state, event, at) => only(reduceTakenBackByAgent(state, event.questionId, at)),
	'changes-located': (state, event) => only(locateChanges(state, event.toolCallId, event.lines)),
	'question-changing': (state, event) => only(reduceChanging(state, event.questionId)),
	'question-changed': (state, event, at) => only(reduceChanged(state, event, at)),
};
