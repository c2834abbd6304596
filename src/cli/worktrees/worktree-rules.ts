import { dirname } from 'node:path';
import type { RulesPort } from '../../core/policy/policy-ports.js';
import type { Rule } from '../../core/policy/policy-types.js';
import type { Worktree } from '../../core/worktrees/worktree.js';

/**
 * Remembered decisions in a worktree: those of its project hold. An allowance that is given here holds in all
 * worktrees of the repository, but not in the project itself, where nobody gave it; a refusal holds there too.
 */
export function rulesInWorktree(worktree: Worktree, project: RulesPort, open: (key: string) => RulesPort): RulesPort {
	const own = open(dirname(worktree.path));
	return {
		async load() {
			const [theirs, ours] = await Promise.all([project.load(), own.load()]);
			const here = ours.rules.filter(({ scope }) => scope === 'project');
			return {
				rules: [...theirs.rules, ...here].toSorted((left, right) => left.at - right.at),
				warnings: [...new Set([...theirs.warnings, ...ours.warnings])],
			};
		},
		add: (rule) => (rule.scope === 'project' && rule.decision === 'allow' ? own : project).add(rule),
		async remove(rule) {
			const here = rule.scope === 'project' ? await own.remove(rule) : null;
			if (here !== null && (!here.ok || here.value)) return here;
			return project.remove(rule);
		},
	};
}

/** Rules that ask or refuse by a path of the project, for the same path of its worktree. */
export function refusalsInWorktree(rules: readonly Rule[], { path, project }: Worktree): readonly Rule[] {
	return rules.flatMap((rule) => {
		const { matcher, decision, text } = rule;
		if (decision === 'allow' || matcher.type !== 'path') return [];
		const { glob } = matcher;
		if (glob !== project && !glob.startsWith(`${project}/`)) return [];
		return [
			{ ...rule, text: text.replace(project, path), matcher: { ...matcher, glob: path + glob.slice(project.length) } },
		];
	});
}
