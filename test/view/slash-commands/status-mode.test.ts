import { expect, test } from 'vitest';
import { statusText } from '../../../src/view/slash-commands/status.js';
import { openedWith } from '../../core/session/play.js';

test('/status names the agent’s own mode, which may have an address for an id.', () => {
	const id = 'https://agentclientprotocol.com/protocol/session-modes#agent';
	const { state } = openedWith({ modes: { current: id, available: [{ id, name: 'Agent' }] } });
	expect(statusText(state, 0)).toContain('mode       default · the agent’s own: Agent');
	expect(statusText(state, 0)).not.toContain('https://');
});
