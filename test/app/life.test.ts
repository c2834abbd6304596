import { describe, expect, test } from 'vitest';
import { fail, type Result, succeed } from '../../src/core/failure.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { PROMPT_QUEUED } from '../../src/core/session/session-messages.js';
import type { SessionOpened } from '../../src/core/session-params.js';
import {
	begin,
	cards,
	create,
	createWorld,
	deferred,
	end,
	happen,
	noteTitles,
	say,
	send,
	settle,
	started,
	type World,
	working,
} from './world.js';

const phase = (world: World): string => world.app.getState().connection.phase;

describe('Starting', () => {
	test.each<[string, (world: World) => void]>([
		[
			'the agent does not start',
			(world) => {
				world.onConnect = async () => fail('agent-start', 'There is no such program.');
			},
		],
		[
			'its session is refused',
			(world) => {
				world.onNewSession = async () => fail('agent-error', 'There is no such program.');
			},
		],
	])('%s: reported once, what waits is kept, and starting again helps.', async (_, break_) => {
		const world = createWorld();
		const { onConnect, onNewSession } = world;
		break_(world);
		send(world, 'hello');
		await begin(world);
		expect(phase(world)).toBe('failed');
		expect(noteTitles(world)).toEqual(['There is no such program.']);
		expect(world.app.getState()).toMatchObject({ isQueuePaused: true, queue: [{ text: 'hello' }] });
		Object.assign(world, { onConnect, onNewSession });
		await happen(world, { type: 'restart-agent' });
		expect(world.prompts).toHaveLength(1);
	});

	test('A prompt waits until the agent has answered the switch of its mode, whatever the answer.', async () => {
		for (const answer of [succeed(undefined), fail('agent-error', 'no')]) {
			const world = createWorld();
			const switched = deferred<Result<void>>();
			world.onSetMode = () => switched.promise;
			await begin(world);
			world.app.dispatch({ type: 'set-agent-mode', modeId: 'careful' });
			await say(world, 'hello');
			expect(world.calls).toContain('mode s1 careful');
			expect(world.prompts).toHaveLength(0);
			switched.resolve(answer);
			await settle();
			expect(world.prompts).toHaveLength(1);
		}
	});

	test('A prompt that could not be written comes back to the queue.', async () => {
		const world = await started();
		await say(world, 'hello');
		world.prompts[0]?.end.resolve({ ok: false, failure: { code: 'protocol', message: 'No pipe.', isUnsent: true } });
		await settle();
		expect(world.app.getState()).toMatchObject({ turn: null, isQueuePaused: true, queue: [{ text: 'hello' }] });
		expect([...eachEntry(world.app.getState().entries)].at(-1)).toMatchObject({
			kind: 'turn-end',
			failure: { message: 'No pipe.', hint: PROMPT_QUEUED },
		});
	});

	test('A port that throws where it should not is reported, and nothing waits for ever.', async () => {
		const world = createWorld();
		world.onNewSession = () => Promise.reject(new Error('bug'));
		await begin(world);
		expect(phase(world)).toBe('failed');
		expect(noteTitles(world)[0]).toContain('Something went wrong in acp-tui (open-session)');
	});
});

describe('Updates', () => {
	test('that come before the session is known are kept; those of others stand below their own card.', async () => {
		const world = createWorld();
		const opening = deferred<{ ok: true; value: SessionOpened }>();
		world.onNewSession = () => opening.promise;
		await begin(world);
		world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'mine' } }]);
		world.host.onEvents('s0', [{ type: 'tool', patch: { id: 'theirs' } }]);
		expect(cards(world)).toEqual([]);
		opening.resolve({ ok: true, value: { sessionId: 's1', modes: null, options: [] } });
		await settle();
		world.host.onEvents('s0', [{ type: 'tool', patch: { id: 'later' } }]);
		expect(cards(world).map(({ id }) => id)).toEqual(['mine', 'subagent-1', 'subagent-1/theirs', 'subagent-1/later']);
	});

	test('of a session that was left do not show in the next.', async () => {
		const world = await working();
		world.app.dispatch({ type: 'new-session' });
		world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'late' } }]);
		await settle();
		expect(world.app.getState().sessionId).toBe('s2');
		world.host.onEvents('s1', [{ type: 'tool', patch: { id: 'later' } }]);
		expect(cards(world)).toEqual([]);
	});
});

describe('A turn', () => {
	test('ends as the agent says.', async () => {
		const world = await working();
		await end(world, 'refusal');
		expect([...eachEntry(world.app.getState().entries)].at(-1)).toMatchObject({ kind: 'turn-end', reason: 'refusal' });
	});

	test('whose promise is rejected ends too.', async () => {
		const world = await working();
		world.prompts[0]?.end.reject(new Error('bug'));
		await settle();
		expect(world.app.getState().turn).toBeNull();
		expect([...eachEntry(world.app.getState().entries)].at(-1)).toMatchObject({ kind: 'turn-end', reason: 'failed' });
	});

	test('that is stopped sends session/cancel; one that goes on is called stuck after the patience.', async () => {
		const world = await working();
		world.app.dispatch({ type: 'cancel' });
		expect(world.calls).toContain('cancel s1');
		world.advance(4999);
		expect(world.app.getState().turn?.isStuck).toBe(false);
		world.advance(1);
		expect(world.app.getState().turn?.isStuck).toBe(true);
	});

	test('is taken along by a kill of the agent, and its terminals with it.', async () => {
		const world = await working();
		await happen(world, { type: 'kill-agent' });
		expect(phase(world)).toBe('exited');
		expect(world.calls.slice(-2)).toEqual(['close', 'closeAll']);
		expect([...eachEntry(world.app.getState().entries)].at(-1)).toMatchObject({
			reason: 'agent-exit',
			failure: { message: 'The agent was stopped.' },
		});
	});
});

describe('A new session', () => {
	test('What a command of the old one still prints does not show in it.', async () => {
		const world = await working({ mode: 'bypassPermissions', isBypassAllowed: true });
		await create(world, ['make']);
		const { id = '', listener } = world.spawned[0] ?? {};
		world.app.dispatch({ type: 'new-session' });
		listener?.onData(id, 'late');
		listener?.onExit(id, { code: null, signal: 'SIGTERM' });
		await settle();
		send(world, 'go');
		await end(world);
		expect(cards(world)).toEqual([]);
	});
});

describe('Switching the agent’s mode', () => {
	const modes = { current: 'default', available: ['default', 'plan', 'yolo'].map((id) => ({ id, name: id })) };
	async function withModes(): Promise<World> {
		const world = createWorld();
		world.onNewSession = async () => ({ ok: true, value: { sessionId: 's1', modes, options: [] } });
		await begin(world);
		return world;
	}

	test('that it refuses is reported; ours stands.', async () => {
		const world = await withModes();
		world.onSetMode = async () => fail('agent-error', 'never heard of it');
		await happen(world, { type: 'set-mode', mode: 'plan' });
		expect(noteTitles(world)).toEqual(['The agent did not switch its mode to plan: never heard of it']);
		expect(world.app.getState().mode.mode).toBe('plan');
		expect(world.app.getState().agentModes?.current).toBe('default');
	});

	test('that it does not answer is reported, a prompt does not wait for ever, and a late answer counts.', async () => {
		const world = await withModes();
		const late = deferred<{ ok: true; value: undefined }>();
		world.onSetMode = () => late.promise;
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		await say(world, 'go');
		expect(world.prompts).toEqual([]);
		world.advance(5000);
		await settle();
		expect(noteTitles(world)).toEqual(['The agent did not answer the request to switch its mode to plan.']);
		expect(world.app.getState().mode).toMatchObject({ mode: 'plan', agentRefused: 'plan' });
		expect(world.prompts).toHaveLength(1);
		late.resolve({ ok: true, value: undefined });
		await settle();
		expect(world.app.getState().agentModes?.current).toBe('plan');
		expect(world.app.getState().mode.agentRefused).toBeUndefined();
	});

	test('An answer that comes after its session was left says nothing about the next.', async () => {
		const world = await withModes();
		const late = deferred<{ ok: true; value: undefined }>();
		world.onSetMode = () => late.promise;
		world.app.dispatch({ type: 'set-agent-mode', modeId: 'yolo' });
		world.onNewSession = async () => ({ ok: true, value: { sessionId: 's2', modes, options: [] } });
		await happen(world, { type: 'new-session' });
		late.resolve({ ok: true, value: undefined });
		await settle();
		expect(world.app.getState().agentModes?.current).toBe('default');
	});
});

describe('Closing', () => {
	test('ends the agent and every terminal, and nothing happens after it.', async () => {
		const world = await working();
		await world.app.close();
		expect(world.calls).toEqual(expect.arrayContaining(['close', 'closeAll']));
		const before = world.events.length;
		world.advance(60_000);
		await settle();
		expect(world.events.length).toBe(before);
	});

	test('waits for an agent that is just being started to be gone.', async () => {
		const world = createWorld();
		const connecting = deferred<{ ok: true; value: undefined }>();
		world.onConnect = () => connecting.promise;
		await begin(world);
		let isClosed = false;
		const closing = world.app.close().then(() => {
			isClosed = true;
		});
		await settle();
		expect(isClosed).toBe(false);
		connecting.resolve({ ok: true, value: undefined });
		await closing;
		expect(world.calls).toContain('close');
	});

	test('A start that another start overtook is ended.', async () => {
		const world = createWorld();
		const connecting = deferred<{ ok: true; value: undefined }>();
		const { onConnect } = world;
		world.onConnect = () => connecting.promise;
		await begin(world);
		world.onConnect = onConnect;
		await happen(world, { type: 'restart-agent' });
		expect(phase(world)).toBe('ready');
		connecting.resolve({ ok: true, value: undefined });
		await settle();
		expect(world.calls.filter((call) => call === 'close')).toHaveLength(1);
	});
});
