import { expect, test } from 'vitest';
import { succeed } from '../../src/core/failure.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { begin, cards, createWorld, deferred, EXIT, send, settle, type World, working } from './world.js';

const text = (words: string) => ({ type: 'text', role: 'agent', text: words }) as const;

function notes(world: World): readonly string[] {
	return [...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'note' && entry.level === 'warning' ? [entry.title] : [],
	);
}

const leftOut = (world: World) => world.logged.filter(({ what }) => what === 'updates left out');

test('Updates while no session is open are said once, and are in the log.', async () => {
	const world = await working();
	world.exit.resolve(EXIT);
	await settle();
	for (let times = 0; times < 5; times += 1) world.host.onEvents('other', [text('lost')]);
	expect(notes(world)).toEqual([expect.stringContaining('while no session is open')]);
	expect(leftOut(world)).toMatchObject([{ facts: { sessionId: 'other', wasOpen: false } }]);
});

test('What names no session before one is known is in the log alone.', async () => {
	const opened = await working();
	opened.host.onEvents('', [{ type: 'unknown', label: 'session/update without sessionId', json: '{}' }]);
	expect(cards(opened)).toEqual([]);
	expect(notes(opened)).toEqual([]);
});

test('What comes before the session is open and is too much is counted.', async () => {
	const world = createWorld();
	const opening = deferred<void>();
	world.onNewSession = async () => {
		await opening.promise;
		return succeed({ sessionId: 's1', modes: null, options: [] });
	};
	await begin(world);
	for (let times = 0; times < 1500; times += 1) world.host.onEvents('s1', [text('early ')]);
	opening.resolve();
	await settle();
	send(world, 'go');
	expect(notes(world)).toEqual([expect.stringContaining('500 more updates')]);
	expect(leftOut(world)).toMatchObject([{ facts: { count: 500 } }]);
});
