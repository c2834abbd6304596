import { describe, expect, test } from 'vitest';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import type { PermissionOption, PermissionOutcome } from '../../src/core/policy/policy-types.js';
import type { AgentSandbox } from '../../src/core/sandbox/sandbox.js';
import { rule } from '../core/policy/requests.js';
import { editRequest, OPTIONS, runRequest } from './requests.js';
import { answer, asks, asksNow, cards, decisions, happen, never, settle, working } from './world.js';

const chosen = (optionId: string): PermissionOutcome => ({ type: 'selected', optionId });
const CANCELLED: PermissionOutcome = { type: 'cancelled' };
const deniedInBypass = { rules: [rule('Edit', 'deny')], mode: 'bypassPermissions', isBypassAllowed: true } as const;
const unasked = { mode: 'acceptEdits', isHeadless: true } as const;

describe('A permission request', () => {
	test.each([
		['yes', 'allowed'],
		['no', 'denied'],
		[null, 'denied'],
	])('is put to the user; %s is what the agent gets', async (optionId, decision) => {
		const world = await working();
		const outcome = world.host.requestPermission(editRequest(), never);
		await answer(world, optionId);
		expect(await outcome).toEqual(optionId === null ? CANCELLED : chosen(optionId));
		expect(cards(world)).toMatchObject([{ id: 'c1', title: 'Edit a.ts', verdict: { decision } }]);
		expect(asks(world)).toBe(0);
	});

	test.each<[AgentSandbox, PermissionRequest, true | undefined]>([
		['shadow', editRequest(), true],
		[
			'shadow',
			editRequest('new', { paths: ['/etc/hosts'], patch: { id: 'c1', title: 'Edit', kind: 'edit' } }),
			undefined,
		],
		['shadow', runRequest('make'), undefined],
		['fence', editRequest(), undefined],
	])('says of an edit in a %s whether it only waits (%#)', async (sandbox, request, waits) => {
		const world = await working({ rules: [rule('Edit', 'ask'), rule('Execute', 'ask')] });
		world.app.dispatch({ type: 'sandbox-changed', change: { agent: sandbox } });
		void world.host.requestPermission(request, never);
		await settle();
		const [question] = world.app.getState().questions;
		expect(question?.kind === 'permission' ? question.waits : 'none').toBe(waits);
	});

	test.each(['default', 'acceptEdits'] as const)('in a shadow is answered with allow once in %s', async (mode) => {
		const world = await working({ mode });
		world.app.dispatch({ type: 'sandbox-changed', change: { agent: 'shadow' } });
		expect(await world.host.requestPermission(runRequest('make all'), never)).toEqual(chosen('yes'));
		const given = editRequest('new', { paths: ['/w/.envrc'], patch: { id: 'c1', title: 'Edit', kind: 'edit' } });
		expect(await world.host.requestPermission(given, never)).toEqual(chosen('yes'));
		expect(cards(world).map(({ verdict }) => verdict?.because)).toEqual(['held in the shadow', 'held in the shadow']);
		// What it said there it does here, word by word or not.
		const written = await world.host.writeTextFile({ sessionId: 's1', path: '/w/.envrc', content: 'other' }, never);
		expect(written.ok).toBe(true);
		expect(asks(world)).toBe(0);
		void world.host.requestPermission(runRequest('git push'), never);
		await settle();
		expect(world.app.getState().questions).toMatchObject([{ because: 'this reaches beyond the shadow: git push' }]);
	});

	test.each([
		['no option that is clear', editRequest('new', { options: OPTIONS.filter(({ kind }) => kind !== 'allow_once') })],
		['a mode of the agent’s', editRequest('new', { isExitPlan: true })],
	])('in a shadow is asked about where it is about %s', async (_, request) => {
		const world = await working();
		world.app.dispatch({ type: 'sandbox-changed', change: { agent: 'shadow' } });
		void world.host.requestPermission(request, never);
		expect(await asksNow(world)).toBe(1);
	});

	test('needs no rule in a shadow where nobody can be asked; what reaches further names one.', async () => {
		const world = await working({ isHeadless: true });
		world.app.dispatch({ type: 'sandbox-changed', change: { agent: 'shadow' } });
		expect(await world.host.requestPermission(runRequest('make all'), never)).toEqual(chosen('yes'));
		expect(await world.host.requestPermission(runRequest('git push'), never)).toEqual(chosen('no'));
		expect(cards(world).at(-1)?.verdict?.because).toContain('--allow "Execute(git push)" would allow it');
	});

	test.each([
		['shadow', 'is dropped', { agent: 'shadow', enforcement: 'enforced' }, 'no'],
		['fence', 'holds', { agent: 'fence', enforcement: 'enforced' }, 'yes'],
		['fence', 'is only watched', { agent: 'fence', enforcement: 'watched' }, 'no'],
	] as const)('for a command in plan mode is answered by a %s that %s.', async (_, __, change, answered) => {
		const world = await working({ mode: 'plan' });
		world.app.dispatch({ type: 'sandbox-changed', change });
		expect(await world.host.requestPermission(runRequest('make all'), never)).toEqual(chosen(answered));
	});

	const twice = [...['a', 'b'].map((id) => ({ id, name: id, kind: 'allow_once' as const })), ...OPTIONS.slice(-1)];
	const noNo = OPTIONS.filter((option) => option.kind !== 'reject_once');

	test.each<[string, Parameters<typeof working>[0], PermissionRequest, PermissionOutcome, string]>([
		['that a rule allows, with allow once', { rules: [rule('Edit(*.ts)')] }, editRequest(), chosen('yes'), 'allowed'],
		['that the mode allows', { mode: 'acceptEdits' }, editRequest(), chosen('yes'), 'allowed'],
		['that a rule denies, in bypass too', deniedInBypass, editRequest(), chosen('no'), 'denied'],
		['for an edit in plan mode', { mode: 'plan' }, editRequest(), chosen('no'), 'denied'],
		['for a command in plan mode', { mode: 'plan' }, runRequest('rm -rf x'), chosen('no'), 'denied'],
		['for a command that reads in plan mode', { mode: 'plan' }, runRequest('git status'), chosen('yes'), 'allowed'],
		['without a no', { mode: 'plan' }, editRequest('x', { options: noNo }), CANCELLED, 'denied'],
		['with two yeses and without a user', unasked, editRequest('x', { options: twice }), CANCELLED, 'denied'],
		['that is asked about, without a user', { isHeadless: true }, editRequest(), chosen('no'), 'denied'],
	])('%s is answered at once.', async (_, options, request, outcome, decision) => {
		const world = await working(options);
		expect(await world.host.requestPermission(request, never)).toEqual(outcome);
		expect(decisions(world)).toEqual([`${decision} policy`]);
		expect(cards(world)).toMatchObject([{ verdict: { decision } }]);
		if (decision === 'denied') expect(cards(world)[0]?.status).toBe('failed');
	});

	test('whose no has the id of a yes is dismissed by either, and nothing is allowed for it.', async () => {
		const world = await working();
		const options: readonly PermissionOption[] = [
			{ id: 'same', name: 'Yes', kind: 'allow_always' },
			{ id: 'same', name: 'No', kind: 'reject_once' },
		];
		const outcome = world.host.requestPermission(editRequest('new', { options }), never);
		await answer(world, 'same');
		expect(await outcome).toEqual(CANCELLED);
		expect(cards(world)).toMatchObject([{ verdict: { decision: 'denied' } }]);
		expect(world.app.getState().rules).toEqual([]);
		void world.host.writeTextFile({ sessionId: 's1', path: '/w/a.ts', content: 'new' }, never);
		expect(await asksNow(world)).toBe(1);
	});

	test('that is allowed but has two options of that kind is put to the user.', async () => {
		const world = await working({ mode: 'acceptEdits' });
		const outcome = world.host.requestPermission(editRequest('x', { options: twice }), never);
		await answer(world, 'b');
		expect(await outcome).toEqual(chosen('b'));
	});

	test.each([
		['npm test 2>&1 | tail -5', '--allow "Execute(npm test *)" would allow it'],
		['cd src && git add -A && git commit -m x', '--allow "Execute(git add *)" --allow "Execute(git commit *)" would'],
		[
			'terraform plan | head',
			'“terraform” is not known to be read-only; --allow "Execute(terraform plan)" would allow it',
		],
		['for f in a b; do npm test; done', '--allow "Execute(npm test *)" would allow it'],
		['while npm test; do ls; done', 'a loop is not looked into; --allow Execute would allow it'],
	])('for %s that nobody can be asked says why and what would allow it.', async (line, words) => {
		const world = await working({ isHeadless: true });
		expect(await world.host.requestPermission(runRequest(line), never)).toEqual(chosen('no'));
		expect(cards(world)[0]?.verdict?.because).toContain(words);
	});

	test.each([
		[
			'npm test 2>&1 | tail -5',
			'“npm test” is not known to be read-only, and in plan mode commands may only read; --allow "plan:Execute(npm test *)" would allow it',
		],
		['while npm test; do ls; done', /^a loop is not looked into, and in plan mode commands may only read$/],
		['cd ../x && ls', /^cd \.\.\/x leads out of the workspace, and in plan mode commands may only read$/],
	])('for %s in plan mode says why first, and the rule that would allow it.', async (line, words) => {
		const world = await working({ isHeadless: true, mode: 'plan' });
		expect(await world.host.requestPermission(runRequest(line), never)).toEqual(chosen('no'));
		expect(cards(world)[0]?.verdict?.because).toMatch(words);
	});

	test.each([
		['an edit', editRequest(), '--allow "Edit(a.ts)" would allow it'],
		['an edit outside', editRequest('x', { paths: ['/etc/passwd'] }), 'no rule can allow it'],
		[
			'a tool of an unknown kind',
			editRequest('x', { patch: { id: 'c', kind: 'other' }, paths: [] }),
			'no rule can allow it',
		],
		[
			'an outer place of an unknown kind',
			editRequest('x', { patch: { id: 'c', kind: 'other' }, paths: ['/etc'] }),
			'no rule can allow it',
		],
	])('names what would allow %s without a user.', async (_, request, way) => {
		const world = await working({ isHeadless: true });
		await world.host.requestPermission(request, never);
		expect(cards(world)[0]?.verdict?.because).toContain(way);
	});
});

describe('What a diff says that it replaces', () => {
	test.each([
		['inside is compared with the file', '/w/a.ts', [{ path: '/w/a.ts', text: 'now' }]],
		['in a file that is none is known to be none', '/w/none.ts', [{ path: '/w/none.ts', text: null }]],
		['outside is not looked at', '/etc/passwd', undefined],
	])('%s.', async (_, path, expected) => {
		const world = await working();
		world.disk.set('/w/a.ts', 'now');
		world.disk.set('/etc/passwd', 'secret');
		const diff = { type: 'diff', path, oldText: 'then', newText: 'new' } as const;
		void world.host.requestPermission(editRequest('new', { patch: { id: 'c', kind: 'edit', content: [diff] } }), never);
		await settle();
		expect(world.app.getState().questions[0]?.request.currentTexts).toEqual(expected);
	});
});

describe('A question goes away', () => {
	test('when the agent takes it back.', async () => {
		const world = await working();
		const taken = new AbortController();
		const outcome = world.host.requestPermission(editRequest(), taken.signal);
		expect(await asksNow(world)).toBe(1);
		taken.abort();
		expect(await outcome).toEqual(CANCELLED);
		expect(asks(world)).toBe(0);
	});

	test('when it was taken back before it could be put.', async () => {
		const world = await working();
		expect(await world.host.requestPermission(editRequest(), AbortSignal.abort())).toEqual(CANCELLED);
		expect(asks(world)).toBe(0);
	});

	test.each<[string, (world: Awaited<ReturnType<typeof working>>) => void]>([
		['the user stops the turn', (world) => world.app.dispatch({ type: 'cancel' })],
		['the turn ends', (world) => world.prompts[0]?.end.resolve({ ok: true, value: { reason: 'end_turn' } })],
		['a new session is opened', (world) => world.app.dispatch({ type: 'new-session' })],
		['the agent is started again', (world) => world.app.dispatch({ type: 'restart-agent' })],
		[
			'the agent ends',
			(world) => world.exit.resolve({ code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false }),
		],
	])('when %s: all are answered «cancelled».', async (_, happen) => {
		const world = await working();
		const outcomes = [editRequest(), runRequest('make')].map((request) => world.host.requestPermission(request, never));
		expect(await asksNow(world)).toBe(2);
		happen(world);
		expect(await Promise.all(outcomes)).toEqual([CANCELLED, CANCELLED]);
		expect(asks(world)).toBe(0);
	});

	test('None is put in a turn that was stopped.', async () => {
		const world = await working();
		world.app.dispatch({ type: 'cancel' });
		expect(await world.host.requestPermission(editRequest(), never)).toEqual(CANCELLED);
	});
});

test('A request of a session that was left is dismissed and leaves no card.', async () => {
	const world = await working();
	await happen(world, { type: 'new-session' });
	expect(await world.host.requestPermission(editRequest('x', { sessionId: 's1' }), never)).toEqual(CANCELLED);
	expect(cards(world)).toEqual([]);
});

test('A request for a call that is known takes what it leaves out from there.', async () => {
	const world = await working({ mode: 'acceptEdits' });
	const { patch } = editRequest();
	world.host.onEvents('s1', [{ type: 'tool', patch }]);
	const outcome = await world.host.requestPermission(editRequest('x', { patch: { id: 'c1' }, paths: [] }), never);
	expect(outcome).toEqual(chosen('yes'));
	expect(cards(world)).toHaveLength(1);
});

test.each([
	['once', ['/w/a.ts', '/etc/passwd']],
	['alone', ['/etc/passwd']],
])('A path outside the workspace is asked about although edits pass: %s', async (_, paths) => {
	const world = await working({ mode: 'acceptEdits' });
	const outcome = world.host.requestPermission(editRequest('x', { paths }), never);
	await answer(world, 'no');
	expect(await outcome).toEqual(chosen('no'));
});

describe('An exit from plan mode', () => {
	const exit = (parts = {}) =>
		editRequest('x', {
			patch: { id: 'c9', title: 'Ready?', kind: 'switch_mode' },
			paths: [],
			isExitPlan: true,
			plan: '# Plan',
			options: OPTIONS.filter((option) => option.kind !== 'allow_always'),
			...parts,
		});

	test.each([
		['review-edits', 'yes', 'default'],
		['accept-edits', 'yes', 'acceptEdits'],
		['keep-planning', 'no', 'plan'],
	] as const)('is reviewed: %s', async (choice, optionId, mode) => {
		const world = await working({ mode: 'plan' });
		const outcome = world.host.requestPermission(exit(), never);
		await settle();
		expect(world.app.getState().questions).toMatchObject([
			{ kind: 'exit-plan', plan: '# Plan', because: 'the agent wants to leave plan mode' },
		]);
		world.app.dispatch({ type: 'answer-plan', questionId: world.app.getState().questions[0]?.id ?? '', choice });
		expect(await outcome).toEqual(chosen(optionId));
		expect(world.app.getState().mode.mode).toBe(mode);
	});

	test('keeps planning when nobody can be asked.', async () => {
		const world = await working({ mode: 'plan', isHeadless: true });
		expect(await world.host.requestPermission(exit(), never)).toEqual(chosen('no'));
		expect(world.app.getState().mode.mode).toBe('plan');
	});

	test('is kept as a plan where nobody can be asked, and says that, not that somebody chose', async () => {
		const world = await working({ mode: 'plan', isHeadless: true });
		expect(await world.host.requestPermission(exit(), never)).toEqual(chosen('no'));
		const because = 'not allowed without asking, and -p cannot ask: the agent wants to leave plan mode';
		expect(cards(world)).toMatchObject([{ verdict: { decision: 'denied', because } }]);
	});

	test.each(['default', 'acceptEdits', 'bypassPermissions'] as const)(
		'shows the plan in %s mode too, and only a choice on it answers.',
		async (mode) => {
			const world = await working({ mode });
			const outcome = world.host.requestPermission(exit(), never);
			await settle();
			expect(world.app.getState().questions[0]).toMatchObject({ kind: 'exit-plan', plan: expect.stringMatching(/\S/) });
			world.app.dispatch({
				type: 'answer-plan',
				questionId: world.app.getState().questions[0]?.id ?? '',
				choice: 'keep-planning',
			});
			expect(await outcome).toEqual(chosen('no'));
			expect(world.app.getState().mode.mode).toBe(mode);
		},
	);

	test('that comes with a command is asked about as one, and offers no rule for good.', async () => {
		const world = await working({ mode: 'default' });
		const outcome = world.host.requestPermission(exit({ command: { line: 'npm test' } }), never);
		await settle();
		expect(world.app.getState().questions).toMatchObject([{ kind: 'permission', offers: [] }]);
		await answer(world, 'no');
		expect(await outcome).toEqual(chosen('no'));
	});

	test.each([
		['the file that it names', { plan: '', planPath: '/w/plan.md' }, '# In the file'],
		['the plan entries', { plan: ' ' }, '- [x] read\n- [ ] write'],
		[
			'the entries, when the file is out of reach',
			{ plan: undefined, planPath: '/etc/plan.md' },
			'- [x] read\n- [ ] write',
		],
	])('finds its plan in %s.', async (_, parts, plan) => {
		const world = await working({ mode: 'plan' });
		world.disk.set('/w/plan.md', '# In the file');
		world.host.onEvents('s1', [
			{
				type: 'plan',
				steps: [
					{ text: 'read', priority: 'low', status: 'completed' },
					{ text: 'write', priority: 'low', status: 'pending' },
				],
			},
		]);
		void world.host.requestPermission(exit(parts), never);
		await settle();
		expect(world.app.getState().questions).toMatchObject([{ plan }]);
	});

	test('whose request says something else than its file shows both, and says so.', async () => {
		const world = await working({ mode: 'plan' });
		world.disk.set('/w/plan.md', '# In the file\n');
		void world.host.requestPermission(exit({ plan: '# Asked\n```\nopen', planPath: '/w/plan.md' }), never);
		await settle();
		const [question] = world.app.getState().questions;
		const text = question?.kind === 'exit-plan' ? question.plan : '';
		expect(text).toContain('say different things');
		expect(text).toContain('# Asked\n```\nopen\n```\n');
		expect(text).toContain('/w/plan.md:\n\n# In the file');
	});

	test('of an agent that wrote it into a file, and names none, shows both where they differ.', async () => {
		const world = await working({ mode: 'plan' });
		world.disk.set('/w/PLAN.md', '# In the file\n');
		const content = [{ type: 'diff', path: '/w/PLAN.md', oldText: null, newText: '# In the file\n' }] as const;
		world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'w', kind: 'edit', status: 'completed', content } }]);
		void world.host.requestPermission(exit({ plan: '# Asked' }), never);
		await settle();
		const [question] = world.app.getState().questions;
		expect(question).toMatchObject({ planPath: '/w/PLAN.md', plan: expect.stringContaining('# In the file') });
	});

	test('that changes while it is reviewed still shows its file, and says that it is another.', async () => {
		const world = await working({ mode: 'plan' });
		world.disk.set('/w/plan.md', '# In the file\n');
		const request = exit({ plan: '# Asked', planPath: '/w/plan.md' });
		void world.host.requestPermission(request, never);
		await settle();
		const { id } = request.patch;
		world.host.onEvents('s1', [{ type: 'tool', patch: { id, rawInput: { plan: '# Asked again' } } }]);
		await settle();
		const [question] = world.app.getState().questions;
		const text = question?.kind === 'exit-plan' ? question.plan : '';
		expect(text).toContain('# Asked again');
		expect(text).toContain('/w/plan.md:\n\n# In the file');
	});

	test('whose file says the same, but for blanks, shows it once.', async () => {
		const world = await working({ mode: 'plan' });
		world.disk.set('/w/plan.md', '# Plan  \r\n\r\n1. write\n\n');
		void world.host.requestPermission(exit({ plan: '# Plan\n\n1. write', planPath: '/w/plan.md' }), never);
		await settle();
		expect(world.app.getState().questions).toMatchObject([{ plan: '# Plan\n\n1. write' }]);
	});
});

test('A question about an edit says what accept edits mode would say to it; other questions say nothing.', async () => {
	const world = await working();
	void world.host.requestPermission(editRequest(), never);
	void world.host.requestPermission(runRequest('rm x'), never);
	void world.host.writeTextFile({ sessionId: 's1', path: '/w/.git/config', content: 'x' }, never);
	await settle();
	const said = world.app
		.getState()
		.questions.map((one) => [one.request.title, one.kind === 'permission' && one.inAcceptEdits?.decision]);
	expect(Object.fromEntries(said)).toEqual({ 'Edit a.ts': 'allow', 'rm x': undefined, 'Write .git/config': 'ask' });
});
