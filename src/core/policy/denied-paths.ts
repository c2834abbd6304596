import type { DeniedPath } from '../sandbox/confinement.js';
import { deniesPath } from './path-match.js';
import type { Rule } from './policy-types.js';

/**
 * The paths that deny rules name: what `Read` and `Search` rules match cannot be read, what `Edit`, `Delete` and `Move`
 * rules match cannot be changed. A rule without a pattern names none.
 */
export function deniedPaths(rules: readonly Rule[]): readonly DeniedPath[] {
	return rules.flatMap(({ decision, matcher }): readonly DeniedPath[] => {
		if (decision !== 'deny' || matcher.type !== 'path') return [];
		const denies = matcher.kind === 'read' || matcher.kind === 'search' ? 'read' : 'edit';
		return [{ denies, glob: matcher.glob, matches: (names) => deniesPath(matcher, names) }];
	});
}
