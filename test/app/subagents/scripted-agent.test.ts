import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createAgentPort } from '../../../src/agent/agent-port.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { createClock } from '../../../src/services/clock.js';
import { asGiven, scripted } from '../../agent/fake-host.js';
import { answer, createWorld, send, until, type World } from '../world.js';
import { transcripts, treeOf } from './sessions.js';

const folder = mkdtempSync(join(tmpdir(), 'acp-tui-subagents-'));
let world: World | undefined;
afterEach(async () => {
	await world?.app.close();
	rmSync(folder, { recursive: true, force: true });
});

test('An agent that keeps to little of the protocol makes a tree; its children are asked about and stopped alone', async () => {
	const agent = createAgentPort(
		{ confine: null, clientVersion: '0.0.0', prepare: asGiven({ PATH: '/usr/bin:/bin' }) },
		new Set(),
	);
	const made = createWorld(
		{ profile: plainProfile(scripted('subagents')), handshakeTimeout: 20_000 },
		{
			agent: { ...agent, connect: (given, how, host) => agent.connect(given, { ...how, cwd: folder }, host) },
			clock: createClock(),
		},
	);
	world = made;
	made.app.start();
	await until(made, ({ connection }) => connection.phase === 'ready');
	expect(made.app.getState().agent?.title).toBe('sub-agents');
	send(made, 'go');
	await until(made, ({ turn, questions }) => turn === null && questions.length === 1);
	const state = made.app.getState();
	// The question of a child stands when the turn of its parent is over, and names both.
	expect(state.questions[0]?.request).toMatchObject({ otherSession: 'Deep of Circle' });
	expect(treeOf(state)).toEqual(['Early running 0', 'Circle running 0', '> Deep waiting 1']);
	expect(state.title).toBeNull();
	expect(transcripts(state)).toMatchObject({
		early: ['Before anybody knows me.', 'strays 0'],
		late: ['refused outside', 'strays 0'],
	});
	await answer(made, 'yes');
	await until(made, (now) => transcripts(now)['deep']?.[0]?.startsWith('answer') === true);
	expect(transcripts(made.app.getState())['deep']?.[0]).toBe('answer yes');
	const late = [...(state.subagents?.values() ?? [])].find(({ sessionId }) => sessionId === 'late');
	made.app.dispatch({ type: 'cancel-subagent', id: late?.id ?? '' });
	await until(made, ({ subagents }) => subagents?.get(late?.id ?? '')?.status === 'cancelled');
	expect(transcripts(made.app.getState())['late']?.[0]).toBe('refused outsidecancel late');
});
