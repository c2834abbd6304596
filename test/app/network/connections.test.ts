import { expect, test } from 'vitest';
import type { AppOptions } from '../../../src/app/app-options.js';
import type { ConnectionAnswer, WantedConnection } from '../../../src/core/agent-network.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { McpEntry } from '../../../src/core/mcp/server.js';
import type { Rule } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import { answer, working as begin, createWorld, end, happen, say, settle, started, type World } from '../world.js';

const profile = { ...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }), sandbox: 'shadow' as const };

const to = (host: string, more: Partial<WantedConnection> = {}): WantedConnection => ({
	...{ host, port: 443, own: null, isLocal: false, process: async () => 'curl https://x' },
	...more,
});

function rule(text: string, decision: Rule['decision'] = 'allow'): Rule {
	const parsed = parseRule(text, decision, 'user');
	if (!parsed.ok) throw new Error(parsed.failure.message);
	return parsed.value;
}

/** A session in which a turn runs. */
const working = (options: Partial<AppOptions> = {}): Promise<World> => begin({ profile, ...options });

/** A session that no prompt was sent to. */
async function opened(options: Partial<AppOptions>): Promise<World> {
	const world = await started(options);
	return world;
}

/** What becomes of connections, in words as they are settled. */
function connect(world: World, ...wanted: readonly WantedConnection[]): string[] {
	const words: string[] = [];
	for (const [index, each] of wanted.entries()) {
		void world.host.connections?.mayConnect(each, new AbortController().signal).then((answer: ConnectionAnswer) => {
			words[index] = answer.isOpen ? `open${answer.mayBeLocal ? ' anywhere' : ''}` : answer.because;
		});
	}
	return words;
}

const questions = (world: World) => world.app.getState().questions;
const notes = (world: World) => world.events.flatMap((event) => (event.type === 'note' ? [event] : []));

test('A connection to a host that nobody named is a question, one for all that wait for it.', async () => {
	const world = await working();
	const received = connect(world, to('a.example'), to('a.example'), to('own.example', { own: 'exact' }));
	await settle();
	expect(received).toEqual([undefined, undefined, 'open anywhere']);
	expect(questions(world)).toMatchObject([
		{
			kind: 'permission',
			request: { title: 'connect to a.example', toolInput: { fields: [{ name: 'process', value: 'curl https://x' }] } },
			options: [{ id: 'allow' }, { id: 'allow-session' }, { id: 'reject' }, { id: 'reject-session' }],
			offers: [{ text: 'Fetch(a.example)' }],
		},
	]);
	await answer(world, 'allow');
	expect(received.slice(0, 2)).toEqual(['open', 'open']);
	expect(questions(world)).toEqual([]);
});

test.each([
	['allow', ['open', 'asked']],
	['allow-session', ['open', 'open']],
	['reject', ['the user rejected it', 'asked']],
	['reject-session', ['the user rejected it', 'the user rejected it']],
])('What is answered with %s holds for the turn, and in the next one.', async (option, [first, later]) => {
	const world = await working();
	const received = connect(world, to('a.example'));
	await settle();
	await answer(world, option);
	expect(received).toEqual([first]);
	const again = connect(world, to('a.example'), to('a.example', { port: 8443 }));
	await settle();
	expect(again).toEqual([first]);
	expect(questions(world)).toHaveLength(1);
	await answer(world, 'reject');
	await end(world);
	await say(world, 'more');
	const then = connect(world, to('a.example'));
	await settle();
	expect(then[0] ?? 'asked').toBe(later);
});

test('Rules decide, and an answer for good becomes one.', async () => {
	const world = await working({ rules: [rule('Fetch(*.b.example)'), rule('Fetch(c.example)', 'deny')] });
	const received = connect(world, to('a.b.example'), to('c.example'), to('d.example'));
	await settle();
	expect(received.slice(0, 2)).toEqual(['open', 'denied by user rule Fetch(c.example)']);
	world.app.dispatch({
		type: 'answer',
		questionId: questions(world)[0]?.id ?? '',
		outcome: { type: 'selected', optionId: 'allow' },
		remember: { text: 'Fetch(d.example)', scope: 'project' },
	});
	await settle();
	expect(world.calls).toContain('remember project: allow Fetch(d.example) (fetches from d.example)');
	expect(received[2]).toBe('open anywhere');
	expect(questions(world)).toEqual([]);
});

test('A connection that nobody waits for the answer of any more is closed when its turn is stopped.', async () => {
	const world = await working();
	const received = connect(world, to('a.example'));
	await settle();
	await happen(world, { type: 'cancel' });
	expect(received).toEqual(['the question was dismissed']);
	const later = connect(world, to('b.example'));
	await settle();
	expect(later).toEqual(['the user stopped this turn']);
});

test('Between turns it is asked about as well, and the answer holds until the next one.', async () => {
	const world = await working();
	await end(world);
	const received = connect(world, to('a.example'));
	await settle();
	expect(questions(world)).toHaveLength(1);
	await answer(world, 'allow');
	expect(received).toEqual(['open']);
	const again = connect(world, to('a.example'));
	await settle();
	expect(again).toEqual(['open']);
	await say(world, 'more');
	const asked = connect(world, to('a.example'));
	await settle();
	expect(questions(world)).toHaveLength(1);
	await answer(world, 'reject');
	await end(world);
	connect(world, to('a.example'));
	await settle();
	expect([questions(world).length, asked.length]).toEqual([1, 1]);
});

test('A question that its turn leaves behind is withdrawn, and its connection closed.', async () => {
	const world = await working();
	const received = connect(world, to('a.example'));
	await settle();
	await end(world);
	expect([questions(world).length, received]).toEqual([0, ['the question was dismissed']]);
});

test('Before the first prompt a host that nobody named is closed without a question, and said once.', async () => {
	const world = await opened({ profile, rules: [rule('Fetch(b.example)', 'ask')] });
	const received = connect(world, to('a.example'), to('a.example'), to('own.example', { own: 'exact' }));
	await settle();
	expect(received).toEqual(['nothing was asked of it yet', 'nothing was asked of it yet', 'open anywhere']);
	expect(questions(world)).toEqual([]);
	expect(notes(world)).toMatchObject([
		{
			...{ level: 'info', hint: 'The rule Fetch(a.example) allows it.' },
			title: 'The agent was kept from connecting to a.example: nothing was asked of it yet',
		},
	]);
	connect(world, to('b.example'));
	await settle();
	expect(questions(world)).toHaveLength(1);
	await answer(world, 'reject');
	await say(world, 'go');
	connect(world, to('a.example'));
	await settle();
	expect(questions(world)).toHaveLength(1);
});

const server: McpEntry = {
	...{ name: 'docs', type: 'stdio', source: 'config', file: 'c', target: 'x', state: { type: 'waiting' } },
};

test.each([
	['what fetches programs wants it', { process: async () => 'npm exec @docs/mcp' }, profile],
	['MCP servers are given', {}, { ...profile, mcpServers: [server] }],
])('Before the first prompt it is asked about where %s.', async (_, wanted, given) => {
	const world = await opened({ profile: given });
	connect(world, to('a.example', wanted));
	await settle();
	expect(questions(world)).toHaveLength(1);
});

test.each([
	['its own hosts are not known', [], 1],
	['they are', ['api.example'], 0],
])('While no session is open it is asked about only where %s.', async (_, hosts, asked) => {
	const world = createWorld({ profile: { ...profile, hosts } });
	world.onNewSession = () => new Promise(() => {});
	world.app.start();
	await say(world, 'go');
	connect(world, to('a.example'));
	await settle();
	expect(questions(world)).toHaveLength(asked);
});

test('With -p a host that nobody named is closed, and the rule is named once.', async () => {
	const world = await working({ isHeadless: true });
	const received = connect(world, to('a.example'), to('a.example'), to('b.example', { port: 22 }));
	await settle();
	expect(received).toEqual(['-p cannot ask', '-p cannot ask', '-p cannot ask']);
	expect(notes(world).map(({ title }) => title)).toEqual([
		'The agent was kept from connecting to a.example: -p cannot ask; --allow "Fetch(a.example)" allows it',
		'The agent was kept from connecting to b.example:22: -p cannot ask; --allow "Fetch(b.example:22)" allows it',
	]);
	expect(world.app.getState().sandbox.deniedHosts).toEqual(['a.example', 'b.example:22']);
});

test('What leads to this machine is closed without a question, and said.', async () => {
	const world = await working();
	const received = connect(world, to('127.0.0.1', { isLocal: true }));
	await settle();
	world.host.connections?.onConnectionClosed(to('evil.example'), 'it leads here');
	expect(received).toEqual(['it leads to an address of this machine or its network']);
	expect(notes(world).map(({ title }) => title)).toEqual([
		'The agent was kept from connecting to 127.0.0.1: it leads to an address of this machine or its network',
		'The agent was kept from connecting to evil.example: it leads here',
	]);
});

test('With the network off nothing is asked, and only the agent’s own hosts are open.', async () => {
	const world = await working({ profile: { ...profile, network: 'off' }, rules: [rule('Fetch(a.example)')] });
	const received = connect(world, to('a.example'), to('own.example', { own: 'below' }));
	await settle();
	expect(received).toEqual(['the network is off for this agent', 'open']);
});
