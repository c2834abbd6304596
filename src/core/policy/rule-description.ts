import type { Rule, RuleKey, RuleOrigin, RuleScope } from './policy-types.js';

/** A rule in a sentence: `project rule Execute(npm test)`, `rule Edit(a.ts), remembered everywhere`. */
export function nameRule({ origin, text }: Pick<RuleKey, 'origin' | 'text'>): string {
	const isRemembered = origin === 'remembered for this project' || origin === 'remembered everywhere';
	if (origin === 'mode' && text === '*') return 'chat mode';
	return isRemembered ? `rule ${text}, ${origin}` : `${origin} rule ${text}`;
}

const ORIGINS: Readonly<Record<RuleOrigin, { readonly words: string; readonly scope: RuleScope | null }>> = {
	user: { words: 'your config', scope: null },
	project: { words: 'the project’s config', scope: null },
	'command line': { words: 'the command line', scope: null },
	mode: { words: 'the mode', scope: null },
	session: { words: 'your answer, for this session', scope: 'session' },
	'remembered for this project': { words: 'your answer, for this project', scope: 'project' },
	'remembered everywhere': { words: 'your answer, everywhere', scope: 'everywhere' },
};

export function originWords(origin: RuleOrigin): string {
	return ORIGINS[origin].words;
}

/** True for the user's own answers: the others are changed where they are written. */
export function isRemovable({ origin }: Pick<RuleKey, 'origin'>): boolean {
	return scopeOfOrigin(origin) !== null;
}

export function originOfScope(scope: RuleScope): RuleOrigin {
	if (scope === 'session') return scope;
	return scope === 'project' ? 'remembered for this project' : 'remembered everywhere';
}

/** Reach of the answer that made a rule of this origin; null for rules that are no answer. */
export function scopeOfOrigin(origin: RuleOrigin): RuleScope | null {
	return ORIGINS[origin].scope;
}

/** True when both name one rule: text, decision and origin are the same. */
export function isSameRule(left: RuleKey, right: RuleKey): boolean {
	return left.text === right.text && left.decision === right.decision && left.origin === right.origin;
}

/** The rules with this one added, unless it is there already. */
export function addRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
	return rules.some((known) => isSameRule(known, rule)) ? rules : [...rules, rule];
}
