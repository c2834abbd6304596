import { expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/content.js';
import { fail, succeed } from '../../../src/core/failure.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { EXIT, end, happen, noteTitles, send, settle, type World, working } from '../world.js';

function steer(world: World, text: string): void {
	world.app.dispatch({ type: 'steer', prompt: { id: text, text, blocks: [{ type: 'text', text }] } });
}

const textOf = (blocks: readonly ContentBlock[]): string =>
	blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** What the agent was given: prompts and words that it took, in order. */
const prompted = (world: World): string[] => world.prompts.map(({ blocks }) => textOf(blocks));

const queued = (world: World): string[] => world.app.getState().queue.map(({ text }) => text);

const said = (world: World): string[] =>
	[...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'user' ? [`${entry.isSteered === true ? 'steered ' : ''}${entry.text}`] : [],
	);

async function answer(world: World, outcome: 'injected' | 'promptRequired' | 'startedNewTurn' | 'refused' | 'unclear') {
	world.steered.at(-1)?.answer.resolve(succeed(outcome));
	await settle();
}

test('Words that the agent takes leave the queue and stand in the transcript where they went in', async () => {
	const world = await working();
	steer(world, 'look at the tests');
	await settle();
	expect(queued(world)).toEqual(['look at the tests']);
	expect(world.steered.map(({ sessionId, blocks }) => [sessionId, textOf(blocks)])).toEqual([
		['s1', 'look at the tests'],
	]);
	await answer(world, 'injected');
	expect(queued(world)).toEqual([]);
	expect(said(world)).toEqual(['go', 'steered look at the tests']);
	await end(world);
	expect(prompted(world)).toEqual(['go']);
	expect(world.app.getState().steering).toBeUndefined();
});

test('Words for which there is no turn any more are the next prompt, once', async () => {
	const world = await working();
	send(world, 'queued');
	steer(world, 'steered');
	await end(world);
	// The turn is over, and what the agent makes of the words is not known yet: nothing else is sent.
	expect(prompted(world)).toEqual(['go']);
	await answer(world, 'promptRequired');
	expect(prompted(world)).toEqual(['go', 'steered']);
	await end(world);
	expect(prompted(world)).toEqual(['go', 'steered', 'queued']);
	expect(said(world)).toEqual(['go', 'steered', 'queued']);
	expect(noteTitles(world)).toEqual([]);
});

test('Words that the agent took just before the turn ended are not sent again', async () => {
	const world = await working();
	steer(world, 'late');
	await end(world);
	await answer(world, 'injected');
	expect(prompted(world)).toEqual(['go']);
	expect(said(world)).toEqual(['go', 'steered late']);
	expect(queued(world)).toEqual([]);
});

test('An agent that does not know the request after all is not asked again', async () => {
	const world = await working();
	steer(world, 'one');
	await settle();
	world.steered[0]?.answer.resolve({ ...fail('agent-error', 'Method not found'), code: -32601 });
	await settle();
	expect(world.app.getState().agent?.steering).toBe(false);
	steer(world, 'two');
	await settle();
	expect(world.steered).toHaveLength(1);
	expect(queued(world)).toEqual(['two', 'one']);
});

test('An agent that began a turn of its own for the words gets them once', async () => {
	const world = await working();
	send(world, 'queued');
	steer(world, 'mine');
	await end(world);
	await answer(world, 'startedNewTurn');
	expect(prompted(world)).toEqual(['go']);
	expect(said(world)).toEqual(['go', 'steered mine']);
	expect([queued(world), world.app.getState().isQueuePaused]).toEqual([['queued'], true]);
});

test('Words on which the agent says nothing wait for the word of the user, and a late answer counts', async () => {
	const world = await working();
	steer(world, 'lost?');
	await settle();
	world.advance(10_000);
	expect(noteTitles(world)).toEqual(['The agent did not say whether it took your words into the running turn.']);
	await end(world);
	expect(prompted(world)).toEqual(['go']);
	expect([queued(world), world.app.getState().isQueuePaused]).toEqual([['lost?'], true]);
	await answer(world, 'injected');
	expect([queued(world), said(world)]).toEqual([[], ['go', 'steered lost?']]);
});

test('Words on which the agent says nothing are sent as a prompt when the user says so', async () => {
	const world = await working();
	steer(world, 'lost?');
	await settle();
	await end(world);
	world.advance(10_000);
	await settle();
	expect(world.app.getState().isQueuePaused).toBe(true);
	await happen(world, { type: 'queue-resume' });
	expect(prompted(world)).toEqual(['go', 'lost?']);
	await answer(world, 'injected');
	expect(said(world)).toEqual(['go', 'lost?']);
});

test('Words that were refused come before those that were meant for the turn later, and before what was queued', async () => {
	const world = await working();
	send(world, 'queued');
	steer(world, 'first');
	await settle();
	await answer(world, 'refused');
	steer(world, 'second');
	await settle();
	expect(queued(world)).toEqual(['first', 'second', 'queued']);
	await end(world);
	// The first is free to go, though the agent has not said what becomes of the second.
	expect(prompted(world)).toEqual(['go', 'first']);
	await answer(world, 'promptRequired');
	await end(world);
	expect(prompted(world)).toEqual(['go', 'first', 'second']);
});

test('What the user ran goes along with words for the turn, and with the next prompt where they are refused', async () => {
	const world = await working();
	world.app.dispatch({ type: 'run-command', line: 'npm test', isPrivate: false, isWhole: false });
	const id = [...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'user-command' ? [entry.command.id] : [],
	)[0];
	world.app.dispatch({ type: 'command-started', commandId: id ?? '', cwd: '/w' });
	world.app.dispatch({ type: 'command-output', commandId: id ?? '', data: '1 failed' });
	await happen(world, { type: 'command-ended', commandId: id ?? '', exit: { code: 1, signal: null } });
	world.app.dispatch({ type: 'share-command', commandId: id ?? '', isPrivate: false });
	steer(world, 'see there');
	await settle();
	expect(textOf(world.steered[0]?.blocks ?? [])).toContain('1 failed');
	await answer(world, 'refused');
	steer(world, 'and there');
	await settle();
	expect(textOf(world.steered[1]?.blocks ?? [])).toContain('1 failed');
	await answer(world, 'injected');
	await end(world);
	expect(prompted(world)).toEqual(['go', 'see there']);
});

test('A queued prompt that is sent into the turn leaves its place', async () => {
	const world = await working();
	send(world, 'a');
	send(world, 'b');
	steer(world, 'b');
	await settle();
	expect(queued(world)).toEqual(['b', 'a']);
	world.app.dispatch({ type: 'queue-remove', promptId: 'b' });
	world.app.dispatch({ type: 'queue-move', promptId: 'b', by: 1 });
	world.app.dispatch({ type: 'queue-edit', promptId: 'b', text: 'c' });
	expect(queued(world)).toEqual(['b', 'a']);
	await answer(world, 'injected');
	expect([queued(world), said(world)]).toEqual([['a'], ['go', 'steered b']]);
});

test('Words that were on their way to an agent that died wait in the queue', async () => {
	const world = await working();
	world.host.onEvents('s1', [{ type: 'text', role: 'agent', text: 'hm' }]);
	steer(world, 'under way');
	await settle();
	world.exit.resolve({ ...EXIT, code: 1 });
	await settle();
	expect(queued(world)).toEqual(['under way']);
	expect(world.app.getState().steering).toBeUndefined();
	expect(world.app.getState().isQueuePaused).toBe(true);
});

test('Words that an agent took and ended its turn without reading go as the next prompt, once', async () => {
	const world = await working();
	steer(world, 'unheard');
	await settle();
	await answer(world, 'injected');
	await end(world, 'cancelled');
	expect(prompted(world)).toEqual(['go', 'unheard']);
	expect(said(world)).toEqual(['go', 'steered unheard']);
	await end(world);
	expect([prompted(world), queued(world)]).toEqual([['go', 'unheard'], []]);
});

test('Words that the agent repeats are shown once, and count as taken', async () => {
	const world = await working();
	steer(world, 'look at the tests');
	await settle();
	world.host.onEvents('s1', [{ type: 'text', role: 'user', text: 'look at the tests' }]);
	expect([queued(world), said(world)]).toEqual([[], ['go', 'steered look at the tests']]);
	await answer(world, 'injected');
	world.host.onEvents('s1', [{ type: 'text', role: 'user', text: 'look at the tests' }]);
	expect(said(world)).toEqual(['go', 'steered look at the tests']);
	expect(noteTitles(world)).toEqual([]);
});

test('Words for a turn whose prompt is not sent yet follow it', async () => {
	const world = await working();
	const turnId = world.app.getState().turn?.id ?? '';
	world.app.dispatch({ type: 'prompt-waiting', turnId });
	steer(world, 'after it');
	await settle();
	expect([world.steered.length, queued(world)]).toEqual([0, ['after it']]);
	await happen(world, { type: 'prompt-sent', turnId });
	expect(world.steered.map(({ blocks }) => textOf(blocks))).toEqual(['after it']);
});

test('Words that wait for the word of the user are gone from no session that is left', async () => {
	const world = await working();
	steer(world, 'mine');
	await settle();
	await happen(world, { type: 'new-session' });
	expect([queued(world), world.app.getState().steering]).toEqual([['mine'], undefined]);
	expect(world.app.getState().isQueuePaused).toBe(true);
	// What the session before still says of them is about nothing any more.
	await answer(world, 'injected');
	expect(queued(world)).toEqual(['mine']);
});
