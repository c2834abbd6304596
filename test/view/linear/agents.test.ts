import { expect, test } from 'vitest';
import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import { play, ready } from '../../core/session/play.js';
import { createReader } from './reader.js';

const agent = (id: string, description: string): ListedAgent => ({
	id,
	aliases: [],
	name: id,
	version: '1.0.0',
	distribution: ['npx'],
	source: 'registry',
	installed: { path: '/bin/x', version: '1.0.0', by: 'path' },
	signedIn: null,
	broken: null,
	description,
	facts: { abilities: ['list'], from: 'last-run', asking: {} },
	host: null,
	plan: [],
	unavailable: null,
});
const agents = ['alpha', 'beta', 'gamma', 'delta'].map((id) => agent(id, id === 'beta' ? 'knows tides' : 'writes'));

/** The lines for somebody without a screen, with these agents. */
function listed(agents: readonly ListedAgent[]) {
	const reader = createReader(play(ready(), { type: 'agents-listed', agents }));
	reader.put({ type: 'tick' });
	reader.heard();
	return reader;
}

test('Without a screen the agents have numbers, are found by words, and are chosen by either.', () => {
	const reader = listed(agents);
	const all = reader.say('/agent');
	expect(all).toContain('1 Sandbox, watch: no sandbox; what it changes without asking is shown.');
	expect(all).toContain('5 delta, 1.0.0 on the PATH · writes.');
	expect(all.join('\n')).toContain('Type a number, or words to search.');
	const found = reader.say('tides');
	expect(found[0]).toBe('Agents with “tides”:');
	// Of few rows everything is read out.
	expect(found).toContain('1 beta, 1.0.0 on the PATH · knows tides, sessions: list.');
	expect(reader.say('nothing of the kind')[0]).toContain('There is no agent');
	expect(reader.say('/agent writes')).toContain('Agents with “writes”:');
	reader.say('/agent tides');
	reader.say('1');
	expect(reader.events()).toContainEqual({ type: 'use-agent', id: 'beta' });
});

test('Without a screen the plan of an install is read out before the question.', () => {
	const plan = ['Package: alpha@1.0.0', 'Publisher: somebody'];
	const reader = listed([{ ...agent('alpha', 'writes'), installed: null, host: 'npm', plan }]);
	reader.say('/agent');
	expect(reader.say('2').slice(0, 5)).toEqual([
		'What installing alpha does:',
		...plan,
		'Install alpha?:',
		'1 Install it and use it here.',
	]);
	reader.say('1');
	expect(reader.events()).toContainEqual({ type: 'install-agent', id: 'alpha', name: 'alpha', host: 'npm' });
});
