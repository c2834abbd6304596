import { expect, test, vi } from 'vitest';
import { OpenSessionList } from '../../../src/app/sessions/open-session-list.js';
import type { AgentConnection } from '../../../src/core/agent-port.js';
import type { AgentsHere, AgentsPort } from '../../../src/core/agents/agent-list.js';
import type { AppEvent } from '../../../src/core/event.js';
import { fail, type Result, succeed } from '../../../src/core/failure.js';
import { noSessionAbilities } from '../../../src/core/session-abilities.js';
import type { SessionHit, SessionIndexPort, SessionRow } from '../../../src/core/session-index.js';
import type { SessionListState } from '../../../src/core/session-list.js';
import type { SessionPage } from '../../../src/core/sessions/agent-sessions.js';
import type { SessionLogsPort } from '../../../src/core/sessions/session-log-ports.js';
import type { AgentShadowPort } from '../../../src/core/shadow/agent-shadow.js';
import type { SavedShadow, WaitingShadow } from '../../../src/core/shadow/saved-shadow.js';
import { infoOf, ready } from '../../core/session/play.js';
import { listed } from '../../view/sessions/sessions-stage.js';
import { settle } from '../world.js';

const page = (ids: readonly string[], nextCursor: string | null, cwd = '/w'): SessionPage => ({
	sessions: ids.map((sessionId) => ({
		sessionId,
		cwd,
		title: `At the agent ${sessionId}`,
		updatedAt: 5,
		additionalDirectories: [],
	})),
	nextCursor,
	leftOut: 0,
});

type Asked = { readonly cwd?: string; readonly cursor?: string };

/** The list on an index and an agent that the test holds in its hands. */
function createList({
	rows = [] as readonly SessionRow[],
	pages = (_: Asked): Result<SessionPage> => succeed(page([], null)),
	abilities = { list: true, delete: true, title: true },
	refusal = null as string | null,
	lines = [] as readonly string[],
	kept = [] as readonly SavedShadow[],
	waiting = [] as readonly WaitingShadow[],
	trouble = {} as { readonly trouble?: string },
	here = null as AgentsHere | null | Promise<AgentsHere>,
	record = null as { readonly id: string } | null,
}) {
	const calls: string[] = [];
	const timers: (() => void)[] = [];
	let list: SessionListState | null = null;
	const events: AppEvent[] = [];
	const index: SessionIndexPort = {
		list: async (query, watch) => {
			calls.push(`list ${query?.cwd ?? 'all'}`);
			watch?.onRows?.(rows);
			return { rows, unreadable: [], ...trouble };
		},
		search: async (text) => {
			calls.push(`search ${text}`);
			return rows.slice(0, 1).map((row): SessionHit => ({ ...row, excerpt: `said ${text}`, marks: [] }));
		},
		find: async () => ({ type: 'none' }),
		rename: async (id, title) => {
			calls.push(`rename ${id} ${title}`);
			return succeed(undefined);
		},
		delete: async (id) => {
			calls.push(`delete ${id}`);
			return refusal === null ? succeed(undefined) : fail('denied', refusal);
		},
		prune: async () => ({ rows: [], bytes: 0, failed: [] }),
	};
	const connection = {
		info: { ...infoOf(), title: 'Fake', sessions: { ...noSessionAbilities, ...abilities } },
		listSessions: async (query: Asked) => {
			calls.push(`page ${query.cursor ?? 'first'}`);
			return pages(query);
		},
		deleteSession: async (id: string) => {
			calls.push(`agent delete ${id}`);
			return refusal === null ? succeed(undefined) : fail('agent-error', refusal);
		},
		setSessionTitle: async (id: string, title: string) => {
			calls.push(`agent title ${id}`);
			return succeed(title.toUpperCase());
		},
	} as unknown as AgentConnection;
	const logs = {
		read: async () =>
			succeed({
				isNewer: false,
				bytes: 1,
				async *lines() {
					yield lines;
				},
			}),
	} as unknown as SessionLogsPort;
	const sessions = new OpenSessionList({
		ports: {
			sessionIndex: index,
			sessionLogs: logs,
			agents: { here: async () => here } as unknown as AgentsPort,
			shadow: { kept: async () => kept, waitingHere: async () => waiting } as unknown as AgentShadowPort,
			clock: {
				now: () => 0,
				after(_, run) {
					timers.push(run);
					return () => timers.splice(timers.indexOf(run), 1);
				},
			},
		},
		store: {
			getState: () => ({ ...ready().state, record }),
			dispatch(event) {
				events.push(event);
				if (event.type === 'session-list-changed') list = event.list;
			},
			subscribe: () => () => {},
		},
		connection: () => connection,
		closing: new AbortController().signal,
	});
	return {
		sessions,
		calls,
		events,
		current: (): SessionListState => {
			if (list === null) throw new Error('the list is closed');
			return list;
		},
		isClosed: () => list === null,
		async fire() {
			for (const run of timers.splice(0)) run();
			await settle();
		},
	};
}

const open = { type: 'open', scope: 'folder' } as const;

test('that the index could not be stored is said once', async () => {
	const { sessions, events } = createList({ trouble: { trouble: 'The disk is full.' } });
	await sessions.perform(open);
	await sessions.perform(open);
	expect(events.filter(({ type }) => type === 'note')).toEqual([
		{ type: 'note', level: 'warning', title: 'The disk is full.' },
	]);
});

const waiting = (id: string, count: number, ...sessionIds: string[]) => ({ id, cwd: '/w', sessionIds, count });

test.each([
	[['s-bbb'], 'acp-tui -c --sandbox shadow'],
	[['s-aaa'], 'acp-tui --resume aaa --sandbox shadow'],
	[['gone'], null],
])('A start gets what waits in shadows of the folder, and how to go on with it (%j).', async (sessionIds, goOn) => {
	const rows = [listed('ccc', 9, { state: 'running' }), listed('bbb', 7), listed('aaa', 5)];
	const { sessions, events } = createList({ rows, waiting: [waiting('abcdef01', 2, ...sessionIds)] });
	await sessions.perform({ type: 'recent' });
	expect(events).toContainEqual({ type: 'shadows-waiting', left: [{ id: 'abcdef01', count: 2 }], goOn });
	const none = createList({ rows });
	await none.sessions.perform({ type: 'recent' });
	expect(none.events.filter(({ type }) => type === 'shadows-waiting')).toEqual([]);
});

test('What waits in shadows is reported while agents are still looked for.', async () => {
	const { sessions, events } = createList({ waiting: [waiting('abcdef01', 2)], here: new Promise(() => {}) });
	void sessions.perform({ type: 'recent', withAgents: true });
	await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['shadows-waiting']));
});

test('A start gets the latest sessions of the folder that can be opened, and the agents where they are asked for.', async () => {
	const rows = [
		listed('run', 9, { state: 'running' }),
		listed('new', 8, { isReadOnly: true }),
		listed('nil', 7, { prompts: 0 }),
		listed('own', 7),
		...['d', 'c', 'b', 'a'].map((id, index) => listed(id, 6 - index)),
	];
	const here = { agents: [{ name: 'Claude', isFound: true }], count: 50 };
	const { sessions, events } = createList({ rows, here, record: { id: 'own' } });
	await sessions.perform({ type: 'recent', withAgents: true });
	const offers = events.flatMap((event) => (event.type === 'start-offers' ? [event.offers] : []));
	expect(offers.map(({ recents }) => recents.map(({ id }) => id))).toEqual([['d', 'c', 'b']]);
	expect(offers[0]?.agents).toEqual(here);
	await sessions.perform({ type: 'recent' });
	expect(events.at(-1)).toMatchObject({ type: 'start-offers', offers: { agents: null } });
	const none = createList({});
	await none.sessions.perform({ type: 'recent' });
	expect(none.events).toEqual([]);
});

test('What is kept here and what the agent lists become one list, the newest first.', async () => {
	const rows = [listed('aaa', 5), listed('bbb', 9)];
	const list = createList({ rows, pages: () => succeed(page(['s-aaa', 'other'], null)) });
	await list.sessions.perform(open);
	expect(list.current().sessions.map(({ id, where }) => [id, where])).toEqual([
		['aaa', ['here', 'agent']],
		['bbb', ['here']],
		['other', ['agent']],
	]);
	expect(list.current().agentSessions).toMatchObject({ type: 'complete', count: 2, title: 'Fake' });
	expect(list.calls).toEqual(['list /w', 'page first']);
});

test('Pages come when they are asked for; empty ones are passed over, and one that comes twice ends it.', async () => {
	const answers: Record<string, SessionPage> = {
		first: page(['one'], 'a'),
		a: page([], 'b'),
		b: page(['two'], 'c'),
		c: page(['three'], 'b'),
	};
	const list = createList({ pages: ({ cursor = 'first' }) => succeed(answers[cursor] ?? page([], null)) });
	await list.sessions.perform(open);
	expect(list.calls).toEqual(['list /w', 'page first']);
	expect(list.current().agentSessions.type).toBe('more');
	await list.sessions.perform({ type: 'more' });
	expect(list.current().sessions.map(({ id }) => id)).toEqual(['one', 'two']);
	await list.sessions.perform({ type: 'more' });
	expect(list.current().agentSessions).toMatchObject({ type: 'failed', count: 3 });
	await list.sessions.perform({ type: 'more' });
	expect(list.calls.filter((call) => call.startsWith('page'))).toHaveLength(4);
});

test('An agent whose list fails, or that has none, leaves what is kept here.', async () => {
	const failing = createList({ rows: [listed('aaa', 5)], pages: () => fail('agent-error', 'out of order') });
	await failing.sessions.perform(open);
	expect(failing.current().sessions).toHaveLength(1);
	expect(failing.current().agentSessions).toMatchObject({ type: 'failed', failure: { message: 'out of order' } });
	const without = createList({ rows: [listed('aaa', 5)], abilities: { list: false, delete: false, title: false } });
	await without.sessions.perform(open);
	expect(without.current().agentSessions.type).toBe('none');
	expect(without.calls).toEqual(['list /w']);
});

test('A search waits for the last letter, and an empty one ends it.', async () => {
	const list = createList({ rows: [listed('aaa', 5)] });
	await list.sessions.perform(open);
	for (const text of ['l', 'lo', 'log']) void list.sessions.perform({ type: 'search', text });
	expect(list.current().isSearching).toBe(true);
	await list.fire();
	expect(list.calls.filter((call) => call.startsWith('search'))).toEqual(['search log']);
	expect(list.current()).toMatchObject({ isSearching: false, found: { text: 'log', hits: [{ excerpt: 'said log' }] } });
	await list.sessions.perform({ type: 'search', text: '' });
	expect(list.current().found).toBe(null);
});

test('A preview shows the last exchanges of the log, and broken lines are passed over.', async () => {
	const lines = [
		'{"at":1,"event":{"type":"prompt","prompt":{"id":"p1","text":"Why?"}},"turn":{"id":"t","promptId":"p1"}}',
		'{"at":2,"event":{"type":"text","role":"agent","text":"Because "}}',
		'no line of ours',
		'{"at":3,"event":{"type":"text","role":"thought","text":"hm"}}',
		'{"at":4,"event":{"type":"text","role":"agent","text":"it is so."}}',
	];
	const list = createList({ rows: [listed('aaa', 5)], lines });
	await list.sessions.perform(open);
	void list.sessions.perform({ type: 'preview', key: 'fake/aaa' });
	await list.fire();
	expect(list.current().previews.get('fake/aaa')).toEqual({
		exchanges: [{ prompt: 'Why?', answer: 'Because it is so.' }],
		earlier: 2,
		problem: null,
	});
});

test('Another title goes to the record, and to an agent that takes titles.', async () => {
	const list = createList({ rows: [listed('aaa', 5)], pages: () => succeed(page(['s-aaa', 'other'], null)) });
	await list.sessions.perform(open);
	await list.sessions.perform({ type: 'rename', key: 'fake/aaa', title: ' New ' });
	expect(list.calls.slice(2)).toEqual(['rename aaa New', 'agent title s-aaa']);
	expect(list.current().sessions[0]?.title).toBe('New');
	await list.sessions.perform({ type: 'rename', key: 'fake/other', title: 'loud' });
	expect(list.current().sessions.at(-1)?.title).toBe('LOUD');
	expect(list.current().outcome).toMatchObject({ text: 'The title is “LOUD” now.', isFailure: false });
});

test('Deleting takes the session from where it was said, and says where it still is.', async () => {
	const list = createList({
		rows: [listed('aaa', 5), listed('bbb', 6)],
		pages: () => succeed(page(['s-aaa', 's-bbb', 'other'], null)),
	});
	await list.sessions.perform(open);
	await list.sessions.perform({ type: 'delete', key: 'fake/aaa', at: 'here' });
	expect(list.current().outcome?.text).toBe('The session is deleted here; Fake still has it.');
	await list.sessions.perform({ type: 'delete', key: 'fake/bbb', at: 'both' });
	expect(list.current().outcome?.text).toBe('The session is deleted here and at Fake.');
	await list.sessions.perform({ type: 'delete', key: 'fake/other', at: 'agent' });
	expect(list.calls.slice(2)).toEqual(['delete aaa', 'agent delete s-bbb', 'delete bbb', 'agent delete other']);
	expect(list.current().sessions.map(({ id, where }) => [id, where])).toEqual([['s-aaa', ['agent']]]);
});

test('What the agent refuses to delete stays here as well.', async () => {
	const list = createList({
		rows: [listed('aaa', 5)],
		pages: () => succeed(page(['s-aaa'], null)),
		refusal: 'it is locked',
	});
	await list.sessions.perform(open);
	await list.sessions.perform({ type: 'delete', key: 'fake/aaa', at: 'both' });
	expect(list.calls.slice(2)).toEqual(['agent delete s-aaa']);
	expect(list.current().outcome).toMatchObject({ text: 'Nothing was deleted: it is locked', isFailure: true });
	expect(list.current().sessions).toHaveLength(1);
});

test('A list that is closed is gone, and what was under way for it changes nothing.', async () => {
	const list = createList({ rows: [listed('aaa', 5)] });
	await list.sessions.perform(open);
	void list.sessions.perform({ type: 'search', text: 'log' });
	await list.sessions.perform({ type: 'close' });
	await list.fire();
	expect(list.isClosed()).toBe(true);
});
