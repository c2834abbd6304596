import { describe, expect, test } from 'vitest';
import { rule } from '../core/policy/requests.js';
import { runRequest } from './requests.js';
import { answer, asks, asksNow, cards, create, deferred, end, never, settle, type World, working } from './world.js';

const gone = { ok: false, failure: { code: 'no-such-terminal' } };
const bypass = { mode: 'bypassPermissions', isBypassAllowed: true } as const;

describe('Starting a command', () => {
	test('is asked about with the exact words, and runs as it was given.', async () => {
		const world = await working();
		const created = create(world, ['npm', 'run', 'a b']);
		await settle();
		expect(world.app.getState().questions).toMatchObject([
			{ request: { title: "npm run 'a b'", command: { argv: ['npm', 'run', 'a b'] } } },
		]);
		await answer(world, 'allow');
		expect(await created).toMatchObject({ ok: true });
		expect(world.spawned[0]?.spawn).toMatchObject({ command: 'npm', args: ['run', 'a b'], cwd: '/w', sessionId: 's1' });
	});

	test('that provably reads needs no question, in plan mode neither.', async () => {
		for (const mode of ['default', 'plan'] as const) {
			expect(await create(await working({ mode }), ['ls'])).toMatchObject({ ok: true });
		}
	});

	test('that is allowed for its name is not looked for in the workspace; one that was asked about is.', async () => {
		const reading = await working();
		await create(reading, ['ls']);
		expect(reading.spawned[0]?.spawn.notFrom).toBe('/w');
		const other = await working(bypass);
		await create(other, ['make']);
		expect(other.spawned[0]?.spawn.notFrom).toBeUndefined();
	});

	test('is refused in plan mode with a sentence that teaches.', async () => {
		const result = await create(await working({ mode: 'plan' }), ['npm', 'install']);
		expect(result).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(result.ok ? '' : result.failure.message).toMatch(/commands that only read.*leave plan mode/);
	});

	test('is refused in the words of the mode that is on by then.', async () => {
		const world = await working();
		const created = create(world, ['make']);
		await settle();
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		await answer(world, 'allow');
		const result = await created;
		expect(result.ok ? '' : result.failure.message).toMatch(/has plan mode on/);
	});

	test.each([
		['rejected', {}, 'reject'],
		['dismissed', {}, null],
	])('that is %s does not start.', async (_, options, optionId) => {
		const world = await working(options);
		const created = create(world, ['make']);
		await answer(world, optionId);
		expect(await created).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.spawned).toEqual([]);
	});

	test.each([
		['outside the workspace, bypass or not', bypass, { cwd: '/etc' }, 'outside-workspace'],
		['that a rule denies', { ...bypass, rules: [rule('Execute(make *)', 'deny')] }, {}, 'denied'],
		['that nobody could be asked about', { isHeadless: true }, {}, 'denied'],
	])('%s does not start.', async (_, options, parts, code) => {
		const world = await working(options);
		expect(await create(world, ['make', 'x'], parts)).toMatchObject({ ok: false, failure: { code } });
		expect(world.spawned).toEqual([]);
	});

	test('does not start once the user stopped the turn.', async () => {
		const world = await working(bypass);
		world.app.dispatch({ type: 'cancel' });
		expect(await create(world, ['make'])).toMatchObject({ ok: false });
	});

	test('that was still starting when its session was left is ended at once.', async () => {
		const world = await working(bypass);
		const slow = deferred<void>();
		world.onTerminal = () => slow.promise;
		const created = create(world, ['make']);
		await settle();
		world.app.dispatch({ type: 'new-session' });
		slow.resolve();
		expect(await created).toMatchObject({ ok: false });
		expect(world.calls).toContain(`release ${world.spawned[0]?.id}`);
		expect(cards(world)).toEqual([]);
	});
});

describe('A command that is a whole line for a shell', () => {
	const line = 'npm test && echo done';

	test('runs in a shell, and is asked about and shown as it was written.', async () => {
		const world = await working();
		const created = create(world, [line], { env: [{ name: 'CI', value: '1' }] });
		await settle();
		expect(world.app.getState().questions).toMatchObject([
			{ request: { title: line, command: { text: line, line, env: [{ name: 'CI', value: '1' }] } } },
		]);
		await answer(world, 'allow');
		const id = await created;
		expect(world.spawned[0]?.spawn).toMatchObject({ command: '/bin/sh', args: ['-c', line], cwd: '/w' });
		world.host.onEvents('s1', [
			{
				type: 'tool',
				patch: {
					...{ id: 'c', kind: 'execute', status: 'in_progress' },
					content: [{ type: 'terminal', terminalId: id.ok ? id.value.terminalId : '' }],
				},
			},
		]);
		expect(cards(world)[0]?.terminals[0]?.command).toBe(line);
	});

	test.each<[string, string, Parameters<typeof working>[0], boolean]>([
		['only reads', 'ls src | head -5', {}, true],
		['only reads, in plan mode', 'git status; ls', { mode: 'plan' }, true],
		['changes something, in plan mode', 'ls; touch x', { mode: 'plan' }, false],
		[
			'holds what a rule denies',
			'ls && curl x.example',
			{ ...bypass, rules: [rule('Execute(curl *)', 'deny')] },
			false,
		],
		['is one command that a rule allows', 'make all', { rules: [rule('Execute(make *)', 'allow')] }, true],
		[
			'hides another behind one that a rule allows',
			'make; rm x',
			{ isHeadless: true, rules: [rule('Execute(make *)', 'allow')] },
			false,
		],
		['writes with a redirection', 'echo x>y', { mode: 'plan' }, false],
	])('that %s: %s', async (_, text, options, isStarted) => {
		const world = await working(options);
		expect(await create(world, [text])).toMatchObject({ ok: isStarted });
		expect(world.spawned.map(({ spawn }) => spawn.args)).toEqual(isStarted ? [['-c', text]] : []);
	});

	test('that holds what a rule asks about is asked about, though it only reads.', async () => {
		const world = await working({ rules: [rule('Execute(ls *)', 'ask')] });
		void create(world, ['git status && ls src']);
		expect(await asksNow(world)).toBe(1);
	});

	test('that was allowed when the agent asked is not asked about again.', async () => {
		const world = await working();
		const outcome = world.host.requestPermission(runRequest(line), never);
		await answer(world, 'yes');
		await outcome;
		expect(await create(world, [line])).toMatchObject({ ok: true });
		expect(asks(world)).toBe(0);
	});

	test('is none with arguments, without anything that a shell would read, or where it is a program.', async () => {
		const world = await working(bypass);
		world.isProgram = (command) => command === '/opt/my tools/run';
		await create(world, ['npm test', 'x']);
		await create(world, ['make']);
		await create(world, ['/opt/my tools/run']);
		expect(world.spawned.map(({ spawn }) => [spawn.command, ...spawn.args])).toEqual([
			['npm test', 'x'],
			['make'],
			['/opt/my tools/run'],
		]);
	});
});

describe('A command that was allowed when the agent asked', () => {
	test.each([
		['the shell of its line', 'npm test && ls', ['sh', '-c', 'npm test && ls'], 0],
		['another shell of it', 'npm test', ['/bin/bash', '-lc', 'npm test'], 0],
		['its plain words', 'npm test', ['npm', 'test'], 0],
		['other words', 'npm test', ['npm', 'install'], 1],
		['words that a shell would treat', 'touch $HOME', ['touch', '$HOME'], 1],
		['quoted words', "touch 'a b'", ['touch', 'a b'], 0],
		['a login shell in two words', 'npm test; echo x', ['/bin/bash', '-l', '-c', 'npm test; echo x'], 0],
		[
			'a shell behind env',
			'npm test | tee x',
			['env', 'NO_COLOR=1', 'PAGER=cat', '/bin/bash', '-lc', 'npm test | tee x'],
			0,
		],
		['a shell behind env that sets more', 'npm test', ['env', 'PATH=.', 'bash', '-c', 'npm test'], 1],
		['a longer line', 'npm test', ['sh', '-c', 'npm test && rm x'], 1],
		['a shell with further arguments', 'npm test', ['sh', '-c', 'npm test', 'x'], 1],
	])('covers %s: asked %s', async (_, line, argv, asked) => {
		const world = await working();
		const outcome = world.host.requestPermission(runRequest(line), never);
		await answer(world, 'yes');
		await outcome;
		void create(world, argv);
		expect(await asksNow(world)).toBe(asked);
		if (asked > 0) return;
		void create(world, argv);
		expect(await asksNow(world)).toBe(1);
	});
});

test('It covers the variables that it was shown with, and no others.', async () => {
	const env = [{ name: 'STAGE', value: '1' }];
	for (const [given, asked] of [
		[env, 0],
		[[], 1],
		[[{ name: 'STAGE', value: '0' }], 1],
		[[...env, { name: 'NO_COLOR', value: '1' }], 0],
	] as const) {
		const world = await working();
		const outcome = world.host.requestPermission(runRequest('npm test', { command: { line: 'npm test', env } }), never);
		await answer(world, 'yes');
		await outcome;
		void create(world, ['npm', 'test'], { env: given });
		expect(await asksNow(world)).toBe(asked);
	}
});

/** What an agent sets for each of its commands, so that their output can be read by a program. */
const FOR_OUTPUT = [
	...['PIP_PROGRESS_BAR=on', 'NO_COLOR=1', 'PAGER=cat', 'GIT_PAGER=cat', 'TERM=dumb', 'CI=true', 'LC_ALL=C.UTF-8'],
	...['PYTHONUNBUFFERED=1', 'GIT_TERMINAL_PROMPT=0', 'GIT_EDITOR=true', 'npm_config_progress=false', 'COLUMNS=200'],
].map((text) => ({ name: text.split('=')[0] ?? '', value: text.split('=')[1] ?? '' }));

test('Variables that decide only how output looks make no other command, and its terminal is its call’s.', async () => {
	const world = await working();
	const outcome = world.host.requestPermission(runRequest('echo out; ls -1'), never);
	const created = async () => create(world, ['/bin/bash', '-lc', 'touch out; ls -1'], { env: FOR_OUTPUT });
	await outcome;
	const other = world.host.requestPermission(runRequest('touch out; ls -1'), never);
	await answer(world, 'yes');
	await other;
	const result = await created();
	expect([asks(world), result.ok]).toEqual([0, true]);
	expect(cards(world).map(({ id }) => id)).toEqual(['c2']);
	expect(cards(world)[0]?.terminals).toHaveLength(1);
});

test('In a question of their own they are known by their number, and all others with their values.', async () => {
	const world = await working();
	void create(world, ['make'], { env: [...FOR_OUTPUT, { name: 'STAGE', value: 'x' }] });
	await settle();
	expect(world.app.getState().questions).toMatchObject([{ request: { command: { text: 'STAGE=x make' } } }]);
});

test('A line that only reads needs no question with such variables, in plan mode neither.', async () => {
	const world = await working({ mode: 'plan' });
	expect(await create(world, ['/bin/bash', '-lc', 'ls -1 | head'], { env: FOR_OUTPUT })).toMatchObject({ ok: true });
	expect(world.spawned[0]?.spawn).toMatchObject({ command: '/bin/bash', args: ['-c', 'ls -1 | head'] });
	expect(await create(world, ['bash', '-lc', 'ls'], { env: [{ name: 'LD_PRELOAD', value: 'x' }] })).toMatchObject({
		ok: false,
	});
});

test('It does not cover what was shown with another shell or with an input.', async () => {
	for (const more of [{ shell: './my-shell' }, { stdin: 'yes' }]) {
		const world = await working();
		const command = { line: 'npm test', ...more };
		const outcome = world.host.requestPermission(runRequest('npm test', { command }), never);
		await answer(world, 'yes');
		await outcome;
		void create(world, ['npm', 'test']);
		expect(await asksNow(world)).toBe(1);
	}
});

test.each([
	['another directory', { cwd: '/w/sub' }],
	['with a variable', { env: [{ name: 'LD_PRELOAD', value: 'x' }] }],
])('It does not cover the same words in or with %s.', async (_, parts) => {
	const world = await working();
	const outcome = world.host.requestPermission(runRequest('npm test'), never);
	await answer(world, 'yes');
	await outcome;
	void create(world, ['npm', 'test'], parts);
	expect(await asksNow(world)).toBe(1);
});

describe('A terminal', () => {
	async function running(): Promise<{ world: World; id: string }> {
		const world = await working(bypass);
		const created = await create(world, ['make']);
		return { world, id: created.ok ? created.value.terminalId : '' };
	}

	test('is reached by its own session alone.', async () => {
		const { world, id } = await running();
		const { host } = world;
		expect(await host.terminalOutput('s1', id)).toMatchObject({ ok: true });
		expect(await host.terminalOutput('other', id)).toMatchObject(gone);
		expect(await host.waitForTerminalExit('other', id, never)).toMatchObject(gone);
		expect(await host.killTerminal('other', id)).toMatchObject(gone);
		expect(await host.releaseTerminal('other', id)).toMatchObject({ ok: true });
		expect(world.calls).not.toContain(`release ${id}`);
		expect(await host.waitForTerminalExit('s1', id, never)).toMatchObject({ ok: true });
		expect(await host.killTerminal('s1', id)).toMatchObject({ ok: true });
	});

	test('shows its output, exit and end in the call that names it.', async () => {
		const { world, id } = await running();
		const { listener } = world.spawned[0] ?? {};
		world.host.onEvents('s1', [
			{
				type: 'tool',
				patch: { id: 'c', kind: 'execute', status: 'in_progress', content: [{ type: 'terminal', terminalId: id }] },
			},
		]);
		listener?.onData(id, 'hello');
		await end(world);
		expect(cards(world)).toMatchObject([{ status: 'in_progress' }]);
		listener?.onExit(id, { code: 0, signal: null });
		expect(cards(world)).toMatchObject([
			{ status: 'completed', terminals: [{ output: 'hello', command: 'make', exit: { code: 0 } }] },
		]);
	});
});

test('Of 20,000 terminals asked for at once only as many as may run are looked at.', async () => {
	const world = await working({ mode: 'bypassPermissions', isBypassAllowed: true });
	const asked = await Promise.all(Array.from({ length: 20_000 }, () => create(world, ['make'])));
	expect(world.logged.filter(({ what }) => what === 'decided').length).toBeLessThanOrEqual(64);
	const refused = asked.filter((result) => !result.ok);
	expect(refused.length).toBeGreaterThanOrEqual(19_936);
	expect(refused[0]).toMatchObject({
		failure: { code: 'could-not-start', message: expect.stringContaining('too many') },
	});
	expect(await create(world, ['make'])).toMatchObject({ ok: true });
});
