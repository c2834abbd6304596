import { expect, test } from 'vitest';
import { connect, createFakeHost, inRoot, scripted, unwrap } from './fake-host.js';

test.each([
	['yes', ['/lib', '/more'], { cwd: '/', mcpServers: [], additionalDirectories: ['/lib', '/more'] }],
	['yes', [], { cwd: '/', mcpServers: [] }],
	['no', ['/lib'], { cwd: '/', mcpServers: [] }],
])('An agent that takes them (%s) gets %j in session/new.', async (takes, additionalDirectories, sent) => {
	const host = createFakeHost();
	const connection = unwrap(await connect({ ...scripted('directories'), env: { TAKES_DIRECTORIES: takes } }, host));
	expect(connection.info.takesAdditionalDirectories).toBe(takes === 'yes');
	const { sessionId } = unwrap(await connection.newSession({ ...inRoot, additionalDirectories }));
	unwrap(await connection.prompt(sessionId, [{ type: 'text', text: 'go' }]));
	expect(JSON.parse(host.text())).toEqual(sent);
	await connection.close();
});
