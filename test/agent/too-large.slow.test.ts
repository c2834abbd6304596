import { expect, test } from 'vitest';
import { connected, createFakeHost, inRoot, scripted, unwrap } from './fake-host.js';

test('Who waits for a message that was too long to be read hears so, on both sides.', async () => {
	const host = createFakeHost();
	const connection = await connected(scripted('too-large'), host);
	const { sessionId } = unwrap(await connection.newSession(inRoot));
	const said = /^This message has more than 67 MB, so it was not read\.$/;
	expect(await connection.prompt(sessionId, [{ type: 'text', text: 'go' }])).toMatchObject({
		ok: false,
		failure: { code: 'agent-error', message: expect.stringContaining('more than 67 MB') },
	});
	const events = host.events.map(({ event }) => event);
	expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toMatch(said);
	expect(events.filter((event) => event.type === 'unknown')).toHaveLength(2);
});
