import { beforeEach, expect, test } from 'vitest';
import { fail, succeed } from '../../../src/core/failure.js';
import type { InteractiveSession } from '../../../src/frontends/interactive/interactive-options.js';
import type { OpenSession } from '../../../src/frontends/interactive/open-session.js';
import { SessionManager } from '../../../src/frontends/interactive/open-sessions/session-manager.js';
import type { Notice } from '../../../src/view/attention.js';
import type { OpenSessionRow, OpenSessionsRequest } from '../../../src/view/state/open-sessions.js';
import { initialUi } from '../../../src/view/state/ui-state.js';
import { answer, end, happen, say, settle, started, type World } from '../../app/world.js';
import { editQuestion } from '../../view/scenes.js';
import { sessionOf } from '../front-end-stage.js';

let worlds: World[];
let manager: SessionManager;
/** Rows of the list and messages that the front end got. */
let told: { rows: readonly OpenSessionRow[]; isListed: boolean }[];
let messages: (readonly [words: string, isLong: boolean])[];
let called: Notice[];
let closed: World[];
let others: string;
let isListOpen: boolean;

const wanted: OpenSessionsRequest = { do: 'open', wanted: {} };
const ask = async (request: OpenSessionsRequest): Promise<void> => {
	await manager.perform(request);
	await settle();
};
const world = (number: number): World => worlds[number - 1] as World;
const rows = (): readonly OpenSessionRow[] => told.at(-1)?.rows ?? [];
const inFront = (): number | undefined => rows().find((row) => row.isInFront)?.number;

async function openOne(): Promise<InteractiveSession> {
	const opened = await started({ cwd: `/w${worlds.length + 1}` });
	worlds.push(opened);
	return { ...sessionOf(opened), close: async () => void closed.push(opened) };
}

const openSession = (session: InteractiveSession): OpenSession =>
	({ app: session.app, session, begin: () => undefined }) as Partial<OpenSession> as OpenSession;

/** Three sessions, of which the third one is in front. */
beforeEach(async () => {
	[worlds, told, messages, called, closed, others, isListOpen] = [[], [], [], [], [], '', false];
	const first = openSession(await openOne());
	const { clock, ids } = world(1).ports;
	const ui = initialUi(80, 24, false);
	const list = { kind: 'loaded', panel: { name: 'open-sessions' } } as never;
	manager = new SessionManager({
		options: { clock, ids, home: '/home/me', openSession: async () => succeed(await openOne()) },
		frontend: {
			notify: (words: string, isLong = false) => void messages.push([words, isLong]),
			setSessions: (all: readonly OpenSessionRow[], isListed: boolean) => void told.push({ rows: all, isListed }),
			getUi: () => (isListOpen ? { ...ui, panel: list } : ui),
			...({ panel: () => undefined, compose: () => undefined } as object),
		} as never,
		attention: {
			call: (notice) => void called.push(notice),
			setOthers: (activity) => {
				others = activity;
			},
		},
		first,
		open: openSession,
		show: (_, __, all) => void told.push({ rows: all, isListed: false }),
		close: () => undefined,
	});
	await ask(wanted);
	await ask(wanted);
	messages = [];
});

const failed = async (one: World): Promise<void> => {
	one.prompts.at(-1)?.end.resolve(fail('agent-error', 'It broke.'));
	await settle();
};

test.each<[string, (one: World) => Promise<void>, string, string, readonly [string, boolean][]]>([
	['works', async () => undefined, 'working', 'working', []],
	['is done', (one) => end(one), 'done', 'idle', [['Session 1 (go): Done', false]]],
	[
		'was refused',
		(one) => end(one, 'refusal'),
		'done',
		'idle',
		[['Session 1 (go): The agent refused to go on', false]],
	],
	['failed', failed, 'failed', 'idle', [['Session 1 (go): The turn failed', false]]],
	[
		'asks',
		(one) => happen(one, editQuestion),
		'waiting',
		'waiting',
		[['Session 1 (go): Waits for you: Edit src/a.ts', true]],
	],
])('Of another session it is said that it %s, until one looks at it', async (_, then, activity, shown, said) => {
	await say(world(1), 'go');
	await then(world(1));
	expect(rows().map((row) => row.activity)).toEqual([activity, 'idle', 'idle']);
	expect([messages, called.map(({ words }) => words)]).toEqual([said, said.map(([words]) => words)]);
	expect(others).toBe(shown);
	await ask({ do: 'show', id: '1' });
	expect(rows().map((row) => row.activity)).toEqual([shown, 'idle', 'idle']);
	expect([inFront(), others]).toEqual([1, 'idle']);
});

test('Of the session in front nothing is said, and nothing twice', async () => {
	await say(world(3), 'go');
	await end(world(3));
	expect([messages, called, rows().map((row) => row.activity)]).toEqual([[], [], ['idle', 'idle', 'idle']]);
	const count = told.length;
	await happen(world(1), { type: 'note', level: 'info', title: 'nothing that the list shows' });
	expect(told).toHaveLength(count);
	manager.stop();
	await say(world(1), 'go');
	expect(told).toHaveLength(count);
});

test.each<[string, readonly OpenSessionsRequest[], readonly number[]]>([
	[
		'after it, and around',
		[
			{ do: 'step', by: 1 },
			{ do: 'step', by: 1 },
		],
		[1, 2],
	],
	[
		'before it, and around',
		[
			{ do: 'step', by: -1 },
			{ do: 'step', by: -1 },
			{ do: 'step', by: -1 },
		],
		[2, 1, 3],
	],
	[
		'of a number',
		[
			{ do: 'show-number', number: 2 },
			{ do: 'show-number', number: 4 },
		],
		[2, 2],
	],
	[
		'that was in front before one that is closed',
		[
			{ do: 'show', id: '1' },
			{ do: 'close', id: null },
		],
		[1, 2],
	],
])('The session %s comes to the front', async (_, requests, numbers) => {
	const seen: (number | undefined)[] = [];
	for (const request of requests) {
		await ask(request);
		seen.push(inFront());
	}
	expect(seen).toEqual(numbers);
});

test('The one that has waited longest comes first, then one with news, then none', async () => {
	for (const number of [2, 1]) {
		await say(world(number), 'go');
		await happen(world(number), editQuestion);
		world(1).advance(10);
	}
	await ask({ do: 'show-waiting' });
	expect(inFront()).toBe(2);
	await answer(world(2), null);
	await ask({ do: 'show-waiting' });
	expect(inFront()).toBe(1);
	await answer(world(1), null);
	await end(world(2));
	await ask({ do: 'show-waiting' });
	expect([inFront(), messages.at(-1)?.[0]]).toEqual([2, 'Session 2 (go): Done']);
	await ask({ do: 'show-waiting' });
	expect([inFront(), messages.at(-1)?.[0]]).toEqual([2, 'No other session waits for you']);
});

test('While the list is open it tells how long nothing has happened, from the first minute on', async () => {
	isListOpen = true;
	await ask({ do: 'list' });
	expect(told.at(-1)?.isListed).toBe(true);
	const details = (): readonly string[] => rows().map(({ detail }) => detail.replace(/^.* · /, ''));
	for (const [passed, words] of [
		[30_000, '/w1 ⎇ main'],
		[30_000, '1 min ago'],
		[60_000, '2 min ago'],
	] as const) {
		world(1).advance(passed);
		expect(details()[0]).toBe(words);
	}
	await happen(world(1), { type: 'note', level: 'info', title: 'news' });
	expect(details().slice(0, 2)).toEqual(['/w1 ⎇ main', '2 min ago']);
	isListOpen = false;
	world(1).advance(30_000);
	expect(world(1).timers()).toBe(0);
});

test('One that works is closed at the second word; the last one is not, and one that comes too late is', async () => {
	await say(world(2), 'go');
	await ask({ do: 'close', id: '2' });
	await ask({ do: 'close', id: '1' });
	await ask({ do: 'close', id: '2' });
	expect(messages.map(([words]) => words.replace(/\(.*\)/, '()'))).toEqual([
		'Session 2 () is at work; close it again to stop it',
		'Closed session 1 ()',
		'Session 1 () is at work; close it again to stop it',
	]);
	await ask({ do: 'close', id: '2', isSure: true });
	await ask({ do: 'close', id: null });
	await ask({ do: 'step', by: 1 });
	expect(rows().map(({ id }) => id)).toEqual(['3']);
	expect(messages.slice(-2).map(([words]) => words.slice(0, 22))).toEqual([
		'This is the only sessi',
		'No other session is op',
	]);
	const opening = ask(wanted);
	manager.stop();
	await opening;
	expect([closed.map(({ app }) => app.getState().cwd), rows().length]).toEqual([['/w1', '/w2', '/w4'], 1]);
});
