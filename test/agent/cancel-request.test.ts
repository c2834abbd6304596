import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentConnection } from '../../src/core/agent-port.js';
import { connect, createFakeHost, inRoot, scripted, unwrap } from './fake-host.js';

const host = createFakeHost();
let connection: AgentConnection;

beforeEach(async () => {
	host.events.splice(0);
	connection = unwrap(await connect(scripted('gives-no-answer'), host));
	unwrap(await connection.newSession(inRoot));
});

afterEach(async () => {
	vi.useRealTimers();
	await connection.close();
});

const prompt = (text: string) => connection.prompt('s1', [{ type: 'text', text }]);
const received = () => host.text().trim().split('\n');
const idOf = (method: string) =>
	received()
		.find((line) => line.startsWith(method))
		?.split(' ')[1];

/** Runs a call whose time is up as soon as the agent has it. */
async function giveUp<T>(method: string, seconds: number, run: () => Promise<T>): Promise<T> {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const outcome = run();
	await expect.poll(received).toContainEqual(expect.stringContaining(method));
	await vi.advanceTimersByTimeAsync(seconds * 1000);
	vi.useRealTimers();
	return outcome;
}

test('A request that takes too long is taken back once, by its id, and its late answer is ignored.', async () => {
	const outcome = await giveUp('session/set_mode', 20, () => connection.setMode('s1', 'ask'));
	expect(outcome).toMatchObject({ failure: { code: 'timed-out' } });
	unwrap(await prompt('answer late'));
	unwrap(await prompt('and now'));
	const cancels = received().filter((line) => line.startsWith('$/cancel_request'));
	expect(cancels).toEqual([`$/cancel_request ${idOf('session/set_mode')}`]);
	expect(host.events.every(({ event }) => event.type === 'text')).toBe(true);
});

test('A session that an agent does not close in time is left, and the agent hears that nobody waits.', async () => {
	await giveUp('session/close', 2, () => connection.closeSession('s1'));
	unwrap(await prompt('hello'));
	expect(received()).toContain(`$/cancel_request ${idOf('session/close')}`);
});

test('A turn that is stopped is no request that is given up, and neither is one that was answered.', async () => {
	unwrap(await prompt('hello'));
	await connection.cancel('s1');
	unwrap(await prompt('again'));
	expect(received().filter((line) => line.includes('cancel'))).toEqual(['session/cancel']);
});
