import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createAgentPort } from '../../../src/agent/agent-port.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { eachEntry, emptyEntries } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import type { ShellPort } from '../../../src/core/shell-port.js';
import type { SideQuestion } from '../../../src/core/side-question/side-question.js';
import { createClock } from '../../../src/services/clock.js';
import { asGiven, scripted } from '../../agent/fake-host.js';
import { createWorld, send, until, type World } from '../world.js';

type Bench = World & { readonly log: () => readonly string[]; readonly folder: string };

/** How long an agent may be silent while it forks, in ms. */
const FORK_PATIENCE = 20_000;

/** Folders of the benches whose commands were ended. */
const closedShells: string[] = [];
const benches: Bench[] = [];
afterEach(async () => {
	for (const bench of benches.splice(0)) {
		await bench.app.close();
		rmSync(bench.folder, { recursive: true, force: true });
	}
});

/** A conversation with the scripted agent, in which a turn runs. */
async function openBench(
	how: Readonly<Record<string, string>> = {},
	mode: Mode = 'default',
	first = 'go',
): Promise<Bench> {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-side-'));
	const log = join(folder, 'log');
	const launch = scripted('side-question');
	const args = [...launch.args, `log=${log}`, ...Object.entries(how).map(([what, word]) => `${what}=${word}`)];
	const profile = plainProfile({ ...launch, args });
	const agent = createAgentPort(
		{ confine: null, clientVersion: '0.0.0', prepare: asGiven({ PATH: '/usr/bin:/bin' }) },
		new Set(),
	);
	const options = { profile, mode, isBypassAllowed: true, handshakeTimeout: 30_000 };
	const clock = createClock();
	const spawned: string[] = [];
	const world = createWorld(options, {
		agent: { ...agent, connect: (given, how, host) => agent.connect(given, { ...how, cwd: folder }, host) },
		// An agent that never answers a fork is waited for no longer than a test can.
		clock:
			how['fork'] === 'never'
				? { ...clock, after: (ms, run) => clock.after(ms === FORK_PATIENCE ? 50 : ms, run) }
				: clock,
		shell: { end: async () => {}, close: async () => void closedShells.push(folder) } as unknown as ShellPort,
		newTerminals: () => ({
			...world.ports.terminals,
			async create({ command }) {
				spawned.push(command);
				return { ok: true, value: { terminalId: `beside-${spawned.length}` } };
			},
		}),
	});
	const read = (): readonly string[] => readFileSync(log, 'utf8').split('\n').filter(Boolean);
	const bench: Bench = { ...world, folder, log: read };
	benches.push(bench);
	world.app.start();
	await until(bench, ({ connection }) => connection.phase === 'ready');
	send(world, first);
	await until(bench, ({ entries }) => textOf(entries).includes('working'));
	return bench;
}

let asked = 0;

/** Asks, and waits until the question has come to this. */
async function ask(world: World, text: string, phase: SideQuestion['phase'] = 'done'): Promise<SideQuestion> {
	asked += 1;
	const prompt = { id: `asked-${asked}`, text, blocks: [{ type: 'text' as const, text }] };
	world.app.dispatch({ type: 'side-question', request: { do: 'ask', prompt } });
	await until(world, ({ sideQuestion }) => sideQuestion?.question === text && sideQuestion.phase === phase);
	return side(world);
}

function side({ app }: World): SideQuestion {
	const { sideQuestion } = app.getState();
	if (sideQuestion === undefined) throw new Error('nothing was asked');
	return sideQuestion;
}

function textOf(entries: SessionState['entries']): string {
	return [...eachEntry(entries)].map((entry) => ('text' in entry ? entry.text : entry.kind)).join(' | ');
}

/** What the conversation shows. */
const conversation = ({ app }: World): string => textOf(app.getState().entries);

async function logged(bench: Bench, line: string): Promise<void> {
	await expect.poll(bench.log).toContain(line);
}

describe('a side question', () => {
	test('is answered in a fork while the turn goes on, and nothing of it reaches the conversation', async () => {
		const bench = await openBench();
		const { mode, turn } = bench.app.getState();
		const question = await ask(bench, 'say it is blue');
		expect(textOf(question.entries)).toBe('say it is blue | it is blue');
		expect(question.knows).toBe('conversation');
		expect(bench.log()).toContain('session/fork main');
		const [prompt = ''] = bench.log().filter((line) => line.startsWith('session/prompt side-2'));
		expect(prompt).toContain('answer it, and change nothing');
		const after = bench.app.getState();
		expect(after.turn).toBe(turn);
		expect([after.mode, after.title, after.usage]).toEqual([mode, null, null]);
		expect(conversation(bench)).toBe('go | working');
		await ask(bench, 'finish');
		await until(bench, (state) => state.turn === null);
		expect(conversation(bench)).toBe('go | working and done | turn-end');
	});

	test('its follow-up goes into the same session, and closing it closes and deletes that', async () => {
		const bench = await openBench();
		await ask(bench, 'say one');
		const question = await ask(bench, 'say two');
		expect(textOf(question.entries)).toBe('say one | one | say two | two');
		expect(bench.log().filter((line) => line.startsWith('session/fork'))).toHaveLength(1);
		bench.app.dispatch({ type: 'side-question', request: { do: 'close' } });
		await logged(bench, 'session/delete side-2');
		expect(bench.log().filter((line) => /close|delete|cancel/.test(line))).toEqual([
			'session/close side-2',
			'session/delete side-2',
		]);
		await until(bench, ({ sideQuestion }) => sideQuestion?.isClosed === true);
		expect(side(bench).phase).toBe('done');
		// Commands of the user's go on.
		expect(closedShells).not.toContain(bench.folder);
		// What is asked next is asked in a session of its own.
		const next = await ask(bench, 'say three');
		expect(textOf(next.entries)).toBe('say three | three');
	});
});

describe('nothing is changed under its id', () => {
	test.each(['default', 'acceptEdits', 'bypassPermissions', 'plan'] as const)('in %s mode', async (mode) => {
		const bench = await openBench({}, mode);
		expect(textOf((await ask(bench, 'write /w/a.ts')).entries)).toMatch(/refused: [^|]*side question/);
		expect(textOf((await ask(bench, 'write /plans/plan.md')).entries)).toMatch(/plan.md \| note \| refused: /);
		expect(bench.disk.size).toBe(0);
		expect(textOf((await ask(bench, 'edit /w/b.ts')).entries)).toContain('answered no');
		expect(textOf((await ask(bench, 'run touch a.ts')).entries)).toMatch(/run touch a.ts \| note \| refused: /);
		expect(textOf((await ask(bench, 'run ls')).entries)).toContain('run ls | started');
		expect(textOf((await ask(bench, 'leave-plan')).entries)).toContain('answered no');
		expect(textOf((await ask(bench, 'ask')).entries)).toContain('ask | note | answered cancel');
		expect(textOf((await ask(bench, 'deep /w/c.ts')).entries)).toContain('answered no');
		expect(bench.app.getState().questions).toEqual([]);
		expect(bench.spawned).toEqual([]);
		expect(conversation(bench)).toBe('go | working');
		expect(bench.app.getState().mode.mode).toBe(mode);
	});

	test('when the agent says that it is in another mode', async () => {
		const bench = await openBench({ modes: 'plan' }, 'bypassPermissions');
		await ask(bench, 'mode yolo');
		expect(textOf((await ask(bench, 'write /w/a.ts')).entries)).toMatch(/refused: /);
		expect(bench.disk.size).toBe(0);
	});

	test('before the fork is answered either', async () => {
		const bench = await openBench({ fork: 'early-write' }, 'bypassPermissions', 'idle');
		await ask(bench, 'say late');
		expect(bench.log()).toContain('early write refused');
		expect(bench.disk.size).toBe(0);
		expect(conversation(bench)).toBe('idle | working | turn-end');
	});
});

describe('the agent’s own mode', () => {
	test('is its plan mode in the side session alone', async () => {
		const bench = await openBench({ modes: 'plan' }, 'bypassPermissions');
		await ask(bench, 'say it');
		const modes = bench.log().filter((line) => line.startsWith('session/set_mode side-2'));
		expect(modes).toEqual(['session/set_mode side-2 plan']);
		const at = (start: string): number => bench.log().findIndex((line) => line.startsWith(start));
		expect(at('session/set_mode side-2')).toBeLessThan(at('session/prompt side-2'));
	});

	test('is one that asks, where it has no plan mode', async () => {
		const bench = await openBench({ modes: 'loose' });
		await ask(bench, 'say it');
		expect(bench.log()).toContain('session/set_mode side-2 ask');
	});

	test('that it does not leave keeps the question from being asked', async () => {
		const bench = await openBench({ modes: 'stuck' }, 'bypassPermissions');
		const { failure } = await ask(bench, 'say it', 'failed');
		expect(failure?.message).toContain('does not leave its mode “yolo”');
		expect(bench.log().some((line) => line.startsWith('session/prompt side'))).toBe(false);
	});
});

describe('an agent that cannot fork', () => {
	test.each(['absent', '-32601', '-32603'])('gets a new session with a briefing: %s', async (fork) => {
		const bench = await openBench({ fork });
		const question = await ask(bench, 'say it');
		expect(question.knows).toBe('briefing');
		const prompt = bench.log().find((line) => line.startsWith('session/prompt side'));
		expect(prompt).toContain('This is a briefing');
		expect(prompt).toContain('## Goal\\ngo');
		expect(textOf(question.entries)).toBe('say it | it');
	});

	test('and never says so is given up: the new session is closed and deleted as any other', async () => {
		const bench = await openBench({ fork: 'never' });
		const question = await ask(bench, 'say it');
		expect(question.knows).toBe('briefing');
		expect(textOf(question.entries)).toMatch(/^say it \|.* it$/);
		expect(bench.log()).toContain('session/fork main');
		bench.app.dispatch({ type: 'side-question', request: { do: 'close' } });
		await logged(bench, 'session/delete side-2');
		expect(conversation(bench)).toBe('go | working');
	});

	test('nor open a second session says so in a sentence', async () => {
		const bench = await openBench({ fork: 'absent', new: '-32603' });
		const { failure } = await ask(bench, 'say it', 'failed');
		expect(failure?.message).toContain('No (-32603)');
		expect(failure?.hint).toMatch(/ask again|\/fork/);
		expect(bench.app.getState().turn).not.toBeNull();
	});

	test('and wants a sign-in says so', async () => {
		const bench = await openBench({ fork: 'absent', new: '-32000' });
		const { failure } = await ask(bench, 'say it', 'failed');
		expect(failure?.hint).toContain('/login');
	});
});

describe('a side question ends', () => {
	const cases: readonly (readonly [string, (bench: Bench) => void])[] = [
		[
			'when it is closed while it is answered',
			({ app }) => app.dispatch({ type: 'side-question', request: { do: 'close' } }),
		],
		['with /new', ({ app }) => app.dispatch({ type: 'new-session' })],
		['with the program', ({ app }) => void app.close()],
	];
	test.each(cases)('%s', async (_, leave) => {
		const bench = await openBench();
		await ask(bench, 'hang', 'answering');
		leave(bench);
		await logged(bench, 'session/delete side-2');
		const ends = bench.log().filter((line) => line.endsWith('side-2') && !line.startsWith('session/prompt'));
		expect(ends).toEqual(['session/cancel side-2', 'session/close side-2', 'session/delete side-2']);
	});

	test('its answer alone when it is stopped', async () => {
		const bench = await openBench();
		await ask(bench, 'hang', 'answering');
		await until(bench, ({ sideQuestion }) => textOf(sideQuestion?.entries ?? emptyEntries).includes('a part'));
		bench.app.dispatch({ type: 'side-question', request: { do: 'stop' } });
		await until(bench, ({ sideQuestion }) => sideQuestion?.phase === 'stopped');
		expect(textOf(side(bench).entries)).toBe('hang | a part');
		expect(bench.app.getState().turn).not.toBeNull();
		expect(textOf((await ask(bench, 'say more')).entries)).toContain('say more | more');
	});

	test('before its session is open: that is closed and deleted as soon as it is there', async () => {
		const bench = await openBench({ fork: 'late' });
		bench.app.dispatch({
			type: 'side-question',
			request: { do: 'ask', prompt: { id: 'x', text: 'say x', blocks: [{ type: 'text', text: 'say x' }] } },
		});
		await logged(bench, 'session/fork main');
		bench.app.dispatch({ type: 'side-question', request: { do: 'close' } });
		await logged(bench, 'session/delete side-2');
		expect(bench.log().some((line) => line.startsWith('session/prompt side'))).toBe(false);
	});

	test('with the agent: it says so, and the conversation knows nothing of it', async () => {
		const bench = await openBench();
		await ask(bench, 'say it');
		const { failure } = await ask(bench, 'crash', 'failed');
		expect(failure?.message).toContain('has ended');
		const undeleted = (): boolean => bench.logged.some(({ what }) => what === 'side session not deleted');
		await expect.poll(undeleted).toBe(true);
	});

	test('and is reported where the agent does not delete its session', async () => {
		const bench = await openBench({ delete: '-32603' });
		await ask(bench, 'say it');
		bench.app.dispatch({ type: 'side-question', request: { do: 'close' } });
		await until(bench, ({ entries }) => [...eachEntry(entries)].some(({ kind }) => kind === 'note'));
		expect(JSON.stringify([...eachEntry(bench.app.getState().entries)])).toContain('could not be deleted at Scripted');
	});
});

test('what an agent tells of the conversation in a fork is not part of the answer', async () => {
	const bench = await openBench({ fork: 'history' });
	expect(textOf((await ask(bench, 'say new')).entries)).toBe('say new | new');
	expect(conversation(bench)).toBe('go | working');
});

test('the session of a side question is in no list of sessions, while it is open and afterwards', async () => {
	const bench = await openBench({ delete: 'absent' });
	await ask(bench, 'say one');
	const listed = (): readonly string[] => (bench.app.getLookups().sessionList?.sessions ?? []).map(({ id }) => id);
	const open = (): void => bench.app.dispatch({ type: 'session-list', request: { type: 'open', scope: 'all' } });
	open();
	await expect.poll(listed).toEqual(['main']);
	bench.app.dispatch({ type: 'side-question', request: { do: 'close' } });
	await logged(bench, 'session/close side-2');
	await ask(bench, 'say two');
	open();
	await until(bench, () => bench.app.getLookups().sessionList?.agentSessions.type !== 'complete');
	await expect.poll(listed).toEqual(['main']);
});
