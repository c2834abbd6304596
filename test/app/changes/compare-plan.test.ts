import { expect, test } from 'vitest';
import { comparePlan } from '../../../src/app/changes/compare-plan.js';
import type { AppEvent } from '../../../src/core/event.js';
import { succeed } from '../../../src/core/failure.js';
import { bothPlans, isPlanFileName } from '../../../src/core/plan/plan-file.js';
import type { FilesPort } from '../../../src/core/ports.js';
import { agentPlanReview } from '../../../src/core/session/question.js';
import { deferred } from '../world.js';
import { dispatch, endTurn, settleFiles, workingScene } from './scene.js';

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
					steps.push('compared');
					resolve({ event, steps });
				},
			},
		);
	});
}

test('A file of a plan that says something else than what was reviewed is reported, once the changes are known.', async () => {
	const both = bothPlans('# Asked', 'd', '# In the file');
	const disk = { a: PLAN, b: '# Plan  \r\n\r\n1. Do it', c: '1. Do more', d: '# In the file\n', e: '', f: 'file' };
	expect(await compared(disk, PLAN, both)).toEqual({
		event: { type: 'plan-compared', turnId: 't', differing: ['c', 'f'] },
		steps: ['settled', 'compared'],
	});
	expect((await compared({ a: '1. Do it' }, '# Plan\n\n1. Do it')).event).toMatchObject({ differing: ['a'] });
});

test('What waits for the files of a run waits for its plan, too.', async () => {
	const read = deferred<string>();
	const scene = await workingScene({ mode: 'plan' });
	const { world } = scene;
	const request = { source: 'permission', kind: 'switch_mode', title: 'Plan', paths: [], diffs: [] } as never;
	const options = [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }];
	const question = agentPlanReview({ id: 'q', options, request, because: '', askedAt: 0, plan: PLAN });
	await dispatch(scene, { type: 'question-asked', question });
	await dispatch(scene, { type: 'answer-plan', questionId: 'q', choice: 'review-edits' });
	const diff = { type: 'diff' as const, path: '/w/PLAN.md', oldText: 'a', newText: 'b' };
	world.host.onEvents('s1', [
		{ type: 'tool', patch: { id: 'e', title: 'Edit', kind: 'edit', status: 'completed', content: [diff] } },
	]);
	await settleFiles();
	Object.assign(world.ports.files, { read: async () => succeed(await read.promise) });
	await endTurn(scene);
	const planEvents = () => world.events.filter(({ type }) => type === 'plan-compared');
	const settled = world.app.filesSettled(5000).then(planEvents);
	await settleFiles();
	read.resolve('Another');
	expect(await settled).toMatchObject([{ differing: ['/w/PLAN.md'] }]);
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
