import { expect, test } from 'vitest';
import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import { keyOf } from '../../../src/terminal/key.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { linearKey } from '../../../src/view/linear/step.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage, happen, type Stage } from '../stage.js';

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

/** Types the words and enter, as somebody without a screen, and returns what is read out. */
function say(stage: Stage, words: string): readonly string[] {
	const composer = reduceComposer(stage.ui.composer, { type: 'set-text', text: words });
	stage.ui = { ...stage.ui, composer };
	const step = linearKey(contextOf(stage), keyOf('enter'), { since: stage.now, goneAt: 0 });
	stage.ui = step.ui;
	return [...step.say, ...step.requests.map((request) => JSON.stringify(request))];
}

test('Without a screen the agents have numbers, are found by words, and are chosen by either.', () => {
	const stage = createStage(ready());
	happen(stage, { type: 'agents-listed', agents });
	const all = say(stage, '/agent');
	expect(all).toContain('1 Sandbox, watch: no sandbox; what it changes without asking is shown.');
	expect(all).toContain('5 delta, 1.0.0 on the PATH · writes.');
	expect(all.join('\n')).toContain('Type a number, or words to search.');
	const found = say(stage, 'tides');
	expect(found[0]).toBe('Agents with “tides”:');
	// Of few rows everything is read out.
	expect(found).toContain('1 beta, 1.0.0 on the PATH · knows tides, sessions: list.');
	expect(say(stage, 'nothing of the kind')[0]).toContain('There is no agent');
	expect(say(stage, '/agent writes')[0]).toBe('Agents with “writes”:');
	say(stage, '/agent tides');
	expect(say(stage, '1').join('\n')).toContain('"use-agent","id":"beta"');
});

test('Without a screen the plan of an install is read out before the question.', () => {
	const stage = createStage(ready());
	const plan = ['Package: alpha@1.0.0', 'Publisher: somebody'];
	happen(stage, {
		type: 'agents-listed',
		agents: [{ ...agent('alpha', 'writes'), installed: null, host: 'npm', plan }],
	});
	say(stage, '/agent');
	const read = say(stage, '2');
	expect(read.slice(0, 5)).toEqual([
		'What installing alpha does:',
		...plan,
		'Install alpha?:',
		'1 Install it and use it here.',
	]);
	expect(say(stage, '1').join('\n')).toContain('"install-agent"');
});
