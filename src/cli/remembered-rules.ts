import { realpath } from 'node:fs/promises';
import type { RulesPort } from '../core/policy/policy-ports.js';
import type { Rule } from '../core/policy/policy-types.js';
import { originOfScope } from '../core/policy/rule-description.js';
import { parseRule } from '../core/policy/rules.js';
import type { Worktree } from '../core/worktrees/worktree.js';
import { createRuleStore } from '../services/state/rule-store.js';
import { badRule } from './command-line-messages.js';
import type { RuleText } from './config/config-values.js';
import { UsageError } from './errors.js';
import type { Paths } from './paths.js';
import { quote } from './quote-value.js';
import { inProject } from './worktrees/find-worktree.js';

export type Remembered = {
	readonly store: RulesPort;
	readonly rules: readonly Rule[];
	readonly warnings: readonly string[];
};

/** Opens the store for a workspace, whatever links lead to it, and reads it. Never fails: what cannot be read does not hold. */
export async function loadRemembered(paths: Paths, cwd: string, worktree: Worktree | null): Promise<Remembered> {
	const real = await realpath(cwd).catch(() => cwd);
	const open = (project: string): RulesPort => createRuleStore({ file: paths.rulesFile, project });
	const store =
		worktree === null
			? open(real)
			: (await import('./worktrees/worktree-rules.js')).rulesInWorktree(
					worktree,
					open(inProject(worktree, real) ?? real),
					open,
				);
	const { rules, warnings } = await store.load();
	const parsed = rules.map((rule) => ({
		rule,
		result: parseRule(rule.text, rule.decision, originOfScope(rule.scope)),
	}));
	return {
		store,
		rules: parsed.flatMap(({ rule, result }) =>
			result.ok ? [{ ...result.value, ...(rule.at > 0 ? { since: rule.at } : {}) }] : [],
		),
		warnings: [
			...warnings,
			...parsed.flatMap(({ rule, result }) =>
				result.ok ? [] : [`${paths.rulesFile}: ${quote(rule.text)} is ignored: ${result.failure.message}`],
			),
		],
	};
}

/** A rule as it was written. Throws a UsageError where it is none. */
export function toRule({ text, decision, origin, place }: RuleText): Rule {
	const rule = parseRule(text, decision, origin);
	if (rule.ok) return origin === 'command line' ? rule.value : { ...rule.value, place };
	throw new UsageError(badRule(place, text, rule.failure.message));
}
