import { plannedChanges } from '../../../src/core/edits/planned-changes.js';
import type { ActionRequest, CommandFact, PathFact, Rule } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';

/** A path inside the workspace /w. */
export function inside(relative: string): PathFact {
	return { given: relative, real: `/w/${relative}`, relative, isInside: true, isPlanFile: false };
}

/** A path outside the workspace. */
export function outside(path: string, isPlanFile = false): PathFact {
	return { given: path, real: path, relative: null, isInside: false, isPlanFile };
}

/** A request of an agent's own tool. */
export function request(kind: ActionRequest['kind'], parts: Partial<ActionRequest> = {}): ActionRequest {
	const made = {
		source: 'permission' as const,
		kind,
		title: 'a title that proves nothing',
		paths: [],
		diffs: [],
		...parts,
	};
	const changes = plannedChanges(made, '/w');
	return changes.length === 0 ? made : { ...made, changes };
}

/** A command line for a shell. */
export function line(text: string, parts: Partial<CommandFact> = {}): CommandFact {
	return { text, line: text, envNames: [], ...parts };
}

/** An executable with its arguments. */
export function argv(...words: string[]): CommandFact {
	return { text: words.join(' '), argv: words, envNames: [] };
}

/** An execute request for a line, in a repository that was found to be harmless. */
export function run(text: string, parts: Partial<ActionRequest> = {}): ActionRequest {
	return request('execute', { command: line(text, { repository: { readOnly: true } }), ...parts });
}

/** A parsed rule; throws when it is none, which fails the test. */
export function rule(text: string, decision: Rule['decision'] = 'allow', origin: Rule['origin'] = 'project'): Rule {
	const parsed = parseRule(text, decision, origin);
	if (!parsed.ok) throw new Error(parsed.failure.message);
	return parsed.value;
}
