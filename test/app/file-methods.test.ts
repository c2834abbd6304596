import { describe, expect, test } from 'vitest';
import type { Mode } from '../../src/core/policy/policy-types.js';
import type { ToolCallPatch } from '../../src/core/tool-call.js';
import { rule } from '../core/policy/requests.js';
import { editRequest } from './requests.js';
import {
	answer,
	asks,
	asksNow,
	cards,
	decisions,
	end,
	never,
	say,
	settle,
	type World,
	working,
	write,
} from './world.js';

const read = (world: World, path: string, parts: { sessionId?: string } = {}) =>
	world.host.readTextFile({ sessionId: 's1', path, ...parts }, never);

const call = (parts: Partial<ToolCallPatch>): ToolCallPatch => ({
	id: 'c1',
	title: 'x',
	kind: 'other',
	status: 'in_progress',
	...parts,
});

describe('Reading a file', () => {
	test('outside the workspace fails with the file service’s own words.', async () => {
		const world = await working({ mode: 'bypassPermissions', isBypassAllowed: true });
		expect(await read(world, '/etc/passwd')).toMatchObject({ ok: false, failure: { code: 'outside-workspace' } });
	});

	test('that a rule denies fails, and says which rule.', async () => {
		const world = await working({ rules: [rule('Read(.env)', 'deny')] });
		world.disk.set('/w/.env', 'SECRET');
		expect(await read(world, '/w/.env')).toMatchObject({
			ok: false,
			failure: { code: 'denied', message: expect.stringContaining('Read(.env)') },
		});
	});

	const MISSING = { ok: false, failure: { code: 'not-found' } };
	const EMPTY = { ok: true, value: '' };
	const AT = [{ path: '/w/none' }];
	const DIFF = { type: 'diff', path: '/w/none', oldText: null, newText: 'x' } as const;

	test.each<[string, ToolCallPatch[], object]>([
		['that nobody is about to make', [], MISSING],
		['that an edit names as its place', [call({ kind: 'edit', locations: AT })], EMPTY],
		['that a diff makes, whatever its kind', [call({ content: [DIFF] })], EMPTY],
		['that an edit names in its input', [call({ kind: 'edit', rawInput: { edits: [{ file: 'none' }] } })], EMPTY],
		['that a tool writes a text to', [call({ rawInput: { path: '/w/none', content: 'x' } })], EMPTY],
		['that a tool only names', [call({ rawInput: { path: '/w/none' } })], MISSING],
		['that is read', [call({ kind: 'read', locations: AT })], MISSING],
		['that a command names', [call({ kind: 'execute', locations: AT })], MISSING],
		['beside the one that is edited', [call({ kind: 'edit', locations: [{ path: '/w/other' }] })], MISSING],
		['that an edit made, which is over', [call({ kind: 'edit', locations: AT, status: 'completed' })], MISSING],
	])('that is missing, %s.', async (_, calls, expected) => {
		const world = await working();
		for (const patch of calls) world.app.dispatch({ type: 'tool', patch });
		expect(await read(world, '/w/none')).toMatchObject(expected);
	});
});

describe('What is read without a tool call', () => {
	const shown = (world: World) =>
		cards(world).map(({ title, content }) => [title, ...content.map((item) => JSON.stringify(item))].join(' '));

	test('is one card a turn, with each path once.', async () => {
		const world = await working();
		for (const name of ['a', 'b', 'a', 'c']) {
			world.disk.set(`/w/${name}.ts`, 'text');
			await read(world, `/w/${name}.ts`);
		}
		expect(shown(world)).toEqual([expect.stringMatching(/^Read 3 files .*a\.ts.*b\.ts.*c\.ts/)]);
		await end(world);
		await say(world, 'again');
		await read(world, '/w/a.ts');
		expect(cards(world).map(({ title }) => title)).toEqual(['Read 3 files', 'Read 1 file']);
	});

	test('and what could not be read is said, announced or not.', async () => {
		const world = await working();
		await read(world, '/w/none.ts');
		await read(world, '/etc/passwd');
		world.disk.set('/w/a.ts', 'text');
		world.host.onEvents('s1', [
			{
				type: 'tool',
				patch: { id: 't1', title: 'Read', kind: 'read', status: 'in_progress', locations: [{ path: '/w/a.ts' }] },
			},
		]);
		await read(world, '/w/a.ts');
		expect(shown(world)).toEqual([
			expect.stringMatching(/^Could not read 2 files .*none\.ts: There is no.*passwd: .*outside/),
			'Read',
		]);
	});

	test('is no success where nothing was read.', async () => {
		const world = await working();
		await read(world, '/etc/passwd');
		expect(cards(world)).toMatchObject([{ status: 'failed' }]);
		world.disk.set('/w/a.ts', 'text');
		await read(world, '/w/a.ts');
		expect(cards(world)).toMatchObject([{ title: 'Read 1 file, could not read 1 more', status: 'completed' }]);
	});

	test('and no failure where it was only seen that nothing is there.', async () => {
		const world = await working();
		await read(world, '/w/none.ts');
		expect(cards(world)).toMatchObject([{ title: 'Looked for 1 file', status: 'completed' }]);
	});
});

describe('Writing a file', () => {
	test.each([
		['allow', true],
		['reject', false],
		[null, false],
	])('is asked about with what changes; %s', async (optionId, isWritten) => {
		const world = await working();
		world.disk.set('/w/a.ts', 'old');
		const result = write(world, 'new');
		await settle();
		expect(world.app.getState().questions).toMatchObject([
			{ from: 'client', request: { kind: 'edit', diffs: [{ oldText: 'old', newText: 'new' }] } },
		]);
		await answer(world, optionId);
		expect((await result).ok).toBe(isWritten);
		expect(world.disk.get('/w/a.ts')).toBe(isWritten ? 'new' : 'old');
	});

	test('passes in accept edits, and shows a card when no call announced it.', async () => {
		const world = await working({ mode: 'acceptEdits' });
		expect(await write(world, 'new')).toEqual({ ok: true, value: undefined });
		expect(cards(world)).toMatchObject([
			{
				title: 'Write /w/a.ts',
				kind: 'edit',
				status: 'completed',
				content: [{ type: 'diff', oldText: null, newText: 'new' }],
			},
		]);
	});

	test('gets a card of its own where the call that names the file says that it only reads.', async () => {
		const world = await working({ mode: 'acceptEdits' });
		world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'c', kind: 'read', locations: [{ path: '/w/a.ts' }] } }]);
		await write(world, 'new');
		expect(cards(world)).toMatchObject([{ id: 'c' }, { kind: 'edit', content: [{ type: 'diff', newText: 'new' }] }]);
	});

	test('is not done over what the user wrote into the file while they were asked.', async () => {
		const world = await working();
		world.disk.set('/w/a.ts', 'old');
		const result = write(world, 'new');
		await settle();
		world.disk.set('/w/a.ts', 'the user’s own');
		await answer(world, 'allow');
		expect(await result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('changed') } });
		expect(world.disk.get('/w/a.ts')).toBe('the user’s own');
	});

	test('is refused in plan mode with a sentence that teaches.', async () => {
		const world = await working({ mode: 'plan' });
		const result = await write(world, 'new');
		expect(result).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(result.ok ? '' : result.failure.message).toMatch(/plan mode.*present it and ask to leave plan mode/);
		expect(world.disk.size).toBe(0);
		expect(asks(world)).toBe(0);
	});

	test('that was asked about before plan mode came on is refused, whatever is answered.', async () => {
		const world = await working();
		const result = write(world, 'new');
		await settle();
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		await answer(world, 'allow');
		expect(await result).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.disk.size).toBe(0);
	});

	test('whose session was left while its file was looked at is refused.', async () => {
		const world = await working({ mode: 'acceptEdits' });
		const result = write(world, 'x');
		world.app.dispatch({ type: 'new-session' });
		expect(await result).toMatchObject({ ok: false });
		expect(world.disk.size).toBe(0);
	});

	test('of a plan file passes in plan mode.', async () => {
		const world = await working({ mode: 'plan' });
		expect(await write(world, '# plan', '/plans/p.md')).toMatchObject({ ok: true });
	});

	const bypass = { mode: 'bypassPermissions', isBypassAllowed: true } as const;

	test.each<[string, Parameters<typeof working>[0], string, string]>([
		['outside the workspace', {}, '/etc/hosts', 'outside-workspace'],
		['outside the workspace in accept edits', { mode: 'acceptEdits' }, '/etc/hosts', 'outside-workspace'],
		['outside the workspace in bypass', bypass, '/etc/hosts', 'outside-workspace'],
		['where nobody can be asked', { isHeadless: true }, '/w/a.ts', 'denied'],
	])('%s is refused.', async (_, options, path, code) => {
		const world = await working(options);
		expect(await write(world, 'x', path)).toMatchObject({ ok: false, failure: { code } });
		expect(world.disk.size).toBe(0);
	});

	test('of a session that was left is refused.', async () => {
		const world = await working({ mode: 'acceptEdits' });
		world.app.dispatch({ type: 'new-session' });
		expect(await write(world, 'x')).toMatchObject({ ok: false });
		expect(world.disk.size).toBe(0);
	});

	test('is refused once the user stopped the turn, whatever the mode.', async () => {
		const world = await working(bypass);
		world.app.dispatch({ type: 'cancel' });
		expect(await write(world, 'x')).toMatchObject({ ok: false, failure: { code: 'denied' } });
		world.disk.set('/w/b', 'still read');
		expect(await read(world, '/w/b')).toMatchObject({ ok: true });
	});

	test.each([
		['the turn was stopped and has ended', 'cancelled'],
		['the turn has ended', 'end_turn'],
	] as const)('that comes after %s is asked about, whatever the mode.', async (_, reason) => {
		const world = await working(bypass);
		if (reason === 'cancelled') world.app.dispatch({ type: 'cancel' });
		await end(world, reason);
		const late = write(world, 'x');
		await settle();
		expect(world.disk.size).toBe(0);
		expect(world.app.getState().questions).toMatchObject([
			{ because: expect.stringContaining('not working on a prompt'), offers: [] },
		]);
		await answer(world, 'reject');
		expect(await late).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.disk.size).toBe(0);
	});

	test('that comes between turns is denied where nobody can be asked.', async () => {
		const world = await working({ mode: 'acceptEdits', isHeadless: true });
		await end(world);
		expect(await write(world, 'x')).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.disk.size).toBe(0);
	});
});

describe('What the user allowed when the agent asked', () => {
	async function answered(optionId = 'yes', content = 'new'): Promise<World> {
		const world = await working();
		world.disk.set('/w/a.ts', 'old');
		const outcome = world.host.requestPermission(editRequest(content), never);
		await answer(world, optionId);
		await outcome;
		return world;
	}

	test('is not asked a second time at the file client, once.', async () => {
		const world = await answered();
		expect(await write(world, 'new')).toMatchObject({ ok: true });
		expect(decisions(world)).toEqual(['allowed user']);
		void write(world, 'new');
		expect(await asksNow(world)).toBe(1);
	});

	const nextTurn = async (world: World): Promise<void> => {
		await end(world);
		await say(world, 'again');
	};
	const inMode = (world: World, mode: Mode): void => world.app.dispatch({ type: 'set-mode', mode });
	const intoAgentMode = (world: World): void => world.host.onEvents('s1', [{ type: 'agent-mode', modeId: 'plan' }]);

	test.each<[string, string, string, string, ((world: World) => unknown)?]>([
		['is another content', 'yes', 'other', '/w/a.ts'],
		['is another file', 'yes', 'new', '/w/b.ts'],
		['was rejected', 'no', 'new', '/w/a.ts'],
		['was of the turn before', 'yes', 'new', '/w/a.ts', nextTurn],
		['was before a change of mode by the user', 'yes', 'new', '/w/a.ts', (world) => inMode(world, 'acceptEdits')],
		['was before one by the agent', 'yes', 'new', '/w/a.ts', intoAgentMode],
	])('is asked about where it %s.', async (_, optionId, content, path, happens) => {
		const world = await answered(optionId);
		await happens?.(world);
		inMode(world, 'default');
		void write(world, content, path);
		expect(await asksNow(world)).toBe(1);
	});

	test('is asked again where the file is not what the agent said it was: what is new in it was not shown.', async () => {
		const world = await answered('yes', 'old\nevil\nnew');
		world.disk.set('/w/a.ts', 'something else');
		void write(world, 'old\nevil\nnew');
		await settle();
		expect(world.app.getState().questions).toMatchObject([{ request: { diffs: [{ oldText: 'something else' }] } }]);
	});

	test('does not open plan mode.', async () => {
		const world = await answered();
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		expect(await write(world, 'new')).toMatchObject({ ok: false, failure: { code: 'denied' } });
	});
});
