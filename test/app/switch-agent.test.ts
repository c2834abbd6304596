import { expect, test } from 'vitest';
import { plainProfile } from '../../src/core/agents/profile.js';
import { end, send, settle, working } from './world.js';

const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });

test('Switching ends the agent that runs before the other is started, and the session goes on with that one.', async () => {
	const world = await working();
	world.app.dispatch({ type: 'switch-agent', profile: other });
	await settle();
	expect(world.launched).toEqual(['fake', 'other']);
	expect(world.calls).toContain('close');
	expect(world.app.getState()).toMatchObject({ sessionId: 's2', connection: { phase: 'ready' }, profile: other });
	send(world, 'go on');
	await settle();
	expect(world.prompts.at(-1)).toMatchObject({ sessionId: 's2' });
	await end(world);
	expect(world.app.getState().turn).toBeNull();
});
