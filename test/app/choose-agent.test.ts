import { expect, test } from 'vitest';
import type { AgentsPort } from '../../src/core/agents/agent-list.js';
import { plainProfile } from '../../src/core/agents/profile.js';
import { fail, type Result, succeed } from '../../src/core/failure.js';
import { answer, deferred, happen, settle, started } from './world.js';

const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });

test('What is installed is used, and its progress is reported step by step.', async () => {
	const world = await started({}, { agents: portOf({}) });
	await happen(world, { type: 'install-agent', id: 'other', name: 'Other', host: null });
	const progress = world.events.filter(({ type }) => type === 'install-progress');
	// The clock of the test stands still: of a step that goes on only the first report counts.
	expect(progress).toHaveLength(2);
	expect(world.launched).toEqual(['fake', 'other']);
	expect(world.app.getState().profile).toBe(other);
});

test('An install is stopped by the user and by the end of the session; the agent stays.', async () => {
	const done = deferred<Result<string | null>>();
	const signals: AbortSignal[] = [];
	const install: AgentsPort['install'] = (_, { signal }) => {
		signals.push(signal);
		signal.addEventListener('abort', () => done.resolve(fail('cancelled', 'It was stopped.')));
		return done.promise;
	};
	const world = await started({}, { agents: portOf({ install }) });
	world.app.dispatch({ type: 'install-agent', id: 'other', name: 'Other', host: null });
	await happen(world, { type: 'stop-install' });
	expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
	expect(world.app.getState()).toMatchObject({ connection: { phase: 'ready' }, agentChange: { installing: null } });
	expect(world.launched).toEqual(['fake']);
	await world.app.close();
});

test('An agent that is not here after all, and a list that fails, leave the agent that runs.', async () => {
	const profile: AgentsPort['profile'] = async () => fail('not-found', 'Other is not installed.');
	const list: AgentsPort['list'] = async () => {
		throw new Error('the disk is gone');
	};
	const world = await started({}, { agents: portOf({ profile, list }) });
	world.app.dispatch({ type: 'use-agent', id: 'other' });
	await happen(world, { type: 'list-agents' });
	expect(world.events.filter(({ type }) => type === 'effect-failed')).toHaveLength(2);
	expect(world.launched).toEqual(['fake']);
	expect(world.app.getState().connection.phase).toBe('ready');
});

test('A consent waits for the user; stopping the install refuses it.', async () => {
	const agreed: boolean[] = [];
	const install: AgentsPort['install'] = async (_, { consent }) => {
		agreed.push(await consent({ about: 'changes', lines: ['host: a → b'] }));
		agreed.push(await consent({ about: 'scripts', lines: ['x: postinstall'] }));
		return fail('usage', 'It was not installed.');
	};
	const world = await started({}, { agents: portOf({ install }) });
	await happen(world, { type: 'install-agent', id: 'other', name: 'Other', host: null });
	expect(agreed).toEqual([]);
	await happen(world, { type: 'answer-install', isAgreed: true });
	expect(world.app.getState().agentChange?.installing?.asked?.about).toBe('scripts');
	await happen(world, { type: 'stop-install' });
	expect(agreed).toEqual([true, false]);
	expect(world.launched).toEqual(['fake']);
	expect(world.app.getState().agentChange?.installing).toBeNull();
});

function portOf(parts: Partial<AgentsPort>): AgentsPort {
	return {
		list: async () => [],
		here: async () => null,
		profile: async () => succeed(other),
		sandboxes: async () => ({ source: { type: 'default' }, least: null, missing: {}, savedIn: null }),
		folderFor: async (_, path) => (path === '/o/data/x' ? { folder: '/o/data', savedIn: null } : null),
		withSandbox: async (profile, { sandbox }) => succeed({ profile: { ...profile, sandbox }, savedIn: null }),
		install: async (_, { onProgress }) => {
			for (const bytes of [1, 2]) onProgress({ step: 'downloading', bytes, totalBytes: 2, count: null });
			onProgress({ step: 'unpacking', bytes: null, totalBytes: null, count: 1 });
			return succeed(null);
		},
		...parts,
	};
}

test('Another sandbox is a new process for the same session; the one that holds already is none.', async () => {
	const world = await started({}, { agents: portOf({}) });
	await happen(world, { type: 'choose-sandbox', sandbox: 'watch', isKept: true });
	expect(world.launched).toEqual(['fake']);
	await happen(world, { type: 'choose-sandbox', sandbox: 'off', isKept: false });
	expect(world.launched).toEqual(['fake', 'fake']);
	expect(world.app.getState()).toMatchObject({
		profile: { sandbox: 'off' },
		sandbox: { agent: 'off', enforcement: 'none' },
		connection: { phase: 'ready' },
	});
	expect(JSON.stringify(world.app.getState().entries)).toContain('The sandbox of Fake is “off” from here on');
});

test.each([
	['shadow', 'shadow', 'ready'],
	['watch', 'watch', 'ready'],
	['no', 'watch', 'failed'],
	[null, 'watch', 'failed'],
] as const)(
	'An agent that is known not to ask starts once the user said how: %s.',
	async (optionId, sandbox, phase) => {
		const answers: unknown[] = [];
		const withSandbox: AgentsPort['withSandbox'] = async ({ asksForSandbox: _, ...profile }, choice) => {
			answers.push(choice);
			return succeed({ profile: { ...profile, sandbox: choice.sandbox }, savedIn: null });
		};
		const profile = {
			...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }),
			asksForSandbox: true as const,
		};
		const world = await started({ profile }, { agents: portOf({ withSandbox }) });
		expect([world.launched, world.app.getState().connection.phase]).toEqual([[], 'starting']);
		expect(world.app.getState().questions[0]?.request.title).toBe('Let fake work on a copy?');
		await answer(world, optionId);
		await settle();
		expect(world.app.getState()).toMatchObject({ profile: { sandbox }, connection: { phase } });
		expect(world.launched).toEqual(phase === 'ready' ? ['fake'] : []);
		expect(answers).toEqual(phase === 'ready' ? [{ sandbox, isKept: false, isAnswer: true }] : []);
		// It is asked once: the next start is as this one.
		await happen(world, { type: 'restart-agent' });
		expect(world.app.getState().questions).toHaveLength(phase === 'ready' ? 0 : 1);
	},
);

test.each([false, true])(
	'Where its network is to be held, it is not only watched; nobody can be asked: %s.',
	async (isHeadless) => {
		const profile = {
			...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }),
			...({ asksForSandbox: true, network: 'off' } as const),
		};
		const world = await started({ profile, isHeadless }, { agents: portOf({}) });
		expect(world.launched).toEqual([]);
		const { questions, connection } = world.app.getState();
		expect(connection.phase).toBe(isHeadless ? 'failed' : 'starting');
		expect(questions).toMatchObject(isHeadless ? [] : [{ options: [{ id: 'shadow' }, { id: 'no' }] }]);
	},
);

test('Where nobody can be asked it starts as it is.', async () => {
	const profile = {
		...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }),
		asksForSandbox: true as const,
	};
	const world = await started({ profile, isHeadless: true }, { agents: portOf({}) });
	expect(world.launched).toEqual(['fake']);
});

test('A sandbox that cannot be had leaves the agent as it runs, and says why.', async () => {
	const withSandbox: AgentsPort['withSandbox'] = async () => fail('usage', 'It cannot be had.');
	const world = await started({}, { agents: portOf({ withSandbox }) });
	world.app.dispatch({ type: 'choose-sandbox', sandbox: 'fence', isKept: true });
	await happen(world, { type: 'look-up-sandboxes' });
	expect(world.launched).toEqual(['fake']);
	expect(world.app.getState().profile.sandbox).toBe('watch');
	expect(world.app.getLookups().sandboxes).toMatchObject({ missing: {} });
	expect(world.events.filter(({ type }) => type === 'effect-failed')).toHaveLength(1);
});

test('The folder of what an agent was refused is looked up; where none can be offered nothing is said.', async () => {
	const world = await started({}, { agents: portOf({}) });
	const refused = (path: string): void => {
		const stderrTail = [`EROFS: read-only file system, open '${path}'`];
		world.app.dispatch({
			type: 'sandbox-chosen',
			profile: { ...world.app.getState().profile, sandbox: 'fence' },
			savedIn: null,
		});
		world.app.dispatch({
			type: 'agent-exited',
			exit: { code: 1, signal: null, stderrTail, junkLines: 0, expected: false },
		});
	};
	refused('/etc/none');
	await settle();
	expect(world.app.getState().refusedFolder).toBeUndefined();
	await happen(world, { type: 'restart-agent' });
	refused('/o/data/x');
	await settle();
	expect(world.app.getState().refusedFolder).toMatchObject({ path: '/o/data/x', folder: '/o/data' });
	expect(world.events.filter(({ type }) => type === 'effect-failed')).toEqual([]);
});
