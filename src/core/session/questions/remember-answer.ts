import type { Effect } from '../../effect.js';
import type { RememberedRule, Rule, RuleKey } from '../../policy/policy-types.js';
import {
	addRule,
	isRemovable,
	isSameRule,
	nameRule,
	originOfScope,
	originWords,
	scopeOfOrigin,
} from '../../policy/rule-description.js';
import { parseRule } from '../../policy/rules.js';
import type { UserEvent } from '../../user-event.js';
import { note, noted } from '../entries/append.js';
import type { Question } from '../question.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

export type AnswerEvent = Extract<UserEvent, { type: 'answer' }>;

/** Rules of our «always», and their storing. Null: no such offer, no plain allow once, or plan mode is on by now. */
export function rememberAnswer(
	state: SessionState,
	question: Question,
	{ outcome, remember }: AnswerEvent,
	at: number,
): { readonly state: SessionState; readonly effects: readonly Effect[]; readonly because: string } | null {
	if (
		question.kind !== 'permission' ||
		remember === undefined ||
		state.mode.mode === 'plan' ||
		outcome.type !== 'selected'
	)
		return null;
	const { text, scope } = remember;
	const offer = question.offers.find((candidate) => candidate.text === text);
	const option = question.options.find((candidate) => candidate.id === outcome.optionId);
	if (offer === undefined || option?.kind !== 'allow_once') return null;
	const rules: Rule[] = [];
	for (const each of offer.rules ?? [text]) {
		const parsed = parseRule(each, 'allow', originOfScope(scope));
		if (!parsed.ok) return null;
		rules.push({ ...parsed.value, since: at, isAnsweredHere: true });
	}
	const stored = scope === 'session' ? [] : rules;
	return {
		state: { ...state, rules: rules.reduce(addRule, state.rules) },
		effects: stored.map((rule) => ({
			type: 'store-rule',
			rule: { decision: 'allow', text: rule.text, scope, at, words: offer.words } as RememberedRule,
		})),
		because: `you allowed it always: ${rules.map(nameRule).join(' and ')}`,
	};
}

export function reduceRemoveRule(state: SessionState, key: RuleKey, at: number): Step {
	const rule = state.rules.find((candidate) => isSameRule(candidate, key));
	if (rule === undefined) return only(state);
	const scope = scopeOfOrigin(rule.origin);
	if (scope === null || !isRemovable(rule)) {
		return noted(
			state,
			at,
			'warning',
			`The rule ${rule.text} is not an answer of yours: it is from ${originWords(rule.origin)}.`,
			{ hint: rule.place && `it stands in ${rule.place}` },
		);
	}
	const removed = { ...state, rules: state.rules.filter((candidate) => candidate !== rule) };
	const { decision, text } = rule;
	const withNote = note(removed, at, 'info', `Removed the rule ${decision} ${text} (${originWords(rule.origin)}).`);
	return scope === 'session'
		? only(withNote)
		: withEffects(withNote, { type: 'forget-rule', rule: { decision, text, scope } });
}

/** Rules that outlive the session. */
export function lastingRules(rules: readonly Rule[]): readonly Rule[] {
	return rules.filter(({ origin }) => origin !== 'session');
}

export function withoutSessionRules(state: SessionState): SessionState {
	const rules = lastingRules(state.rules);
	const { agentGrants = [] } = state;
	return rules.length === state.rules.length && agentGrants.length === 0 ? state : { ...state, rules, agentGrants: [] };
}
