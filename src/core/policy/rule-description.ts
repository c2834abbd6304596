import { ORIGIN_WORDS } from './policy-messages.js';
import type { Rule, RuleKey, RuleOrigin, RuleScope } from './types.js';

/** A rule in a sentence: `project rule Execute(npm test)`, `rule Edit(a.ts), remembered everywhere`. */
export function nameRule({ origin, text }: Pick<RuleKey, 'origin' | 'text'>): string {
	const isRemembered = origin === 'remembered for this project' || origin === 'remembered everywhere';
	return isRemembered ? `rule ${text}, ${origin}` : `${origin} rule ${text}`;
}

/** The origin of a rule that was answered for each scope. */
const ORIGINS: Readonly<Record<RuleScope, RuleOrigin>> = {
	session: 'session',
	project: 'remembered for this project',
	everywhere: 'remembered everywhere',
};

/** Where a rule comes from, for lists. */
export function originWords(origin: RuleOrigin): string {
	return ORIGIN_WORDS[origin];
}

/** True for the user's own answers: the others are changed where they are written. */
export function isRemovable({ origin }: Pick<RuleKey, 'origin'>): boolean {
	return scopeOfOrigin(origin) !== null;
}

/** The origin of a rule that was answered for this scope. */
export function originOfScope(scope: RuleScope): RuleOrigin {
	return ORIGINS[scope];
}

/** How far a rule of this origin was answered for; null for rules that are no answer. */
export function scopeOfOrigin(origin: RuleOrigin): RuleScope | null {
	const scopes: readonly RuleScope[] = ['session', 'project', 'everywhere'];
	return scopes.find((scope) => ORIGINS[scope] === origin) ?? null;
}

/** True when both name one rule: text, decision and origin are the same. */
export function isSameRule(left: RuleKey, right: RuleKey): boolean {
	return left.text === right.text && left.decision === right.decision && left.origin === right.origin;
}

/** The rules with this one added, unless it is there already. */
export function addRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
	return rules.some((known) => isSameRule(known, rule)) ? rules : [...rules, rule];
}
