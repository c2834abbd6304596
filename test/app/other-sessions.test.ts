import { expect, test } from 'vitest';
import { succeed } from '../../src/core/failure.js';
import { depthOf } from '../../src/core/session/entries/entry-depth.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import type { ToolCallPatch } from '../../src/core/tool-call.js';
import { rule } from '../core/policy/requests.js';
import { editRequest } from './requests.js';
import {
	answer,
	asks,
	cards,
	create,
	deferred,
	end,
	happen,
	never,
	say,
	settle,
	type World,
	working,
	write,
} from './world.js';

const text = (words: string) => ({ type: 'text', role: 'agent', text: words }) as const;
const tool = (patch: ToolCallPatch) => ({ type: 'tool', patch }) as const;
const read: ToolCallPatch = { id: 'c1', title: 'Read a.ts', kind: 'read', status: 'completed' };

/** The transcript as lines: depth of nesting and what stands there. */
function lines(world: World): readonly string[] {
	return [...eachEntry(world.app.getState().entries)].flatMap((entry) => {
		const depth = '> '.repeat(depthOf(entry));
		if (entry.kind === 'tool') return [`${depth}${entry.call.title}`];
		return entry.kind === 'message' || entry.kind === 'thought' ? [`${depth}${entry.text}`] : [];
	});
}

test('What another session of the agent says stands below a card of its own, and its title names it.', async () => {
	const world = await working();
	world.host.onEvents('s1', [text('mine'), tool({ ...read, title: 'My read' })]);
	world.host.onEvents('child', [text('theirs'), tool(read)]);
	world.host.onEvents('child', [{ type: 'session-info', title: 'Look at \u001b[31mtests' }]);
	world.host.onEvents('s1', [text('mine again')]);
	expect(lines(world)).toEqual([
		'mine',
		'My read',
		'another session of the agent: Look at tests',
		'> theirs',
		'> Read a.ts',
		'mine again',
	]);
});

test('Nothing that is about the whole of another session changes the open one.', async () => {
	const world = await working();
	const before = world.app.getState();
	world.host.onEvents('child', [
		{ type: 'agent-mode', modeId: 'yolo' },
		{ type: 'plan', steps: [{ text: 'x', priority: 'high', status: 'pending' }] },
		{ type: 'usage', usage: { used: 1, size: 2 } },
		{ type: 'commands', commands: [] },
		{ type: 'config-options', options: [] },
		{ type: 'message-ended' },
	]);
	const { subagents, ...after } = world.app.getState();
	expect({ ...after, turn: null }).toEqual({ ...before, turn: null });
	expect([...(subagents?.values() ?? [])]).toMatchObject([{ sessionId: 'child', context: { used: 1 } }]);
});

test.each([
	['default', 'asked'],
	['acceptEdits', 'selected'],
	['plan', 'selected'],
] as const)('A permission request of another session is decided like any other in %s mode: %s.', async (mode, what) => {
	const world = await working({ mode });
	const content = [{ type: 'diff' as const, path: '/w/a.ts', oldText: null, newText: 'x' }];
	const patch: ToolCallPatch = { id: 'c1', title: 'Edit a.ts', kind: 'edit', content };
	const asked = { ...editRequest('', { paths: ['/w/a.ts'], patch }), sessionId: 'child' };
	const outcome = world.host.requestPermission(asked, never);
	await settle();
	if (what === 'asked') {
		const [question] = world.app.getState().questions;
		expect(question?.request).toMatchObject({ otherSession: 'child', title: 'Edit a.ts' });
		await answer(world, 'yes');
	}
	const chosen = mode === 'plan' ? 'reject_once' : 'allow_once';
	const option = asked.options.find(({ kind }) => kind === chosen);
	expect(await outcome).toMatchObject({ type: 'selected', optionId: option?.id });
	expect(cards(world).map(({ title }) => title)).toEqual(['another session of the agent: child', 'Edit a.ts']);
});

test('A request of another session changes no call of the open one that has the same id.', async () => {
	const world = await working();
	world.host.onEvents('s1', [tool({ ...read, title: 'My read' })]);
	void world.host.requestPermission({ ...editRequest('', { paths: ['/w/a.ts'] }), sessionId: 'child' }, never);
	await settle();
	expect(cards(world)[0]).toMatchObject({ id: 'c1', title: 'My read', kind: 'read' });
});

test('Leaving plan mode is not for another session to ask.', async () => {
	const world = await working({ mode: 'plan' });
	const patch: ToolCallPatch = { id: 'p1', title: 'Leave plan mode', kind: 'switch_mode' };
	const asked = { ...editRequest('', { patch }), sessionId: 'child', isExitPlan: true, plan: 'Do it.' };
	void world.host.requestPermission(asked, never);
	await settle();
	expect(world.app.getState().questions.map(({ kind }) => kind)).not.toContain('exit-plan');
	expect(world.app.getState().mode.mode).toBe('plan');
});

test('Files and terminals of another session go through the same policy, and its terminals are its own.', async () => {
	const world = await working({ mode: 'acceptEdits', rules: [rule('Execute(ls *)')] });
	expect(await write(world, 'text', '/w/a.ts', 'child')).toMatchObject({ ok: true });
	expect(await write(world, 'text', '/elsewhere', 'child')).toMatchObject({ failure: { code: 'outside-workspace' } });
	const created = await create(world, ['ls', 'a'], { sessionId: 'child' });
	const id = created.ok ? created.value.terminalId : '';
	expect(await world.host.terminalOutput('child', id)).toMatchObject({ ok: true });
	expect(await world.host.terminalOutput('s1', id)).toMatchObject({ failure: { code: 'no-such-terminal' } });
	expect(await world.host.terminalOutput('third', id)).toMatchObject({ failure: { code: 'no-such-terminal' } });
});

test('In plan mode another session changes nothing either.', async () => {
	const world = await working({ mode: 'plan' });
	expect(await write(world, 'text', '/w/a.ts', 'child')).toMatchObject({ failure: { code: 'denied' } });
	expect(await create(world, ['rm', 'a'], { sessionId: 'child' })).toMatchObject({ failure: { code: 'denied' } });
	expect(asks(world)).toBe(0);
});

test('Sessions that belong to one that was left are over with it.', async () => {
	const world = await working({ mode: 'acceptEdits' });
	world.host.onEvents('child', [text('before')]);
	await end(world);
	await happen(world, { type: 'new-session' });
	world.host.onEvents('child', [text('late')]);
	expect(lines(world)).toEqual([]);
	for (const sessionId of ['child', 's1']) {
		expect(await write(world, 'text', '/w/a.ts', sessionId)).toMatchObject({ failure: { code: 'denied' } });
		expect(await create(world, ['ls'], { sessionId })).toMatchObject({ failure: { code: 'denied' } });
		const asked = { ...editRequest('', { paths: ['/w/a.ts'] }), sessionId };
		expect(await world.host.requestPermission(asked, never)).toEqual({ type: 'cancelled' });
	}
	await say(world, 'go on');
	world.host.onEvents('s2', [text('new')]);
	expect(lines(world)).toEqual(['new']);
});

test('What an agent asks before its session is open is decided as well; not what one asks that is being left.', async () => {
	const world = await working({ mode: 'default' });
	world.host.onEvents('child', [text('before')]);
	await end(world);
	const opening = deferred<void>();
	world.onNewSession = async () => {
		await opening.promise;
		return succeed({ sessionId: 's2', modes: null, options: [] });
	};
	await happen(world, { type: 'new-session' });
	expect(world.app.getState().sessionId).toBeNull();
	for (const sessionId of ['child', 's1']) {
		expect(await write(world, 'text', '/w/a.ts', sessionId)).toMatchObject({ failure: { code: 'denied' } });
	}
	expect(asks(world)).toBe(0);
	const refused = await write(world, 'text', '/etc/passwd', 's2');
	expect(refused).toMatchObject({ ok: false });
	const edited = world.host.requestPermission({ ...editRequest(), sessionId: 's2' }, never);
	await settle();
	expect(world.app.getState().questions).toHaveLength(1);
	opening.resolve();
	await settle();
	await answer(world, 'yes');
	expect(await edited).toMatchObject({ type: 'selected' });
});

test('An agent that makes up sessions gets so many cards, and one for all that are beyond.', async () => {
	const world = await working();
	for (let number = 0; number < 500; number += 1) world.host.onEvents(`made-up-${number}`, [text(`word ${number}`)]);
	const titles = cards(world).map(({ title }) => title);
	expect(titles).toHaveLength(101);
	expect(titles.at(-1)).toBe('further sessions of the agent');
	expect(
		await world.host.requestPermission(
			{ ...editRequest('', { paths: ['/etc/passwd'] }), sessionId: `x`.repeat(100_000) },
			AbortSignal.abort(),
		),
	).toEqual({ type: 'cancelled' });
});
