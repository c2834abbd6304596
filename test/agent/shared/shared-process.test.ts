import { afterEach, expect, test } from 'vitest';
import { type AgentProcesses, createAgentPort } from '../../../src/agent/agent-port.js';
import type { AgentLaunch } from '../../../src/core/agent-info.js';
import type { AgentConnection, AgentPort } from '../../../src/core/agent-port.js';
import { asGiven, createFakeHost, type FakeHost, inRoot, scripted, UNCONFINED, unwrap } from '../fake-host.js';

const open: AgentConnection[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map((connection) => connection.close()));
});

type Joined = { readonly connection: AgentConnection; readonly host: FakeHost; readonly port: AgentPort };

const portOf = (processes: AgentProcesses | null): AgentPort =>
	createAgentPort({ confine: null, clientVersion: '0.0.0', prepare: asGiven({ PATH: '/usr/bin:/bin' }) }, processes);

async function join(
	processes: AgentProcesses | null,
	{ host = createFakeHost(), port = portOf(processes), launch = scripted('shared') as AgentLaunch, cwd = '/' } = {},
): Promise<Joined> {
	const options = { cwd, features: { files: true, terminals: true }, sandbox: UNCONFINED, handshakeTimeout: 20_000 };
	const connection = unwrap(await port.connect(launch, { ...options, signal: new AbortController().signal }, host));
	open.push(connection);
	return { connection, host, port };
}

const session = async ({ connection }: Joined): Promise<string> =>
	unwrap(await connection.newSession(inRoot)).sessionId;
/** Two sessions in one process. */
async function joined() {
	const processes: AgentProcesses = new Set();
	const [one, two] = [await join(processes), await join(processes)];
	return { processes, one, two };
}
const prompt = ({ connection }: Joined, id: string, text: string) => connection.prompt(id, [{ type: 'text', text }]);
const pidOf = async (joined: Joined, id: string): Promise<string> => {
	unwrap(await prompt(joined, id, 'pid'));
	return /pid \d+/.exec(joined.host.text())?.[0] ?? '';
};

test('sessions of the same launch share one process, and each hears its own words alone', async () => {
	const processes: AgentProcesses = new Set();
	const [one, two] = await Promise.all([join(processes), join(processes)]);
	const [a, b] = await Promise.all([session(one), session(two)]);
	await Promise.all([prompt(one, a, 'say apples'), prompt(two, b, 'say pears')]);
	expect(one.host.text()).toBe(`welcome to ${a} in /apples`);
	expect(two.host.text()).toBe(`welcome to ${b} in /pears`);
	expect(await pidOf(one, a)).toBe(await pidOf(two, b));
	expect([one.connection.isJoined, two.connection.isJoined]).toContain(true);
});

test('a question goes to the session whose turn it is of, and so does one of a child', async () => {
	const { one, two } = await joined();
	const [a, b] = [await session(one), await session(two)];
	await prompt(one, a, 'ask');
	await prompt(two, b, 'child');
	expect(one.host.permissions.map(({ request }) => request.sessionId)).toEqual([a]);
	expect(two.host.permissions.map(({ request }) => request.sessionId)).toEqual([`child of ${b}`]);
	expect(two.host.text()).toContain('words of a child');
	expect(one.host.text()).not.toContain('child');
});

test('closing one session leaves the other; the process ends with the last', async () => {
	const { processes, one, two } = await joined();
	const [, b] = [await session(one), await session(two)];
	expect(await one.connection.close()).toMatchObject({ expected: true });
	unwrap(await prompt(two, b, 'say still here'));
	expect(two.host.text()).toContain('still here');
	expect(processes.size).toBe(1);
	await two.connection.close();
	expect(processes.size).toBe(0);
});

test('a crash is reported to all of them', async () => {
	const { processes, one, two } = await joined();
	const a = await session(one);
	expect(await prompt(one, a, 'crash')).toMatchObject({ ok: false, failure: { code: 'agent-exit' } });
	expect(await one.connection.exited).toMatchObject({ code: 3, expected: false });
	expect(await two.connection.exited).toMatchObject({ code: 3, expected: false });
	expect(await two.connection.newSession(inRoot)).toMatchObject({ ok: false });
	// Who starts it again gets a process that runs, and the next one joins that.
	const again = await join(processes, { port: one.port });
	const other = await join(processes, { port: two.port });
	expect(await pidOf(again, await session(again))).toBe(await pidOf(other, await session(other)));
});

test('a session that starts its agent anew gets another process, and the others keep theirs', async () => {
	const { processes, one, two } = await joined();
	const b = await session(two);
	await one.connection.close();
	const again = await join(processes, { port: one.port });
	const before = await pidOf(two, b);
	expect(await pidOf(again, await session(again))).not.toBe(before);
	// Whoever comes now is with the new one.
	const three = await join(processes);
	expect(await pidOf(three, await session(three))).toBe(await pidOf(again, await session(again)));
});

test('a session that changes its agent leaves the process of the former one to those that come later', async () => {
	const processes: AgentProcesses = new Set();
	const one = await join(processes);
	const launch = scripted('shared');
	await join(processes, { port: one.port, launch: { ...launch, args: [...launch.args, '--other'] } });
	const later = await join(processes);
	expect(await pidOf(later, await session(later))).toBe(await pidOf(one, await session(one)));
});

test('an isolated session, another command, other variables and another folder have processes of their own', async () => {
	const processes: AgentProcesses = new Set();
	const first = await join(processes);
	const launch = scripted('shared');
	const others = await Promise.all([
		join(null),
		join(processes, { launch: { ...launch, args: [...launch.args, '--other'] } }),
		join(processes, { launch: { ...launch, env: { KEY: 'another' } } }),
		join(processes, { cwd: '/tmp' }),
	]);
	const pids = await Promise.all([first, ...others].map(async (each) => pidOf(each, await session(each))));
	expect(new Set(pids).size).toBe(5);
});

test('a turn that does not stop is ended with its session where the agent can do that; the others go on', async () => {
	const { one, two } = await joined();
	const [a, b] = [await session(one), await session(two)];
	const turn = prompt(one, a, 'hang');
	expect(await one.connection.kill?.()).toMatchObject({ expected: true });
	await turn;
	unwrap(await prompt(two, b, 'say alive'));
	expect(two.host.text()).toContain('alive');
});

test('who signs in or out in one session has done it for all, and the others are notified', async () => {
	const processes: AgentProcesses = new Set();
	const accountChanges: string[] = [];
	const two = await join(processes, {
		host: { ...createFakeHost(), onAccountChanged: (change) => void accountChanges.push(change) },
	});
	const one = await join(processes);
	await session(two);
	unwrap(await one.connection.authenticate('in', {}, new AbortController().signal));
	expect(accountChanges).toEqual(['signed-in']);
});

test('a session that is open beside this one is not resumed a second time', async () => {
	const { one, two } = await joined();
	const a = await session(one);
	const signal = new AbortController().signal;
	expect(await two.connection.loadSession(a, inRoot, signal)).toMatchObject({ ok: false, failure: { code: 'usage' } });
});

test('a start that one session calls off goes on for the other, and ends when both do', async () => {
	const processes: AgentProcesses = new Set();
	const [first, second] = [new AbortController(), new AbortController()];
	const options = {
		cwd: '/',
		features: { files: true, terminals: true },
		sandbox: UNCONFINED,
		handshakeTimeout: 20_000,
	};
	const one = portOf(processes).connect(scripted('shared'), { ...options, signal: first.signal }, createFakeHost());
	const two = portOf(processes).connect(scripted('shared'), { ...options, signal: second.signal }, createFakeHost());
	first.abort();
	expect(await one).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	const connection = unwrap(await two);
	open.push(connection);
	expect(connection.info.title).toBe('Scripted');
	const silent = new AbortController();
	const three = portOf(processes).connect(scripted('silent'), { ...options, signal: silent.signal }, createFakeHost());
	silent.abort();
	expect(await three).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	expect(processes.size).toBe(1);
});
