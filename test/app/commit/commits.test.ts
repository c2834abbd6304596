import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAgentPort } from '../../../src/agent/agent-port.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { type CommitEnd, type CommitPort, markedAtFirst, type WantedCommit } from '../../../src/core/commit/commit.js';
import type { CommitState } from '../../../src/core/commit/commit-event.js';
import { fail, succeed } from '../../../src/core/failure.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { createClock } from '../../../src/services/clock.js';
import { createCommitPort } from '../../../src/services/commit/commit.js';
import { asGiven } from '../../agent/fake-host.js';
import { createRepository } from '../../services/worktrees/repository.js';
import { file, LIST } from '../../view/commit/commit-stage.js';
import { createWorld, deferred, happen, settle, started, until, type World, working } from '../world.js';

const commits = ({ app }: World): CommitState => {
	const { commit } = app.getLookups();
	if (commit === null) throw new Error('nothing was looked up');
	return commit;
};

const notes = ({ app }: World): readonly string[] =>
	[...eachEntry(app.getState().entries)].flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));

type Played = CommitPort & { readonly asked: ReadonlySet<string>[]; readonly wanted: WantedCommit[] };

function played(end: () => Promise<CommitEnd>, list = LIST): Played {
	const port: Played = {
		asked: [],
		wanted: [],
		list: async () => succeed(list),
		async material(_, ids) {
			port.asked.push(ids);
			return succeed({ subjects: ['Begin'], patch: '+x', isCut: false });
		},
		commit(wanted) {
			port.wanted.push(wanted);
			return end();
		},
	};
	return port;
}

const MADE: CommitEnd = { type: 'committed', hash: 'abc1234', subject: 'Do', files: 2, added: 3, removed: 1 };
const list = { type: 'commit', request: { do: 'list', asks: true, marks: new Map() } } as const;
const commit = (listed = 1) =>
	({ type: 'commit', request: { do: 'commit', listed, chosen: new Set(['staged src/a.ts']), message: 'Do' } }) as const;

describe('A commit from the screen', () => {
	test('is made of what was shown, and is reported in one line', async () => {
		const port = played(async () => MADE);
		const world = await started({}, { commit: port });
		await happen(world, list);
		await happen(world, commit());
		expect(port.wanted).toMatchObject([{ list: LIST, message: 'Do' }]);
		expect(commits(world)).toMatchObject({ made: 1, run: null });
		expect(notes(world)).toEqual(['Committed abc1234 on main: Do · 2 files +3 −1']);
	});

	test('is made while a turn runs, but not of another list than the one that was seen', async () => {
		const port = played(async () => MADE);
		const world = await working({}, { commit: port });
		await happen(world, list);
		await happen(world, list);
		await happen(world, commit(1));
		expect([port.wanted.length, commits(world).hasChanged]).toEqual([0, true]);
		await happen(world, commit(2));
		expect(port.wanted).toHaveLength(1);
	});

	test.each([['plan', { type: 'set-mode', mode: 'plan' } as const]])(
		'is refused in the mode %s, whenever that came',
		async (_, event) => {
			const port = played(async () => MADE);
			const world = await started({}, { commit: port });
			await happen(world, list);
			await happen(world, event);
			await happen(world, commit());
			expect(port.wanted).toEqual([]);
			expect(commits(world).run).toMatchObject({ phase: 'failed', because: expect.stringContaining('Plan mode') });
		},
	);

	test('that runs is the only one, is stopped by the user and when the program ends', async () => {
		const ended = deferred<CommitEnd>();
		let signal: AbortSignal | undefined;
		const port = played(() => ended.promise);
		const world = await started(
			{},
			{
				commit: {
					...port,
					commit: (wanted, how) => {
						({ signal } = how);
						how.onOutput('hook says ');
						how.onOutput('hello');
						return port.commit(wanted, how);
					},
				},
			},
		);
		await happen(world, list);
		await happen(world, commit());
		world.advance(1000);
		await settle();
		expect(commits(world).run).toMatchObject({ phase: 'running', output: 'hook says hello' });
		await happen(world, commit());
		await happen(world, list);
		expect(port.wanted).toHaveLength(1);
		const closing = world.app.close();
		await settle();
		expect(signal?.aborted).toBe(true);
		ended.resolve({ type: 'failed', because: 'Stopped.' });
		await closing;
	});

	test('that fails keeps the list, and one of other files than were shown shows these', async () => {
		const ends: CommitEnd[] = [
			{ type: 'failed', because: 'git ended with code 1.' },
			{ type: 'changed', list: { ...LIST, head: 'def' } },
		];
		const world = await started({}, { commit: played(async () => ends.shift() ?? MADE) });
		await happen(world, list);
		await happen(world, commit());
		expect(commits(world)).toMatchObject({ list: LIST, run: { phase: 'failed', because: 'git ended with code 1.' } });
		await happen(world, { type: 'commit', request: { do: 'go-on' } });
		await happen(world, commit());
		expect(commits(world)).toMatchObject({ list: { head: 'def' }, listed: 2, hasChanged: true, run: null });
		expect(notes(world)).toEqual([]);
	});

	test('of nothing, and where there is no repository, says so', async () => {
		const clean = await started({}, { commit: played(async () => MADE, { ...LIST, files: [] }) });
		await happen(clean, list);
		expect(commits(clean).why).toContain('clean');
		const port = { ...played(async () => MADE), list: async () => fail('usage', 'No repository.') };
		const none = await started({}, { commit: port });
		await happen(none, list);
		expect(commits(none)).toMatchObject({ list: null, why: 'No repository.' });
	});
});

describe('The message of the agent', () => {
	test('is asked for without what the rules keep it from reading', async () => {
		const rule = parseRule('Read(secret/**)', 'deny', 'user');
		if (!rule.ok) throw new Error(rule.failure.message);
		const files = [file('staged', 'a.ts'), file('staged', 'secret/key'), file('staged', 'b.ts', { from: 'secret/b' })];
		const port = played(async () => MADE, { ...LIST, files });
		const world = await started({ rules: [rule.value] }, { commit: port });
		await happen(world, list);
		expect(port.asked.map((ids) => [...ids])).toEqual([['staged a.ts']]);
		const outside = played(async () => MADE, { ...LIST, top: '/elsewhere' });
		const other = await started({}, { commit: outside });
		await happen(other, list);
		expect(outside.asked).toEqual([]);
		expect(commits(other).message).toMatchObject({ phase: 'failed', text: '' });
	});

	test('of an agent that cannot be asked is empty, and says why', async () => {
		const world = await started({}, { commit: played(async () => MADE) });
		await happen(world, list);
		expect(commits(world).message).toMatchObject({ phase: 'failed', text: '', why: expect.stringMatching(/session/) });
	});
});

test('The demo agent writes a message beside the conversation, and what it is about is committed', async () => {
	const repository = createRepository();
	repository.write('a.txt', 'one\ntwo\n');
	repository.write('left.txt', 'not tracked\n');
	const demo = fileURLToPath(new URL('../../../src/demo/main.ts', import.meta.url));
	const loader = fileURLToPath(new URL('../../../scripts/run-sources.mjs', import.meta.url));
	const launch = { name: 'demo', command: process.execPath, args: [`--import=${loader}`, demo], env: {} };
	const { top: cwd, env } = repository;
	const agent = createAgentPort(
		{ confine: null, clientVersion: '0.0.0', prepare: asGiven({ PATH: '/usr/bin:/bin' }) },
		new Set(),
	);
	const world = createWorld(
		{ profile: plainProfile(launch), cwd, handshakeTimeout: 30_000 },
		{
			agent: { ...agent, connect: (given, how, host) => agent.connect(given, { ...how, cwd }, host) },
			clock: createClock(),
			commit: createCommitPort({ cwd, env }),
			files: {
				inspect: async (path) => ({ given: path, real: path, relative: path, isInside: true, isPlanFile: false }),
				read: async () => fail('not-found', 'none'),
				write: async () => fail('denied', 'no'),
			},
		},
	);
	onTestFinished(() => world.app.close());
	world.app.start();
	await until(world, ({ connection }) => connection.phase === 'ready');
	const { sessionId } = world.app.getState();
	world.app.dispatch(list);
	await expect.poll(() => world.app.getLookups().commit?.message.phase, { timeout: 20_000 }).toBe('done');
	const { list: shown, listed, message } = commits(world);
	if (shown === null) throw new Error('no list');
	expect(message.text).toMatch(/^Change a\.txt\n\n/);
	const request = { do: 'commit', listed, chosen: markedAtFirst(shown), message: message.text } as const;
	world.app.dispatch({ type: 'commit', request });
	await expect.poll(() => world.app.getLookups().commit?.made, { timeout: 20_000 }).toBe(1);
	expect(repository.git('log', '-1', '--format=%s')).toBe('Change a.txt');
	expect(repository.git('status', '--porcelain')).toBe('?? left.txt');
	const state = world.app.getState();
	expect([state.sessionId, state.sideQuestion, state.title]).toEqual([sessionId, undefined, null]);
	expect([...eachEntry(state.entries)].map(({ kind }) => kind)).toEqual(['note']);
});
