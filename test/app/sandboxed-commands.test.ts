import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../src/app/app-options.js';
import { rule } from '../core/policy/requests.js';
import { DONE, FAILED, type Sandboxed, sandboxed } from './sandboxed-world.js';
import { answer, asks, asksNow, cards, create, happen, never, settle, type World } from './world.js';

const OFFLINE = 'npm error request failed, reason: getaddrinfo EAI_AGAIN registry.example.com\n';
/** A command that was allowed and failed with this output. */
async function failing(
	options: Partial<AppOptions> = {},
	output = OFFLINE,
	argv: readonly string[] = ['npm', 'install'],
	listening: readonly number[] = [],
	readOnly: readonly string[] = [],
): Promise<Sandboxed & { readonly id: string }> {
	const made = await sandboxed({ rules: [rule('Execute(npm *)'), rule('Execute(make *)')], ...options });
	made.listening.push(...listening);
	made.readOnly.push(...readOnly);
	const created = await create(made.world, argv);
	const id = created.ok ? created.value.terminalId : '';
	made.played[0]?.say(output);
	await made.played[0]?.exit(FAILED);
	return { ...made, id };
}

const ended = (world: World) => world.events.filter((event) => event.type === 'terminal-exited');
const outputOf = async (world: World, id: string) => {
	const output = await world.host.terminalOutput('s1', id);
	return output.ok ? output.value : { output: '', truncated: false };
};

describe('A command is started with the access', () => {
	test.each([
		['that only reads', ['ls'], [], { files: 'read' }],
		['that a rule allows', ['make'], ['Execute(make)'], { files: 'write', network: false, folders: [] }],
		[
			'that its rule opens',
			['make'],
			['Execute(make) with network, ~/.cache'],
			{ files: 'write', network: true, folders: ['~/.cache'] },
		],
		['of no sandbox, where its rule says so', ['make'], ['Execute(make) without sandbox'], undefined],
	])('%s', async (_, argv, rules, sandbox) => {
		const { world, played } = await sandboxed({ rules: rules.map((text) => rule(text)) });
		await create(world, argv);
		expect(played[0]?.spawn.sandbox).toEqual(sandbox);
	});
});

describe('The question about a command', () => {
	test('learns while it stands whether there is a sandbox.', async () => {
		const { world } = await sandboxed();
		world.app.dispatch({ type: 'sandbox-changed', change: { commands: 'none' } });
		void create(world, ['make']);
		await settle();
		const access = { files: 'write', network: false, folders: [] };
		expect(world.app.getState().questions).toMatchObject([{ hold: { access, isSandboxed: false } }]);
		world.app.dispatch({ type: 'sandbox-changed', change: { commands: 'fenced', agent: 'fence' } });
		expect(world.app.getState().questions).toMatchObject([{ hold: { access, isSandboxed: true, agent: 'fence' } }]);
	});
});

describe('A command that failed by its sandbox', () => {
	test('is asked about, and has not ended for its agent until that is answered.', async () => {
		const { world, id } = await failing();
		expect(world.app.getState().questions).toMatchObject([
			{
				failedInSandbox: { obstacle: 'network' },
				because: expect.stringContaining('no network'),
				offers: [{ text: 'Execute(npm install) with network' }, { text: 'Execute(npm install) without sandbox' }],
			},
		]);
		expect(await outputOf(world, id)).toEqual({ output: OFFLINE, truncated: false });
		expect(ended(world)).toEqual([]);
	});

	test('runs again without, in the same terminal, and ends as that does.', async () => {
		const { world, played, id } = await failing();
		const waiting = world.host.waitForTerminalExit('s1', id, never);
		await answer(world, 'allow');
		expect(played[1]?.spawn).toMatchObject({ command: 'npm', args: ['install'], cwd: '/w' });
		expect(played[1]?.spawn).not.toHaveProperty('sandbox');
		expect(played[0]?.isReleased).toBe(true);
		played[1]?.say('added 1 package\n');
		expect(ended(world)).toEqual([]);
		await played[1]?.exit(DONE);
		expect(await waiting).toEqual({ ok: true, value: DONE });
		expect(await outputOf(world, id)).toEqual({
			output: `${OFFLINE}── run again without the sandbox ──\nadded 1 package\n`,
			truncated: false,
			exit: DONE,
		});
		expect(ended(world)).toMatchObject([{ terminalId: id, exit: DONE }]);
		expect(await world.host.releaseTerminal('s1', id)).toMatchObject({ ok: true });
		expect(played[1]?.isReleased).toBe(true);
	});

	test('fails as it is when that fails, and is not asked about again.', async () => {
		const { world, played, id } = await failing();
		await answer(world, 'allow');
		played[1]?.say(OFFLINE);
		await played[1]?.exit(FAILED);
		expect(asks(world)).toBe(0);
		expect(await outputOf(world, id)).toMatchObject({ exit: FAILED });
	});

	test('runs again with the network alone, for this once, where that is what it lacked.', async () => {
		const { world, played, id } = await failing();
		expect(world.app.getState().questions).toMatchObject([
			{ options: [{ id: 'with-network', kind: 'allow_once' }, { id: 'allow' }, { id: 'reject' }] },
		]);
		await answer(world, 'with-network');
		expect(played[1]?.spawn.sandbox).toEqual({ files: 'write', network: true, folders: [] });
		expect(world.calls.filter((call) => call.startsWith('remember'))).toEqual([]);
		played[1]?.say('added 1 package\n');
		await played[1]?.exit(DONE);
		expect(await outputOf(world, id)).toMatchObject({
			output: `${OFFLINE}── run again in a sandbox that opens more ──\nadded 1 package\n`,
			exit: DONE,
		});
	});

	test('is not offered the network where it lacked something else.', async () => {
		const { world } = await failing({}, 'npm error EROFS: read-only file system\n');
		expect(world.app.getState().questions).toMatchObject([{ options: [{ id: 'allow' }, { id: 'reject' }] }]);
	});

	test('by a server of this machine is asked about where one listens on that port, and only then.', async () => {
		const output = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n';
		const lacking = await failing({}, output, undefined, [5432]);
		expect(lacking.world.app.getState().questions).toMatchObject([{ failedInSandbox: { obstacle: 'network' } }]);
		const dead = await failing({}, output, undefined, [5433]);
		expect(asks(dead.world)).toBe(0);
		expect(await outputOf(dead.world, dead.id)).toMatchObject({ output, exit: FAILED });
	});

	test('is not asked about where the disk is read-only, so that it fails without one, too.', async () => {
		const tries = (line: string, readOnly: readonly string[]) => failing({}, line, ['make'], [], readOnly);
		const here = '/usr/bin/touch: cannot touch made: Read-only file system\n';
		expect(asks((await tries(here, [])).world)).toBe(1);
		expect(asks((await tries(here, ['/w'])).world)).toBe(0);
		const elsewhere = 'touch: cannot touch /home/me/made: Read-only file system\n';
		expect(asks((await tries(elsewhere, ['/w'])).world)).toBe(1);
		expect(asks((await tries(elsewhere, ['/home/me/made'])).world)).toBe(0);
	});

	test.each([
		['rejected', 'reject', 'The user did not let it run again'],
		['dismissed', null, 'It was not run again'],
	])('stays failed when that is %s, and the agent hears why.', async (_, optionId, words) => {
		const { world, played, id } = await failing();
		world.host.onEvents('s1', [
			{
				type: 'tool',
				patch: { id: 'c', kind: 'execute', status: 'in_progress', content: [{ type: 'terminal', terminalId: id }] },
			},
		]);
		await answer(world, optionId);
		expect(played).toHaveLength(1);
		const { output, exit } = { exit: undefined, ...(await outputOf(world, id)) };
		expect(exit).toEqual(FAILED);
		expect(output).toContain(`${OFFLINE}\n[acp-tui ran this command in a sandbox`);
		expect(output).toContain(words);
		// It did run: the card says how that went, not that it was refused.
		expect(cards(world)[0]?.verdict?.decision).not.toBe('denied');
	});

	test.each([
		['in plan mode', { mode: 'plan', rules: [rule('plan:Execute(npm *)')] } as const, 'While plan mode is on'],
		['where nobody can be asked', { isHeadless: true }, 'Nobody is here'],
	])('is not asked about %s; the agent hears of it.', async (_, options, words) => {
		const { world, id } = await failing(options);
		expect(asks(world)).toBe(0);
		expect((await outputOf(world, id)).output).toContain(words);
		expect(ended(world)).toMatchObject([{ exit: FAILED }]);
	});

	test('is named where nobody can be asked, for whoever reads the errors of a script.', async () => {
		const { world } = await failing({ isHeadless: true });
		expect(world.events).toContainEqual(
			expect.objectContaining({
				type: 'note',
				level: 'warning',
				title: expect.stringMatching(/npm install failed.*sandbox/),
			}),
		);
	});

	test('does not run again once plan mode is on.', async () => {
		const { world, played, id } = await failing();
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		await answer(world, 'allow');
		expect(played).toHaveLength(1);
		expect((await outputOf(world, id)).output).toContain('While plan mode is on');
	});

	test('ends when the turn is stopped, or its session left.', async () => {
		for (const event of [{ type: 'cancel' }, { type: 'new-session' }] as const) {
			const { world, played } = await failing();
			world.app.dispatch(event);
			expect(await asksNow(world)).toBe(0);
			expect(played).toHaveLength(1);
			expect(ended(world)).toMatchObject([{ exit: FAILED }]);
		}
	});

	test('ends when the agent kills or releases it while it is asked about.', async () => {
		for (const how of ['killTerminal', 'releaseTerminal'] as const) {
			const { world, played, id } = await failing();
			const waiting = world.host.waitForTerminalExit('s1', id, never);
			await world.host[how]('s1', id);
			expect(await asksNow(world)).toBe(0);
			expect(await waiting).toEqual({ ok: true, value: FAILED });
			expect(played).toHaveLength(1);
		}
	});

	test('is not answered by a rule or a mode that lets the command run.', async () => {
		const { world, played } = await failing();
		void create(world, ['make', 'x']);
		world.app.dispatch({ type: 'rule-added', rule: rule('Execute') });
		await happen(world, { type: 'set-mode', mode: 'acceptEdits' });
		expect(asks(world)).toBe(1);
		expect(played.filter(({ spawn }) => spawn.command === 'npm')).toHaveLength(1);
	});

	test('keeps within the bytes that its agent wants, from the end.', async () => {
		const { world, played } = await sandboxed({ rules: [rule('Execute(npm *)')] });
		const created = await create(world, ['npm', 'ci'], { outputByteLimit: 12 });
		played[0]?.say(OFFLINE);
		await played[0]?.exit(FAILED);
		await answer(world, 'allow');
		played[1]?.say('größer\nfertig\n');
		expect(await outputOf(world, created.ok ? created.value.terminalId : '')).toEqual({
			output: 'ßer\nfertig\n',
			truncated: true,
		});
	});
});

describe('A failure is not one of the sandbox', () => {
	test.each([
		['an ordinary one', 'npm error Missing script: "x"\n'],
		['of a file that is missing outside, too', 'cat: /home/me/none: No such file or directory\n'],
	])('%s', async (_, output) => {
		const { world, id } = await failing({}, output);
		expect(asks(world)).toBe(0);
		expect(await outputOf(world, id)).toEqual({ output, truncated: false, exit: FAILED });
	});
});

test.each([
	['that the command missed', "make: open '/home/me/.aws/config': No such file or directory\n", '/home/me/.aws/config'],
	['in whose folder it may make nothing', "touch: cannot touch '/home/me/new': Permission denied\n", '/home/me'],
])('A file that the sandbox hides is found by the path %s.', async (_, line, hidden) => {
	const made = await sandboxed({ rules: [rule('Execute(make *)')] });
	made.hidden = [hidden];
	await create(made.world, ['make']);
	made.played[0]?.say(line);
	await made.played[0]?.exit(FAILED);
	expect(made.world.app.getState().questions).toMatchObject([
		{ failedInSandbox: { obstacle: 'hidden' }, offers: [{ text: 'Execute(make) without sandbox' }] },
	]);
});
