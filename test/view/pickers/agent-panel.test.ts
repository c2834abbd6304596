import { describe, expect, test } from 'vitest';
import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { busy, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, type Stage, screen, wait } from '../stage.js';

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
	host: 'npm',
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
	test('shows the plan of another and asks, with no chosen first', () => {
		const stage = opened();
		expect(dispatched(press(stage, '`alpha` enter'))).toEqual([]);
		expect(text(stage)).toContain('Package: alpha@1.0.0');
		expect(text(stage)).toContain('Install Alpha?');
		expect(text(stage)).toMatch(/▸ +\d No, back to the list/);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('Agents with “alpha”');
		press(stage, 'enter');
		expect(dispatched(press(stage, 'up enter'))).toEqual([
			{ type: 'note', level: 'info', title: 'What installing Alpha does', detail: 'Package: alpha@1.0.0' },
			{ type: 'install-agent', id: 'alpha', name: 'Alpha', host: 'npm' },
		]);
	});

	test('lets the whole plan be read on the smallest screen, and esc goes back to the search', () => {
		const stage = opened(40, 12);
		const plan = Array.from({ length: 14 }, (_, line) => `Line ${line + 1}.`);
		happen(stage, { type: 'agents-listed', agents: [choice('alpha', { name: 'Alpha', plan })] });
		press(stage, '`alp` enter');
		expect(text(stage)).toContain('Install Alpha?');
		const seen = new Set<string>();
		for (let page = 0; page < 14; page += 1) {
			for (const line of plan) if (text(stage).includes(line)) seen.add(line);
			expect(text(stage)).toMatch(/▸ +\d No, back to the list/);
			expect(screen(stage)).toHaveLength(12);
			press(stage, 'pagedown');
		}
		expect([...seen]).toEqual(plan);
		const last = text(stage);
		press(stage, 'pageup');
		expect(text(stage)).not.toBe(last);
		press(stage, 'escape');
		expect(text(stage)).toContain('Agents with “alp”');
		press(stage, 'escape escape');
		expect(stage.ui.panel.kind).toBe('none');
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
		// Names are completed meanwhile.
		expect(dispatched(press(createStage(ready()), '`/agent beta` enter'))).toEqual([
			{ type: 'list-agents' },
			{ type: 'use-agent', id: 'beta' },
		]);
	});

	test('shows what the selected one can do, as it showed here or as a survey found', () => {
		const stage = opened();
		const facts = { abilities: ['list', 'fork', 'plan'], from: 'last-run', asking: { edits: 'asks' } } as const;
		const surveyed = { abilities: ['load'], from: 'survey', asking: {} } as const;
		happen(stage, {
			type: 'agents-listed',
			agents: [choice('one', { facts, signedIn: false }), choice('two', { facts: surveyed })],
		});
		expect(text(stage)).toContain('not signed in');
		expect(text(stage)).toContain('sessions: list, fork · plan mode of its own · asks first');
		press(stage, 'down');
		expect(text(stage)).toContain('sessions: reopen (as of August 2026)');
	});

	test('does not start the one that runs once more', () => {
		const stage = opened();
		happen(stage, { type: 'agents-listed', agents: [choice('fake', { installed: here })] });
		wait(stage, 2000);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('is running already');
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

describe('what an install asks besides its plan', () => {
	const begun = (): Stage => {
		const stage = createStage(ready());
		happen(stage, { type: 'install-agent', id: 'alpha', name: 'Alpha', host: 'npm' });
		return stage;
	};
	const changes = { about: 'changes', lines: ['npm scope: @one → @other'] } as const;
	const scripts = { about: 'scripts', lines: ['thing: postinstall'] } as const;

	test('is named and asked about, with no chosen first', () => {
		const stage = begun();
		happen(stage, { type: 'install-asks', id: 'alpha', asked: changes });
		expect(text(stage)).toContain('npm scope: @one → @other');
		expect(text(stage)).toMatch(/▸ +\d No, leave what is here as it is/);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		wait(stage, 1000);
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'answer-install', isAgreed: false }]);
		happen(stage, { type: 'install-asks', id: 'alpha', asked: scripts });
		expect(text(stage)).toContain('thing: postinstall');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'up enter'))).toEqual([{ type: 'answer-install', isAgreed: true }]);
	});

	test('waits until nobody writes, and opens again with /agent', () => {
		const stage = begun();
		press(stage, '`half a sentence`');
		happen(stage, { type: 'install-asks', id: 'alpha', asked: changes });
		expect(text(stage)).not.toContain('although its publisher');
		press(stage, 'escape escape');
		expect(text(stage)).not.toMatch(/▸ +\d No, leave/);
	});

	test('is gone when the install is', () => {
		const stage = begun();
		happen(stage, { type: 'install-asks', id: 'alpha', asked: changes });
		press(stage, 'escape `/agent` enter');
		expect(text(stage)).toContain('although its publisher has changed?');
		happen(stage, { type: 'install-failed', id: 'alpha', failure: { code: 'cancelled', message: 'It was stopped.' } });
		expect(text(stage)).not.toContain('although its publisher');
	});
});

describe('an agent that does not start after it was chosen', () => {
	const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });
	const failure = { code: 'agent-start', message: 'other could not be started.' } as const;

	test('is left with one key', () => {
		const stage = createStage(ready());
		const { profile } = stage.session.state;
		happen(stage, { type: 'switch-agent', profile: other }, { type: 'agent-failed', failure });
		expect(text(stage)).toContain('other did not start');
		expect(text(stage)).toMatch(/▸ +\d Go back to fake/);
		wait(stage, 1000);
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'switch-agent', profile }]);
		expect(text(stage)).not.toContain('did not start');
	});

	test('leads to the list, too', () => {
		const stage = createStage(ready());
		happen(stage, { type: 'switch-agent', profile: other }, { type: 'agent-failed', failure });
		wait(stage, 1000);
		expect(dispatched(press(stage, 'down down enter'))).toEqual([{ type: 'list-agents' }]);
	});
});
