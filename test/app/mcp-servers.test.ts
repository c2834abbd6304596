import { expect, test } from 'vitest';
import { createAgentPort } from '../../src/agent/agent-port.js';
import { plainProfile } from '../../src/core/agents/profile.js';
import type { McpEntry, McpServer } from '../../src/core/mcp/server.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { asGiven, scripted } from '../agent/fake-host.js';
import { createWorld, noteTitles, send, until, type World } from './world.js';

const env = [{ name: 'KEY', value: 'v' }];
const files: McpServer = { type: 'stdio', name: 'files', command: '/bin/files', args: ['-v'], env };
const web: McpServer = { type: 'http', name: 'web', url: 'https://x.example/mcp', headers: [] };
const old: McpServer = { type: 'sse', name: 'old', url: 'https://x.example/sse', headers: [] };
const wire = { files: { name: 'files', command: '/bin/files', args: ['-v'], env }, web, old };

const ready = (server: McpServer): McpEntry => ({
	name: server.name,
	type: server.type,
	source: 'config',
	file: '/c',
	target: '',
	state: { type: 'ready', server },
});
const waiting: McpEntry = { ...ready(files), name: 'waiting', state: { type: 'waiting' } };
const broken: McpEntry = { ...ready(files), name: 'broken', state: { type: 'left-out', why: 'x' } };

/** Starts the scripted agent with these servers and opens its session. */
async function opened(entries: readonly McpEntry[], environment: Readonly<Record<string, string>>): Promise<World> {
	const profile = { ...plainProfile({ ...scripted('mcp-servers'), env: environment }), mcpServers: entries };
	const agent = createAgentPort({ confine: null, clientVersion: '0', prepare: asGiven({ PATH: '/usr/bin:/bin' }) });
	const world = createWorld({ profile, cwd: process.cwd(), handshakeTimeout: 20_000 }, { agent });
	world.app.start();
	await until(world, () => /ready|failed/.test(world.app.getState().connection.phase));
	return world;
}

/** What the agent was sent with each session/new. */
async function received(world: World): Promise<unknown> {
	const turns = () => world.events.filter(({ type }) => type === 'turn-ended').length;
	const before = turns();
	send(world, 'go');
	await until(world, () => turns() > before);
	const texts = [...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'message' ? [entry.text] : [],
	);
	return JSON.parse(texts.join(''));
}

test('an agent gets all that are ready, in the form of the protocol, with each session', async () => {
	const world = await opened([ready(files), waiting, ready(web), broken, ready(old)], {
		MCP_CAPABILITIES: '{"http":true,"sse":true}',
	});
	expect(await received(world)).toEqual([[wire.files, web, old]]);
	expect(noteTitles(world)).toEqual([]);
	world.app.dispatch({ type: 'new-session' });
	await until(world, () => world.events.filter(({ type }) => type === 'session-ready').length === 2);
	expect(await received(world)).toEqual([
		[wire.files, web, old],
		[wire.files, web, old],
	]);
	await world.app.close();
});

test.each([
	[undefined, [wire.files], 'Scripted takes no MCP servers of type http or sse, so it was not given web, old.'],
	['{"http":true}', [wire.files, web], 'Scripted takes no MCP servers of type sse, so it was not given old.'],
	[
		'{"sse":true,"http":"yes"}',
		[wire.files, old],
		'Scripted takes no MCP servers of type http, so it was not given web.',
	],
])('what an agent that announces %s cannot take is said at the start', async (capabilities, sent, words) => {
	const world = await opened(
		[ready(files), ready(web), ready(old)],
		capabilities === undefined ? {} : { MCP_CAPABILITIES: capabilities },
	);
	expect(noteTitles(world)).toEqual([words]);
	expect(await received(world)).toEqual([sent]);
	await world.app.close();
});

test.each(['params', 'internal'])('one that refuses them (%s) is used without, and that is said', async (how) => {
	const world = await opened([ready(files)], { MCP_REFUSES: how });
	expect(noteTitles(world)).toEqual(['Scripted refused the MCP servers, so the session goes on without files.']);
	expect(world.app.getState().mcpRefusal).toContain('no servers here');
	expect(await received(world)).toEqual([[wire.files], []]);
	await world.app.close();
});

test('one that opens no session without them either is reported with its first words', async () => {
	const world = await opened([ready(files)], { MCP_REFUSES: 'always' });
	const { connection } = world.app.getState();
	expect(connection).toMatchObject({
		phase: 'failed',
		failure: { message: expect.stringContaining('no servers here') },
	});
	await world.app.close();
});
