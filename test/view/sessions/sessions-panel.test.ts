import { describe, expect, test } from 'vitest';
import type { SessionListState } from '../../../src/core/session-list.js';
import { open } from '../../../src/view/sessions/sessions-panel.js';
import { next, play, ready } from '../../core/session/play.js';
import { createStage, dispatched, footer, happen, misfits, press, put, text } from '../stage.js';
import { LIST, listed, openedOn } from './sessions-stage.js';

const withList = (more: Partial<SessionListState>): SessionListState => ({ ...LIST, ...more });

describe('the list of sessions', () => {
	test('asks for the sessions of this folder, and what was typed meanwhile is its search', () => {
		const stage = createStage(ready());
		expect(press(stage, '`/resume` enter')).toContainEqual({ type: 'load-panel', name: 'sessions' });
		press(stage, '`log`');
		expect(stage.ui.composer.draft.text).toBe('');
		expect(dispatched(put(stage, { type: 'panel', name: 'sessions', open }))).toEqual([
			{ type: 'session-list', request: { type: 'open', scope: 'folder' } },
			{ type: 'session-list', request: { type: 'search', text: 'log' } },
		]);
		expect(text(stage)).toContain('Search: log');
		expect(text(stage)).toContain('Looking for sessions…');
	});

	test('stays closed when nobody waits for it any more', () => {
		const stage = createStage(ready());
		press(stage, '`/resume` enter escape');
		put(stage, { type: 'panel', name: 'sessions', open });
		expect(stage.ui.panel.kind).toBe('none');
	});

	test('shows the last exchanges of the selected session where there is room', () => {
		expect(text(openedOn(100, 32))).toContain('› Fix it');
		expect(text(openedOn(200, 60))).toContain('All 14 tests pass now.');
		expect(text(openedOn(40, 12))).not.toContain('Fix it');
	});

	test('searches titles and what was said, and shows where it was said', () => {
		const stage = openedOn(100, 32);
		expect(dispatched(press(stage, '`form`')).at(-1)).toEqual({
			type: 'session-list',
			request: { type: 'search', text: 'form' },
		});
		expect(text(stage)).toContain('Nothing found.');
		const found = { text: 'form', hits: [{ ...listed('ccc', 1), excerpt: 'waits for the form to appear', marks: [] }] };
		happen(stage, { type: 'session-list-changed', list: withList({ found }) });
		expect(text(stage)).toContain('Speed up the start');
		expect(text(stage)).toContain('“waits for the form to appear”');
		press(stage, 'ctrl+u `flaky`');
		expect(text(stage)).not.toContain('Speed up the start');
		expect(text(stage)).toContain('1 of 5');
	});

	test('asks for further pages of the agent only when the end comes near', () => {
		const sessions = Array.from({ length: 100 }, (_, index) => listed(`s${index}`, index));
		const agentSessions = { ...LIST.agentSessions, type: 'more', count: 100 } as const;
		const stage = openedOn(100, 32, withList({ sessions, agentSessions }));
		const pages = () => dispatched(stage.requests).filter((event) => JSON.stringify(event).includes('"more"'));
		expect(pages()).toHaveLength(0);
		press(stage, 'end');
		expect(pages()).toHaveLength(1);
		press(stage, 'up down');
		expect(pages()).toHaveLength(1);
		// A page of sessions that the list has already.
		const further = { ...agentSessions, count: 150 };
		happen(stage, { type: 'session-list-changed', list: withList({ sessions, agentSessions: further }) });
		expect(pages()).toHaveLength(2);
	});

	test('says in a line why the agent’s list could not be read', () => {
		const failure = { code: 'agent-error', message: 'the cursor is not valid' } as const;
		const agentSessions = { ...LIST.agentSessions, type: 'failed', failure } as const;
		expect(text(openedOn(100, 32, withList({ agentSessions })))).toContain('Fake’s list: the cursor is not valid');
	});

	test('writes another title, and esc keeps the one there was', () => {
		const stage = openedOn(100, 32);
		press(stage, 'ctrl+r');
		expect(text(stage)).toContain('New title: Fix the flaky login test');
		expect(dispatched(press(stage, 'ctrl+u `Login` enter')).at(-1)).toEqual({
			type: 'session-list',
			request: { type: 'rename', key: 'fake/aaa', title: 'Login' },
		});
		press(stage, 'ctrl+r');
		expect(dispatched(press(stage, '`x` escape'))).toEqual([]);
		expect(stage.ui.panel.kind).toBe('loaded');
	});

	test('deletes here, at the agent or at both, and only what it says; keeping it comes first', () => {
		const stage = openedOn(100, 32);
		press(stage, 'down down ctrl+d');
		for (const words of ['Delete it here', 'Delete it at fake', 'Delete it here and at fake']) {
			expect(text(stage)).toContain(words);
		}
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		press(stage, 'ctrl+d');
		expect(dispatched(press(stage, 'up enter'))).toEqual([
			{ type: 'session-list', request: { type: 'delete', key: 'fake/ccc', at: 'both' } },
		]);
	});

	test('never deletes a session that runs', () => {
		const stage = openedOn(100, 32);
		press(stage, 'down down down ctrl+d');
		expect(text(stage)).not.toContain('Delete');
		expect(text(stage)).toContain('It runs in another program');
	});

	test('asks what to do with a session that another program has open', () => {
		const stage = openedOn(100, 32);
		press(stage, 'down down down enter');
		expect(text(stage)).toContain('“Runs over there” is open in another program');
		expect(text(stage)).toContain('Read it here');
		expect(text(stage)).toContain('Go on in a copy of it');
		press(stage, 'escape');
		expect(text(stage)).toContain('Resume a session');
	});

	test('asks at once about a session that was named and that another program has open', () => {
		const stage = createStage(ready(), 100, 32);
		put(stage, { type: 'panel', name: 'sessions', typed: 'ddd' });
		put(stage, { type: 'panel', name: 'sessions', open });
		happen(stage, { type: 'session-list-changed', list: LIST });
		expect(text(stage)).toContain('“Runs over there” is open in another program');
		expect(text(stage)).toContain('enter choose');
		press(stage, 'escape');
		expect(text(stage)).toContain('Search: ddd');
	});

	test('reads a session that another program has open, and says that nothing can be sent', () => {
		const stage = openedOn(100, 32);
		expect(dispatched(press(stage, 'down down down enter enter'))).toContainEqual({
			type: 'session-list',
			request: { type: 'read', key: 'fake/ddd' },
		});
		const { entries } = play(ready(), { type: 'note', level: 'info', title: 'What was said there' }).state;
		happen(stage, { type: 'session-list-changed', list: withList({ reading: { key: 'fake/ddd', entries } }) });
		expect(text(stage)).toContain('Reading: Runs over there');
		expect(text(stage)).toContain('What was said there');
		expect(text(stage)).toContain('Nothing can be sent here');
		press(stage, 'pageup home end pagedown up down `words`');
		expect(misfits(stage)).toEqual([]);
		expect(press(stage, 'ctrl+e')).toEqual([{ type: 'export-session', recordId: 'ddd' }]);
		press(stage, 'escape');
		expect(text(stage)).toContain('Resume a session');
		const failure = { code: 'not-found', message: 'The log is gone.' } as const;
		press(stage, 'enter enter');
		happen(stage, { type: 'session-list-changed', list: withList({ reading: { key: 'fake/ddd', failure } }) });
		expect(text(stage)).toContain('The log is gone.');
	});

	test('opens a session of another folder beside the one that is open', () => {
		const sessions = [listed('far', 1, { cwd: '/far/away', agent: 'claude' })];
		const stage = openedOn(100, 32, withList({ scope: 'all', sessions }));
		expect(text(stage)).toContain('/far/away');
		expect(footer(stage)).toContain('tab this folder');
		press(stage, 'enter');
		expect(text(stage)).toContain('It belongs to /far/away');
		const wanted = { cwd: '/far/away', agent: 'claude', resume: { target: { recordId: 'far' }, isFork: false } };
		expect(press(stage, 'enter')).toContainEqual({ type: 'open-sessions', do: 'open', wanted });
	});

	test('copies the command for a session of another folder, with the shadow that it worked in', () => {
		const sessions = [listed('far', 1, { cwd: '/far/away' })];
		const copied = (more: Partial<SessionListState>) => {
			const stage = openedOn(100, 32, withList({ scope: 'all', sessions, ...more }));
			press(stage, 'enter');
			return press(stage, 'down down enter').filter(({ type }) => type === 'copy');
		};
		expect(copied({})).toMatchObject([{ text: 'acp-tui --resume far' }]);
		const shadow = { id: 'abc12345', cwd: '/far/away', sessionIds: ['s-far'] };
		expect(copied({ shadows: [{ ...shadow, cwd: '/w' }] })).toMatchObject([{ text: 'acp-tui --resume far' }]);
		expect(copied({ shadows: [shadow] })).toMatchObject([{ text: 'acp-tui --resume far --sandbox shadow' }]);
	});

	test('begins with the newest session that is not the open one, and leaves the choice to the user', () => {
		const own = next(ready(), { type: 'record-opened', record: { id: 'aaa' } });
		const stage = openedOn(100, 32, { ...LIST, sessions: [], isLoading: true }, own);
		happen(stage, { type: 'session-list-changed', list: LIST });
		expect(text(stage)).toMatch(/▸ .*Document the session log/);
		press(stage, 'up');
		happen(stage, { type: 'session-list-changed', list: withList({ sessions: LIST.sessions.slice(0, 3) }) });
		expect(text(stage)).toMatch(/▸ .*Fix the flaky login test/);
		press(stage, '`docu`');
		expect(text(stage)).toMatch(/▸ .*Document the session log/);
	});

	test('asks for the preview of the session that is selected, also before the user moves and when the list opens anew', () => {
		const own = next(ready(), { type: 'record-opened', record: { id: 'aaa' } });
		const loading = { ...LIST, sessions: [], isLoading: true };
		const stage = openedOn(100, 32, loading, own);
		const asked = () =>
			dispatched(stage.requests).flatMap((event) =>
				event.type === 'session-list' && event.request.type === 'preview' ? [event.request.key] : [],
			);
		happen(stage, { type: 'session-list-changed', list: LIST });
		expect(asked()).toEqual(['fake/bbb']);
		happen(stage, { type: 'session-list-changed', list: loading });
		happen(stage, { type: 'session-list-changed', list: LIST });
		expect(asked()).toEqual(['fake/bbb', 'fake/bbb']);
	});

	test('goes on with a session, or in a fork of it', () => {
		const target = { recordId: 'aaa' };
		expect(dispatched(press(openedOn(100, 32), 'enter'))).toContainEqual({
			type: 'resume-session',
			target,
			isFork: false,
		});
		expect(dispatched(press(openedOn(100, 32), 'ctrl+f'))).toContainEqual({
			type: 'resume-session',
			target,
			isFork: true,
		});
		const only = dispatched(press(openedOn(100, 32), 'end enter'));
		expect(only).toContainEqual({
			type: 'resume-session',
			target: {
				agent: 'fake',
				sessionId: 's-eee',
				cwd: '/w',
				title: 'Only the agent knows',
				updatedAt: -1_090_000_000,
			},
			isFork: false,
		});
	});

	test('shows hostile titles as harmless lines', () => {
		const title = `\u001b[2J\u001b]0;owned\u0007evil\r\n\u202Etitle`;
		const stage = openedOn(
			100,
			32,
			withList({ sessions: [listed('x', 1, { title, lastWords: title, agent: title })] }),
		);
		expect(text(stage)).toContain('evil');
		expect(text(stage)).not.toMatch(/[\u001b\u202e\r]/);
		expect(misfits(stage)).toEqual([]);
	});

	test('closes the list when another view takes its place', () => {
		const stage = openedOn(100, 32);
		expect(dispatched(press(stage, 'ctrl+o')).at(-1)).toEqual({ type: 'session-list', request: { type: 'close' } });
	});

	test('costs no more with 50,000 sessions than with few, apart from a search', () => {
		let drawn = 0;
		const sessions = Array.from({ length: 50_000 }, (_, index) => listed(`s${index}`, index));
		const counting = new Proxy(sessions, {
			get(target, name, receiver) {
				if (typeof name === 'string' && /^\d+$/.test(name)) drawn += 1;
				return Reflect.get(target, name, receiver);
			},
		});
		const stage = openedOn(100, 32, withList({ sessions: counting }), play(ready()));
		drawn = 0;
		press(stage, 'end');
		expect(text(stage)).toContain('Session s49999');
		expect(drawn).toBeLessThan(200);
	});
});
