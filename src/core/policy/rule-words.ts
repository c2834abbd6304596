import type { Rule, RuleKey, RuleOrigin, RuleScope } from './types.js';

/** A rule in a sentence: `project rule Execute(npm test)`, `rule Edit(a.ts), remembered everywhere`. */
export function nameRule({ origin, text }: Pick<RuleKey, 'origin' | 'text'>): string {
	switch (origin) {
		case 'user':
		case 'project':
		case 'command line':
		case 'session':
			return `${origin} rule ${text}`;
		case 'remembered for this project':
		case 'remembered everywhere':
			return `rule ${text}, ${origin}`;
	}
}

/** Where a rule comes from, for lists. */
export function originWords(origin: RuleOrigin): string {
	switch (origin) {
		case 'user':
			return 'your config';
		case 'project':
			return 'the project’s config';
		case 'command line':
			return 'the command line';
		case 'session':
			return 'your answer, for this session';
		case 'remembered for this project':
			return 'your answer, for this project';
		case 'remembered everywhere':
			return 'your answer, everywhere';
	}
}

/** True for the user's own answers: the others are changed where they are written. */
export function isRemovable({ origin }: Pick<RuleKey, 'origin'>): boolean {
	return scopeOfOrigin(origin) !== null;
}

/** The origin of a rule that was answered for this scope. */
export function originOfScope(scope: RuleScope): RuleOrigin {
	switch (scope) {
		case 'session':
			return 'session';
		case 'project':
			return 'remembered for this project';
		case 'everywhere':
			return 'remembered everywhere';
	}
}

/** How far a rule of this origin was answered for; null for rules that are no answer. */
export function scopeOfOrigin(origin: RuleOrigin): RuleScope | null {
	switch (origin) {
		case 'user':
		case 'project':
		case 'command line':
			return null;
		case 'session':
			return 'session';
		case 'remembered for this project':
			return 'project';
		case 'remembered everywhere':
			return 'everywhere';
	}
}

/** True when both name one rule: text, decision and origin are the same. */
export function isSameRule(left: RuleKey, right: RuleKey): boolean {
	return left.text === right.text && left.decision === right.decision && left.origin === right.origin;
}

/** The rules with this one added, unless it is there already. */
export function addRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
	return rules.some((known) => isSameRule(known, rule)) ? rules : [...rules, rule];
}
