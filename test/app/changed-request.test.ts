import { expect, test } from 'vitest';
import { createTranslator } from '../../src/agent/translate/translator.js';
import { succeed } from '../../src/core/failure.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import type { ToolCallPatch } from '../../src/core/tool-call.js';
import { rule } from '../core/policy/requests.js';
import {
	asks,
	asksNow,
	cards,
	decisions,
	deferred,
	end,
	happen,
	never,
	say,
	settle,
	type World,
	working,
} from './world.js';

function ask(toolCall: object): PermissionRequest {
	const options = [
		{ optionId: 'always', name: 'Always', kind: 'allow_always' },
		{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
		{ optionId: 'no', name: 'No', kind: 'reject_once' },
	];
	const params = { sessionId: 's1', toolCall: { toolCallId: 'c', ...toolCall }, options };
	const { request } = createTranslator().permission(params);
	if (!request.ok) throw new Error(request.failure.message);
	return request.value;
}

const run = ask({ kind: 'execute', title: 'npm test', rawInput: { command: 'npm test' } });
const edit = (newText: string) => ({
	kind: 'edit',
	title: 'Edit a.ts',
	content: [{ type: 'diff', path: '/w/a.ts', oldText: 'old', newText }],
});

const front = (world: World) => world.app.getState().questions[0];

function update(world: World, patch: Omit<ToolCallPatch, 'id'>): void {
	world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'c', ...patch } }]);
}

/** A key that was pressed at once, for what stood there. */
function press(world: World, optionId: string): void {
	world.app.dispatch({ type: 'answer', questionId: front(world)?.id ?? '', outcome: { type: 'selected', optionId } });
}

test.each<[string, Omit<ToolCallPatch, 'id'>, object]>([
	['a command', { rawInput: { command: 'rm -rf .' } }, { command: { line: 'rm -rf .' } }],
	['a folder', { rawInput: { command: 'npm test', cwd: '/w/b' } }, { command: { cwd: { given: '/w/b' } } }],
	['a title', { title: 'Something else' }, { title: 'Something else' }],
	['a place', { locations: [{ path: '/w/b.ts' }] }, { paths: [{ given: '/w/b.ts' }] }],
	['a kind', { kind: 'delete' }, { kind: 'delete' }],
	[
		'a change',
		{ content: [{ type: 'diff', path: '/w/x', oldText: null, newText: 'x' }] },
		{ diffs: [{ path: '/w/x', newText: 'x' }] },
	],
])(
	'A request that becomes %s while its question stands is shown anew, and the key for the former one is refused.',
	async (_, patch, shown) => {
		const world = await working();
		let outcome: unknown = null;
		void world.host.requestPermission(run, never).then((value) => {
			outcome = value;
		});
		await settle();
		const { changedAt } = front(world) ?? {};
		expect(changedAt).toBeUndefined();
		world.advance(5000);
		update(world, patch);
		press(world, 'yes');
		await settle();
		expect(outcome).toBeNull();
		expect(front(world)).toMatchObject({ request: shown, changedAt: expect.any(Number) });
		expect(front(world)?.isChanging).toBeUndefined();
		press(world, 'yes');
		await settle();
		expect(outcome).toEqual({ type: 'selected', optionId: 'yes' });
	},
);

test('A refusal stands whatever the request becomes.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(run, never);
	await settle();
	update(world, { rawInput: { command: 'rm -rf .' } });
	press(world, 'no');
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
});

test('What became forbidden is refused, and its question goes.', async () => {
	const world = await working({ rules: [rule('Execute(rm *)', 'deny')] });
	const outcome = world.host.requestPermission(run, never);
	await settle();
	update(world, { rawInput: { command: 'rm -rf .' } });
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
	expect(asks(world)).toBe(0);
	expect(decisions(world)).toEqual(['denied policy']);
});

test('What was changed before its question stood is what the question shows.', async () => {
	const world = await working();
	void world.host.requestPermission(run, never);
	update(world, { rawInput: { command: 'rm -rf .' } });
	await settle();
	expect(front(world)?.request).toMatchObject({ command: { line: 'rm -rf .' } });
});

test('A mode does not allowed what a request becomes while it is looked at.', async () => {
	const world = await working({ mode: 'plan' });
	const outcome = world.host.requestPermission(ask({ kind: 'execute', rawInput: { command: 'ls' } }), never);
	update(world, { rawInput: { command: 'rm -rf .' } });
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
});

test('What is allowed at our own client methods is what was shown last.', async () => {
	const write = (world: World, content: string) =>
		world.host.writeTextFile({ sessionId: 's1', path: '/w/a.ts', content }, never);
	const world = await working();
	world.disk.set('/w/a.ts', 'old');
	const outcome = world.host.requestPermission(ask(edit('first')), never);
	await settle();
	update(world, { content: [{ type: 'diff', path: '/w/a.ts', oldText: 'old', newText: 'second' }] });
	await settle();
	press(world, 'yes');
	expect(await outcome).toMatchObject({ optionId: 'yes' });
	expect(await write(world, 'second')).toMatchObject({ ok: true });
	world.disk.set('/w/a.ts', 'old');
	void write(world, 'first');
	await settle();
	expect(front(world)).toMatchObject({ from: 'client', request: { diffs: [{ newText: 'first' }] } });
});

test('A plan that changes under its review is shown anew; one that becomes a command is refused.', async () => {
	const plan = (text: string) => ({ kind: 'switch_mode', title: 'Ready?', rawInput: { plan: text } });
	const world = await working({ mode: 'plan' });
	const outcome = world.host.requestPermission(ask(plan('# One')), never);
	await settle();
	expect(front(world)).toMatchObject({ kind: 'exit-plan', plan: '# One' });
	update(world, { rawInput: { plan: '# Two' } });
	await happen(world, { type: 'answer-plan', questionId: front(world)?.id ?? '', choice: 'accept-edits' });
	expect(front(world)).toMatchObject({ plan: '# Two', changedAt: expect.any(Number) });
	update(world, { rawInput: { plan: '# Two', command: 'rm -rf .' } });
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
});

test.each<[string, object]>([
	['an address', { kind: 'other', title: 'Go on?', rawInput: { plan: 'p', url: 'https://evil.com', data: 'x' } }],
	['an unknown field', { kind: 'other', title: 'Go on?', rawInput: { plan: 'p', data: 'x' } }],
	['a text to write', { kind: 'other', title: 'Go on?', rawInput: { plan: 'x', path: '/w/x', content: 'evil' } }],
	['a path', { kind: 'other', title: 'submit_plan', rawInput: { plan: 'x', path: '/etc/passwd' } }],
	['a path, by a tool', { kind: 'other', name: 'submit_plan', title: 'x', rawInput: { path: '/etc/passwd' } }],
	['an address, by its kind', { kind: 'switch_mode', title: 'x', rawInput: { plan: 'p', url: 'https://evil.com' } }],
	['a title alone', { kind: 'think', title: 'Execute the plan: /x' }],
	['the file of a title', { kind: 'think', title: 'Execute the plan: /w/x.md' }],
])('A plan that comes with %s is no plan to review.', async (_, toolCall) => {
	const world = await working({ mode: 'plan' });
	void world.host.requestPermission(ask(toolCall), never);
	await settle();
	expect(front(world)?.kind).not.toBe('exit-plan');
	expect(world.app.getState().mode.mode).toBe('plan');
});

test.each<[string, object]>([
	['of a spec', { kind: 'other', title: 'Approve Spec', rawInput: { title: 'Fake plan', plan: '# P' } }],
	['of a tool', { kind: 'other', name: 'ExitPlanMode', title: 'x', rawInput: { plan: '# P', allowedPrompts: [] } }],
	['with its file', { kind: 'switch_mode', title: 'x', rawInput: { plan: '# P', planFilePath: '/h/.claude/plans/x' } }],
	['in the file of a title', { kind: 'other', title: 'Requesting plan approval for: /h/plans/x.md' }],
	['of a switch alone', { kind: 'switch_mode', title: 'Implement this plan?', rawInput: { plan: '# P' } }],
])('A plan %s is reviewed.', async (_, toolCall) => {
	const world = await working({ mode: 'plan' });
	void world.host.requestPermission(ask(toolCall), never);
	await settle();
	expect(front(world)?.kind).toBe('exit-plan');
});

test.each([
	['Mcp(srv/*)', undefined],
	['Mcp(other/*)', 'exit-plan'],
])('A plan of a tool that is perhaps srv/submit_plan is reviewed unless a rule denies it: %s', async (text, kind) => {
	const world = await working({ mode: 'plan', rules: [rule(text, 'deny')] });
	void world.host.requestPermission(ask({ kind: 'other', title: 'srv/submit_plan', rawInput: { plan: '# P' } }), never);
	await settle();
	expect(front(world)?.kind).toBe(kind);
});

/** A plan to review that stands in a file, which is read when the test says so. */
async function readingPlan() {
	const reading = deferred<void>();
	const world = await working({ mode: 'plan' });
	const { files } = world.ports;
	Object.assign(files, {
		read: async () => {
			await reading.promise;
			return succeed('# In a file');
		},
	});
	const request = ask({ kind: 'switch_mode', title: 'Ready?', rawInput: { plan: '', planPath: '/w/plan.md' } });
	const outcome = world.host.requestPermission({ ...request, isExitPlan: true, planPath: '/w/plan.md' }, never);
	expect(await asksNow(world)).toBe(0);
	return { world, outcome, reading };
}

test('What an agent adds to a plan while its file is read is not approved with it.', async () => {
	const { world, outcome, reading } = await readingPlan();
	update(world, { rawInput: { plan: '# One', command: 'rm -rf .' } });
	reading.resolve();
	await settle();
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
	expect(asks(world)).toBe(0);
});

test('A plan is not put to the user after they stopped the turn while its file was read.', async () => {
	const { world, outcome, reading } = await readingPlan();
	world.app.dispatch({ type: 'cancel' });
	reading.resolve();
	expect(await outcome).toEqual({ type: 'cancelled' });
	expect(asks(world)).toBe(0);
});

test('A request that cannot be looked at is not allowed, and one that becomes such is refused.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(run, never);
	await settle();
	const { inspect } = world.ports.files;
	Object.assign(world.ports.files, { inspect: () => Promise.reject(new Error('no room')) });
	expect(await world.host.requestPermission(ask({ kind: 'read', toolCallId: 'd' }), never)).toEqual({
		type: 'cancelled',
	});
	update(world, { rawInput: { command: 'rm -rf .' } });
	expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
	expect(asks(world)).toBe(0);
	expect(world.logged.filter(({ level }) => level === 'error')).toHaveLength(2);
	Object.assign(world.ports.files, { inspect });
});

test.each(['failed', 'completed'] as const)(
	'A question is withdrawn when the agent says that its call has %s, and one about an ended call is not asked after the turn.',
	async (status) => {
		const world = await working();
		const answer = world.host.requestPermission(run, never);
		await settle();
		expect(front(world)?.toolCallId).toBe('c');
		update(world, { status });
		expect(await answer).toEqual({ type: 'cancelled' });
		expect(front(world)).toBeUndefined();
		await end(world);
		const before = cards(world);
		expect(await world.host.requestPermission(run, never)).toEqual({ type: 'cancelled' });
		expect(front(world)).toBeUndefined();
		expect(cards(world)).toEqual(before);
		// In a turn the id may be that of another call.
		await say(world, 'again');
		void world.host.requestPermission(run, never);
		await settle();
		expect(front(world)?.toolCallId).toBe('c');
	},
);
