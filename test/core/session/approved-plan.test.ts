import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { checklistOf } from '../../../src/core/session/plan/approved-plan.js';
import { restoredState } from '../../../src/core/session/resuming/restored-session.js';
import { readEvent, writeEvent } from '../../../src/core/sessions/read-event.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, endTurn, entries, next, type Play, play, prompt, questionOf, ready, turnId } from './play.js';

const PLAN = '# Plan\n\n1. Read `src/a.ts`\n2. Change `src/b.ts`\n3. Run `npm test`\n';

const ask = (plan = PLAN, more: { planPath?: string } = {}): AppEvent => ({
	type: 'question-asked',
	question: { ...questionOf('q', { kind: 'exit-plan', plan, toolCallId: 'exit' }), ...more } as ReturnType<
		typeof questionOf
	>,
});
const approve: AppEvent = { type: 'answer-plan', questionId: 'q', choice: 'review-edits' };
const tool = (id: string, patch: Omit<ToolCallPatch, 'id'>): AppEvent => ({ type: 'tool', patch: { id, ...patch } });
const edit = (path: string, status: 'completed' | 'failed' = 'completed', oldText: string | null = 'a'): AppEvent =>
	tool(path, { kind: 'edit', status, content: [{ type: 'diff', path: `/w/${path}`, oldText, newText: 'b' }] });
const run = (command: string, status: 'completed' | 'failed' = 'completed'): AppEvent =>
	tool(command, { kind: 'execute', status, rawInput: { command } });
const step = (text: string, status: 'pending' | 'in_progress' | 'completed') => ({
	text,
	status,
	priority: 'medium' as const,
});
const snapshot = (id: string) => ({ id, at: 0, gaps: [] });
const changes = (from: Play, ...paths: readonly string[]): AppEvent => ({
	type: 'turn-changes',
	set: {
		...{ id: 'set', turnId: turnId(from), before: snapshot('a'), after: snapshot('b'), undone: [] },
		files: paths.map((path) => ({
			...{ path, kind: 'modified', canRestore: true, known: { type: 'unknown' }, diff: null, isTampering: false },
		})),
	},
});

const approved = (plan = PLAN, ...before: readonly AppEvent[]): Play =>
	play(busy('plan it', ready('plan')), ...before, tool('exit', { kind: 'switch_mode' }), ask(plan), approve);
const seen = (from: Play) => checklistOf(from.state)?.map((each) => each.seen ?? each.status);
const compared = (from: Play, ...differing: readonly string[]) => {
	const notes = entries(from).length;
	const afterwards = play(from, { type: 'plan-compared', turnId: 'turn', differing });
	return entries(afterwards)
		.slice(notes)
		.map((entry) => (entry.kind === 'note' ? [entry.title, ...(entry.detail ?? '').split('\n')] : entry.kind));
};

describe('A plan that was approved is the checklist', () => {
	test('with what was seen of each step, and of none that it is done.', () => {
		const from = approved();
		expect(seen(from)).toEqual(['', '', '']);
		const read = play(from, tool('r', { kind: 'read', status: 'completed', locations: [{ path: '/w/src/a.ts' }] }));
		const worked = play(read, edit('src/b.ts'), run('npm test', 'failed'));
		expect(seen(worked)).toEqual(['src/a.ts read', 'src/b.ts changed', 'npm test failed']);
		expect(checklistOf(worked.state)?.every(({ status }) => status === 'pending')).toBe(true);
	});

	test('without the changes of a file that the user took back to the last one; what is left of others stays.', () => {
		const worked = play(approved(), edit('src/b.ts'), edit('src/a.ts'));
		const part = { type: 'part-taken', total: 2, difference: 'x', isTold: false } as const;
		const reviewed = { ...part, path: '/w/src/b.ts', taken: 1, how: 'reviewed' } as const;
		expect(seen(play(worked, reviewed))).toEqual(['src/a.ts changed', 'src/b.ts changed', '']);
		const { set } = changes(worked, 'src/b.ts') as Extract<AppEvent, { type: 'turn-changes' }>;
		const taken = play(worked, { type: 'turn-changes', set: { ...set, id: 'review-1' } }, { ...reviewed, taken: 0 });
		expect(seen(taken)).toEqual(['src/a.ts changed', '', '']);
		const left = play(worked, { ...part, path: '/w/src/a.ts', taken: 0, how: 'taken-back' });
		expect(seen(left)).toEqual(['', 'src/b.ts changed', '']);
	});

	test('of headings that are steps; one without any says why there is none.', () => {
		const headings = approved('## Step 1: Read `src/a.ts`\n\nfirst\n\n## Step 2: Change `src/b.ts`\n\nthen\n');
		expect(checklistOf(headings.state)?.map(({ text }) => text)).toEqual(['Read src/a.ts', 'Change src/b.ts']);
		const prose = approved('Change `src/b.ts`, and test it.');
		expect(checklistOf(prose.state)).toBeNull();
		expect(entries(prose).at(-1)).toMatchObject({
			kind: 'note',
			title: 'Plan approved',
			hint: expect.stringContaining('no checklist'),
		});
	});

	test.each<[string, readonly AppEvent[]]>([
		['failed', [edit('src/b.ts', 'failed')]],
		[
			'was refused',
			[
				edit('src/b.ts'),
				{
					type: 'decided',
					toolCallId: 'src/b.ts',
					title: 'b',
					verdict: { decision: 'denied', because: '' },
					source: 'policy',
				},
			].toReversed() as AppEvent[],
		],
		['goes on', [tool('b', { kind: 'edit', status: 'in_progress', locations: [{ path: '/w/src/b.ts' }] })]],
		[
			'is the approval itself',
			[tool('exit', { kind: 'switch_mode', status: 'completed', locations: [{ path: '/w/src/b.ts' }] })],
		],
	])('and a call that %s is nothing seen.', (_, events) => {
		const refused = play(approved(), tool('src/b.ts', { kind: 'edit' }), ...events);
		expect(seen(refused)).toEqual(['', '', '']);
	});

	test('until the agent sends its own; what is done while it works on a step counts for that one.', () => {
		const own = play(approved(), {
			type: 'plan',
			steps: [step('Read src/a.ts', 'in_progress'), step('Other', 'pending')],
		});
		expect(seen(own)).toEqual(['in_progress', 'pending']);
		const worked = play(own, edit('c.ts'));
		expect(worked.state.approvedPlan?.steps.map((each) => each.seen)).toEqual([
			[{ kind: 'changed', name: 'c.ts' }],
			[],
			[],
		]);
	});

	test('whatever the agent’s own was before; one without steps leaves it.', () => {
		const before: AppEvent = { type: 'plan', steps: [step('Research', 'completed')] };
		expect(seen(approved(PLAN, before))).toEqual(['', '', '']);
		expect(seen(approved('Just do it.', before))).toEqual(['completed']);
	});

	test('with edits, without the steps that were struck.', () => {
		const edited = '1. ~~Read `src/a.ts`~~\n2. Change `src/c.ts`\n';
		const from = play(busy('plan it', ready('plan')), ask(), { ...approve, edited } as AppEvent);
		expect(checklistOf(from.state)?.map(({ text }) => text)).toEqual(['Change src/c.ts']);
	});

	test('what /undo took back is not seen any more.', () => {
		const from = approved();
		const over = play(endTurn(play(from, edit('src/b.ts'))), changes(from, 'src/b.ts'));
		const report = { restored: ['src/b.ts'], refused: [] };
		const undone = play(over, { type: 'files-restored', setId: 'set', direction: 'undo', report });
		expect(seen(undone)).toEqual(['', '', '']);
		expect(seen(play(undone, { type: 'files-restored', setId: 'set', direction: 'redo', report }))).toEqual([
			'',
			'src/b.ts changed',
			'',
		]);
	});
});

test('An approved plan, its edits and what was seen come back from the log.', () => {
	const logged: AppEvent[] = [];
	const keep = (...events: readonly AppEvent[]): AppEvent[] => {
		logged.push(...events);
		return [...events];
	};
	const edited = `${PLAN}4. Release\n`;
	const from = play(
		ready('plan'),
		...keep(prompt('plan it'), ask(PLAN, { planPath: '/h/x.md' }), { ...approve, edited } as AppEvent),
	);
	const worked = play(
		from,
		...keep(edit('src/b.ts'), run('npm test'), { type: 'turn-ended', turnId: turnId(from), reason: 'end_turn' }),
	);
	const afterwards = play(
		worked,
		...keep(changes(from, 'c.ts'), { type: 'plan-compared', turnId: 't', differing: ['/h/x.md'] }),
	);
	const read = logged.flatMap((event) => readEvent(JSON.parse(JSON.stringify(writeEvent(event)))) ?? []);
	expect(read).toHaveLength(logged.length);
	const again = play(ready('plan'), ...read);
	expect(again.state.approvedPlan).toEqual(afterwards.state.approvedPlan);
	expect(entries(again)).toEqual(entries(afterwards));
	expect(restoredState(again.state).approvedPlan).toEqual(afterwards.state.approvedPlan);
});

describe('At the end of its turn an approved plan is compared', () => {
	const effects = (from: Play) => from.effects.filter(({ type }) => type === 'compare-plan');

	test('once what was changed is known.', () => {
		const from = approved();
		const over = endTurn(from);
		expect(effects(over)).toMatchObject([{ files: [], reviewed: [PLAN, PLAN] }]);
		expect(compared(play(over, changes(from, 'src/b.ts', 'lib/c.ts', 'd.ts')))).toEqual([
			[
				'Approved plan: nothing seen for 2 steps, 2 changed files that it does not name',
				'Nothing seen for 1. Read src/a.ts',
				'Nothing seen for 3. Run npm test',
				'Not in the plan: lib/c.ts, d.ts',
			],
		]);
	});

	test('and nothing is said where all of it matches; the checklist is over.', () => {
		const done = play(approved(), edit('src/a.ts'), edit('src/b.ts'), run('npm test'));
		const over = endTurn(done);
		expect(compared(over)).toEqual([]);
		expect(checklistOf(play(over, { type: 'plan-compared', turnId: 't', differing: [] }).state)).toBeNull();
	});

	test('once: the next turn says nothing, unless nothing was done in the first: then it speaks when that has changed.', () => {
		const afterwards = play(endTurn(play(approved(), edit('src/b.ts'))), {
			type: 'plan-compared',
			turnId: 't',
			differing: [],
		});
		expect(effects(endTurn(play(afterwards, prompt('go on'))))).toEqual([]);
		const idle = play(endTurn(approved()), { type: 'plan-compared', turnId: 't', differing: [] });
		expect(entries(idle).at(-1)).toMatchObject({ title: 'Approved plan: nothing seen for 3 steps' });
		const again = endTurn(play(idle, prompt('go on')));
		expect(effects(again)).toHaveLength(1);
		expect(compared(again)).toEqual([]);
		expect(compared(again, '/w/PLAN.md')).toHaveLength(1);
		expect(compared(endTurn(play(again, prompt('now'), edit('src/b.ts'))))).toHaveLength(1);
	});

	test('with what the agent claims, and steps that name nothing.', () => {
		const own: AppEvent = { type: 'plan', steps: [step('Run npm test', 'completed'), step('Think', 'completed')] };
		const from = approved(`${PLAN}4. Think\n`, own);
		const worked = endTurn(play(from, own, edit('src/a.ts'), edit('src/b.ts')));
		expect(compared(worked)).toEqual([
			[
				'Approved plan: nothing seen for 1 step',
				'Nothing seen for 3. Run npm test (completed, the agent says)',
				'1 step names no file or command',
			],
		]);
	});

	test.each<[string, (from: Play) => Play]>([
		['is stopped', (from) => endTurn(next(from, { type: 'cancel' }), 'cancelled')],
		['ends at a refusal', (from) => endTurn(from, 'cancelled')],
		[
			'fails',
			(from) => next(from, { type: 'turn-failed', turnId: turnId(from), failure: { code: 'internal', message: '' } }),
		],
	])('not where it %s: it stays due.', (_, ends) => {
		const over = ends(approved());
		expect(effects(over)).toEqual([]);
		expect(over.state.approvedPlan?.isDue).toBe(true);
	});

	test('above a prompt that was sent meanwhile.', () => {
		const meanwhile = play(endTurn(play(approved(), edit('src/b.ts'))), prompt('next'));
		const afterwards = play(meanwhile, { type: 'plan-compared', turnId: 't', differing: [] });
		expect(
			entries(afterwards)
				.map(({ kind }) => kind)
				.slice(-2),
		).toEqual(['note', 'user']);
	});

	test('with its file: the one that is named, and those that the agent wrote.', () => {
		const write = (path: string): AppEvent =>
			tool(path, {
				kind: 'edit',
				status: 'completed',
				content: [{ type: 'diff', path, oldText: null, newText: PLAN }],
			});
		const from = play(busy('plan it', ready('plan')), write('/w/PLAN.md'), write('/w/notes.md'));
		const over = endTurn(
			play(from, ask(PLAN, { planPath: '/h/plans/x.md' }), approve, write('/w/docs/plan-v2.md'), edit('src/b.ts')),
		);
		expect(effects(over)).toMatchObject([{ files: ['/h/plans/x.md', '/w/PLAN.md', '/w/docs/plan-v2.md'] }]);
		const [words = ''] = compared(over, '/w/PLAN.md', '/h/plans/x.md');
		expect(words.slice(1)).toEqual([
			'Nothing seen for 1. Read src/a.ts',
			'Nothing seen for 3. Run npm test',
			'PLAN.md says something else than the plan that you reviewed',
			'/h/plans/x.md says something else than the plan that you reviewed',
		]);
	});
});
