import { describe, expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { inside } from '../../core/policy/requests.js';
import { ready } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import { contextOf, createStage, happen } from '../stage.js';

function spokenLines(request: Partial<ActionRequest>): readonly string[] {
	const stage = createStage(ready());
	happen(
		stage,
		asked({ request: { source: 'permission', kind: 'edit', title: 'Edit', paths: [], diffs: [], ...request } }),
	);
	return spokenQuestion(contextOf(stage))?.lines ?? [];
}

describe('A question that is read out', () => {
	test('has each of several paths on a line of its own: a comma may be part of one.', () => {
		const lines = spokenLines({ paths: [inside('a.ts, b.ts'), inside('c.ts')] });
		expect(lines).toContain('Files, 2:');
		expect(lines).toContain('a.ts, b.ts');
		expect(lines).toContain('c.ts');
	});

	test('has every changed line, whatever it begins with.', () => {
		const diff = {
			type: 'diff',
			path: '/w/a.sql',
			oldText: '-- keep\nselect 1;\n',
			newText: '++ b/other\nselect 1;\n',
		} as const;
		const lines = spokenLines({ paths: [inside('a.sql')], diffs: [diff] });
		expect(lines).toContain('removed: -- keep');
		expect(lines).toContain('added: ++ b/other');
		expect(lines.filter((line) => line.startsWith('Change of'))).toEqual(['Change of a.sql:']);
	});

	test('takes nothing that a path holds for a changed line.', () => {
		const diff = { type: 'diff', path: '/w/a\n+added.ts', oldText: 'a\n', newText: 'b\n' } as const;
		expect(spokenLines({ diffs: [diff] })).not.toContain('added: added.ts');
	});
});
