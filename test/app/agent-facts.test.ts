import { expect, test } from 'vitest';
import type { AgentFacts } from '../../src/core/agents/known-facts.js';
import { createWorld, settle, type World } from './world.js';

/** A world in which an agent of this launch name showed `before` in an earlier run. */
async function started(before: readonly AgentFacts[] = []): Promise<{ world: World; kept: AgentFacts[] }> {
	const kept: AgentFacts[] = [];
	const agentFacts = {
		load: async () => before,
		save: async (facts: AgentFacts) => {
			kept.unshift(facts);
		},
	};
	const world = createWorld({}, { agentFacts });
	world.app.start();
	await settle();
	return { world, kept };
}

const failure = { code: 'auth-required', message: 'Please sign in.' } as const;

test('What an agent can do is kept once it has a session, and not written again while it is the same.', async () => {
	const { world, kept } = await started();
	expect(kept).toMatchObject([{ launch: 'fake', version: '1.0.0', abilities: ['mcp'], signedIn: null }]);
	world.app.dispatch({ type: 'new-session' });
	await settle();
	expect(kept).toHaveLength(1);
});

test('A refusal, a word of the agent and signing out are learned; that it runs again takes nothing back.', async () => {
	const { world, kept } = await started();
	world.app.dispatch({ type: 'agent-failed', failure });
	await settle();
	expect(kept[0]?.signedIn).toBe(false);
	world.app.dispatch({ type: 'auth-status', status: { kind: 'subscription', label: 'somebody' } });
	await settle();
	expect(kept[0]?.signedIn).toBe(true);
	expect(JSON.stringify(kept)).not.toContain('somebody');
	world.app.dispatch({ type: 'signed-out' });
	await settle();
	expect(kept[0]?.signedIn).toBe(false);
});

test('An agent that is known as it is, is not written at each start.', async () => {
	const before: AgentFacts = {
		launch: 'fake',
		name: 'fake',
		version: '1.0.0',
		abilities: ['mcp'],
		signedIn: true,
		at: 1,
	};
	const { kept } = await started([before]);
	expect(kept).toEqual([]);
	const newer = await started([{ ...before, version: '0.9.0' }]);
	expect(newer.kept).toMatchObject([{ version: '1.0.0', signedIn: true, at: 1 }]);
});
