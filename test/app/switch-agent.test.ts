import { expect, test } from 'vitest';
import { plainProfile } from '../../src/core/agents/profile.js';
import { end, happen, say, working } from './world.js';

const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });

test('Switching ends the agent that runs before the other is started, and the session goes on with that one.', async () => {
	const world = await working();
	await happen(world, { type: 'switch-agent', profile: other });
	expect(world.launched).toEqual(['fake', 'other']);
	expect(world.calls).toContain('close');
	expect(world.app.getState()).toMatchObject({ sessionId: 's2', connection: { phase: 'ready' }, profile: other });
	await say(world, 'go on');
	expect(world.prompts.at(-1)).toMatchObject({ sessionId: 's2' });
	await end(world);
	expect(world.app.getState().turn).toBeNull();
});
