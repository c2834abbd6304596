import { describe, expect, test } from 'vitest';
import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import { busy, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, type Stage, screen } from '../stage.js';

const choice = (id: string, more: Partial<ListedAgent> = {}): ListedAgent => ({
	id,
	aliases: [],
	name: id,
	version: '1.0.0',
	distribution: ['npx'],
	source: 'registry',
	installed: null,
	signedIn: null,
	broken: null,
	description: '',
	plan: [`Package: ${id}@1.0.0`],
	unavailable: null,
	...more,
});
const here = { path: '/bin/x', version: '2.0.0', by: 'path' } as const;
const agents = [
	choice('demo', { source: 'bundled', name: 'Demo' }),
	choice('alpha', { name: 'Alpha', description: 'Writes code' }),
	choice('beta', { name: 'Beta', aliases: ['b'], installed: here }),
	choice('gamma', { name: 'Gamma', signedIn: true, broken: 'Missing dependency' }),
	choice('delta', { name: 'Delta', plan: [], unavailable: 'see its documentation' }),
];
const opened = (columns = 100, rows = 30): Stage => {
	const stage = createStage(ready(), columns, rows);
	expect(dispatched(press(stage, '`/agent` enter'))).toEqual([{ type: 'list-agents' }]);
	expect(screen(stage).join('\n')).toContain('Looking for agents');
	happen(stage, { type: 'agents-listed', agents });
	return stage;
};
const text = (stage: Stage): string => screen(stage).join('\n');

describe('the list of agents', () => {
	test('has those on this machine first, then the signed in, then what can be installed, then the rest', () => {
		const order = [
			'On this machine',
			'Demo',
			'Beta',
			'Signed in',
			'Gamma',
			'Can be installed',
			'Alpha',
			'Not in the',
			'Delta',
		];
		const places = order.map((words) => text(opened()).indexOf(words));
		expect(places).not.toContain(-1);
		expect(places).toEqual([...places].sort((one, other) => one - other));
		expect(text(opened())).toContain('reported broken: Missing dependency');
	});

	test('is searched by typing, in names before words', () => {
		const stage = opened();
		press(stage, '`alp`');
		expect(text(stage)).toContain('Agents with “alp”');
		expect(text(stage)).toContain('Alpha');
		expect(text(stage)).not.toContain('Beta');
		press(stage, 'backspace backspace backspace `writes`');
		expect(text(stage)).toContain('Alpha');
		press(stage, '`zzz`');
		expect(text(stage)).not.toContain('Alpha');
		expect(stage.ui.composer.draft.text).toBe('');
	});

	test('uses an agent that is here at once', () => {
		expect(dispatched(press(opened(), '`beta` enter'))).toEqual([{ type: 'use-agent', id: 'beta' }]);
	});

	test('shows the plan of another and asks, with no chosen first', () => {
		const stage = opened();
		expect(dispatched(press(stage, '`alpha` enter'))).toMatchObject([{ type: 'note', detail: 'Package: alpha@1.0.0' }]);
		expect(text(stage)).toContain('Install Alpha?');
		expect(text(stage)).toMatch(/▸ +No, back to the list/);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('On this machine');
		press(stage, '`alpha` enter');
		expect(dispatched(press(stage, 'up enter'))).toEqual([{ type: 'install-agent', id: 'alpha', name: 'Alpha' }]);
	});

	test('says why an agent can be neither started nor installed', () => {
		const stage = opened();
		expect(dispatched(press(stage, '`delta` enter'))).toEqual([]);
		expect(text(stage)).toContain('Delta: see its documentation');
	});

	test('changes nothing while the agent works', () => {
		const stage = createStage(busy());
		happen(stage, { type: 'agents-listed', agents });
		expect(dispatched(press(stage, '`/agent beta` enter'))).toEqual([]);
		expect(text(stage)).toContain('The agent is at work');
	});

	test('takes a name, too, and fits the smallest screen', () => {
		const stage = opened(40, 12);
		expect(screen(stage)).toHaveLength(12);
		expect(text(stage)).toContain('▸');
		press(stage, 'escape');
		expect(dispatched(press(stage, '`/agent b` enter'))).toEqual([{ type: 'use-agent', id: 'beta' }]);
		press(stage, '`/agent nobody` enter');
		expect(text(stage)).toContain('There is no agent nobody');
	});

	test('is not needed for a name', () => {
		expect(dispatched(press(createStage(ready()), '`/agent beta` enter'))).toEqual([{ type: 'use-agent', id: 'beta' }]);
	});

	test('shows names of strangers harmlessly', () => {
		const stage = opened();
		happen(stage, {
			type: 'agents-listed',
			agents: [choice('evil', { name: 'Ev\u001b[2Jil', description: 'x\u0007\u202ey' })],
		});
		expect(text(stage)).toContain('Evil');
		expect(text(stage)).not.toMatch(/[\u0007\u001b\u202e]/);
	});
});

test('esc stops an install, and the draft stays.', () => {
	const stage = createStage(ready());
	happen(stage, { type: 'install-agent', id: 'alpha', name: 'Alpha' });
	expect(text(stage)).toContain('Installing Alpha');
	press(stage, '`hello`');
	expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'stop-install' }]);
	expect(stage.ui.composer.draft.text).toBe('hello');
});
