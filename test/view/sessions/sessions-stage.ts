import { noSessionAbilities } from '../../../src/core/session-abilities.js';
import type { SessionRow } from '../../../src/core/session-index.js';
import type { SessionListState } from '../../../src/core/session-list.js';
import { open } from '../../../src/view/sessions/sessions-panel.js';
import { ready } from '../../core/session/play.js';
import { createStage, happen, press, put, type Stage } from '../stage.js';

/** A session of the list, so many minutes old. */
export function listed(id: string, minutes: number, more: Partial<SessionRow> = {}): SessionRow {
	return {
		id,
		createdAt: 1,
		isReadOnly: false,
		bytes: 100,
		agent: 'fake',
		sessionId: `s-${id}`,
		title: `Session ${id}`,
		cwd: '/w',
		branch: 'main',
		updatedAt: 110_000_000 - minutes * 60_000,
		prompts: 3,
		lastWords: `The last words of ${id}.`,
		state: 'idle',
		where: ['here'],
		cost: null,
		...more,
	};
}

export const LIST: SessionListState = {
	scope: 'folder',
	sessions: [
		listed('aaa', 5, { title: 'Fix the flaky login test', prompts: 12, cost: { amount: 0.42, currency: 'USD' } }),
		listed('bbb', 130, { title: 'Document the session log', state: 'interrupted', branch: 'docs' }),
		listed('ccc', 1500, { title: 'Speed up the start', where: ['here', 'agent'] }),
		listed('ddd', 1600, { title: 'Runs over there', state: 'running' }),
		listed('eee', 20_000, { title: 'Only the agent knows', prompts: 0, branch: null, lastWords: '', where: ['agent'] }),
	],
	isLoading: false,
	failure: null,
	agentSessions: {
		type: 'complete',
		count: 2,
		title: 'Fake',
		agent: 'fake',
		can: { ...noSessionAbilities, list: true, delete: true, fork: true },
	},
	found: null,
	isSearching: false,
	previews: new Map([
		[
			'fake/aaa',
			{
				exchanges: [
					{ prompt: 'Why does the login test fail now and then?', answer: 'It waits for a time instead of a state.' },
					{ prompt: 'Fix it', answer: 'Done: the test waits for the form.\n\nAll 14 tests pass now.' },
				],
				earlier: 10,
				problem: null,
			},
		],
	]),
	reading: null,
	outcome: null,
};

/** A stage on which the panel is open, with this list. */
export function openedOn(columns: number, rows: number, list: SessionListState = LIST, session = ready()): Stage {
	const stage = createStage(session, columns, rows);
	stage.now = 110_000_000;
	press(stage, '`/resume` enter');
	put(stage, { type: 'panel', name: 'sessions', open });
	happen(stage, { type: 'session-list-changed', list });
	return stage;
}
