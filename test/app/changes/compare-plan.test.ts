import { expect, test } from 'vitest';
import { comparePlan } from '../../../src/app/changes/compare-plan.js';
import type { AppEvent } from '../../../src/core/event.js';
import { bothPlans, isPlanFileName } from '../../../src/core/plan/plan-file.js';
import type { FilesPort } from '../../../src/core/ports.js';

const PLAN = '# Plan\n\n1. Do it\n';

function compared(disk: Readonly<Record<string, string>>, ...reviewed: readonly string[]) {
	const read = async (path: string) => {
		const value = disk[path];
		return value === undefined ? { ok: false, failure: { code: 'not-found', message: '' } } : { ok: true, value };
	};
	const steps: string[] = [];
	return new Promise<{ readonly event: AppEvent; readonly steps: readonly string[] }>((resolve) => {
		void comparePlan(
			{ type: 'compare-plan', turnId: 't', files: Object.keys(disk).concat('gone'), reviewed },
			{
				files: { read } as unknown as FilesPort,
				turnFiles: { settled: async () => void steps.push('settled') },
				dispatch: (event) => {
					steps.push('told');
					resolve({ event, steps });
				},
			},
		);
	});
}

test('A file of a plan that says something else than what was reviewed is told, once the changes are known.', async () => {
	const both = bothPlans('# Asked', 'd', '# In the file');
	const disk = { a: PLAN, b: '# Plan  \r\n\r\n1. Do it', c: '1. Do more', d: '# In the file\n', e: '', f: 'file' };
	expect(await compared(disk, PLAN, both)).toEqual({
		event: { type: 'plan-compared', turnId: 't', differing: ['c', 'f'] },
		steps: ['settled', 'told'],
	});
	expect((await compared({ a: '1. Do it' }, '# Plan\n\n1. Do it')).event).toMatchObject({ differing: ['a'] });
});

test.each<[string, boolean]>([
	['/w/PLAN.md', true],
	['plan.txt', true],
	['docs/implementation-plan.md', true],
	['docs/plan_v2.markdown', true],
	['/home/u/.claude/plans/rename.md', true],
	['src/plan.ts', false],
	['docs/planning.md', false],
	['explanation.md', false],
	['plans/data.json', false],
])('%s is a plan by its name: %s.', (path, isPlan) => {
	expect(isPlanFileName(path)).toBe(isPlan);
});
