import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

const ID = 'demo-0123abcd';

test('a session of another process is resumed under its id, with the settings of a new one', async () => {
	const demo = await startDemo();
	expect(demo.abilities).toMatchObject({ close: {}, resume: {}, fork: {} });
	const { modes, configOptions } = demo.opened;
	const answer = await demo.connection.agent.request('session/resume', {
		sessionId: ID,
		cwd: demo.cwd,
		mcpServers: [],
	});
	expect(answer).toMatchObject({ modes, configOptions });
	const prompt = [{ type: 'text' as const, text: '/read README.md' }];
	await demo.prompt('/read README.md');
	await demo.connection.agent.request('session/prompt', { sessionId: ID, prompt });
	// A tool call or a title that the client has already is not sent again.
	expect(demo.tools).toHaveLength(2);
	expect(demo.updates('session_info_update')).toHaveLength(1);
});

test('a fork has an id of its own, and both go on', async () => {
	const demo = await startDemo();
	const asked = { sessionId: demo.opened.sessionId, cwd: demo.cwd, mcpServers: [] };
	const { sessionId } = await demo.connection.agent.request<{ sessionId: string }>('session/fork', asked);
	expect(sessionId).toMatch(/^demo-[0-9a-f]{8}$/);
	expect(sessionId).not.toBe(demo.opened.sessionId);
	const prompt = [{ type: 'text' as const, text: 'hello' }];
	expect(await demo.connection.agent.request('session/prompt', { sessionId, prompt })).toMatchObject({
		stopReason: 'end_turn',
	});
	expect(await demo.prompt('hello')).toBe('end_turn');
});
