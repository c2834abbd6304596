import { expect, test } from 'vitest';
import { defined } from '../../../src/core/defined.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Prompt } from '../../../src/core/prompt-schema.js';
import type { Resuming } from '../../../src/core/resuming/resuming.js';
import { runHeadless } from '../../../src/frontends/headless/follow-run.js';
import { kindsOf } from '../../setup/whole.js';
import { send, type World } from '../world.js';
import {
	answerBriefing,
	begin,
	conversation,
	isReady,
	methods,
	notes,
	RESUMING,
	report,
	said,
	until,
} from './resumed-world.js';

/** Which errors are of the moment is held by test/agent/errors/error-class.test.ts. */
const FORMS = kindsOf(['code429', 'refused'], ['status529', 'words503']);

/** Tries at most so often, with the shortest pauses. */
const retry = (limit: number) => ({ changed: { retry: { limit, seconds: 0.001 } } });

const isFailed = (world: World) => () => world.app.getState().connection.phase === 'failed';
const opening = (world: World): readonly AppEvent['type'][] =>
	world.events.map(({ type }) => type).filter((type) => type.startsWith('open-'));

async function prompts(world: World): Promise<readonly string[]> {
	const { seen } = await report(world);
	return seen.filter(({ method }) => method === 'session/prompt').map(({ params }) => JSON.stringify(params));
}

for (const way of ['resume', 'load'] as const) {
	test.each(FORMS)(
		`A session/${way} that fails for a moment (%s) is tried again, and the agent remembers.`,
		async (form) => {
			for (const times of [1, 2]) {
				const world = begin([`${way}=${form}*${times}`], retry(3));
				await until(world, isReady(world));
				expect(world.app.getState()).toMatchObject({ sessionId: 'old-1', resumed: way });
				expect(opening(world).filter((type) => type === 'open-failed')).toHaveLength(times);
				const asked = methods(await report(world)).slice(0, -1);
				expect(asked).toEqual(Array.from({ length: times + 1 }, () => `session/${way}`));
			}
		},
	);

	test.each(FORMS)(
		`A session/${way} that goes on failing (%s) opens no new session before the user says so.`,
		async (form) => {
			const world = begin([`${way}=${form}`], retry(2));
			send(world, 'what waited');
			await until(world, isFailed(world));
			const { resuming, queue, sessionId, reopening } = world.app.getState();
			expect({ sessionId, waiting: queue.length, id: resuming?.sessionId }).toEqual({
				sessionId: null,
				waiting: 1,
				id: 'old-1',
			});
			expect(reopening?.isOver).toBe(true);
			world.app.dispatch({ type: 'open-new', fallback: 'plain' });
			await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
			expect(world.app.getState()).toMatchObject({
				sessionId: 'new-1',
				resumed: 'new',
				unreached: { sessionId: 'old-1' },
			});
			const sent = methods(await report(world));
			expect(sent.slice(0, 5)).toEqual([
				...Array.from({ length: 3 }, () => `session/${way}`),
				'session/new',
				'session/prompt',
			]);
		},
	);
}

test('A usage limit ends nothing: the user is asked, and nothing is tried by itself.', async () => {
	const world = begin(['load=quota'], retry(3));
	await until(world, isFailed(world));
	expect(opening(world)).toEqual(['open-failed']);
	expect(world.app.getState().sessionId).toBeNull();
});

test('The user tries again, by a word or by a prompt, and goes on in the same session.', async () => {
	const world = begin(['load=code429*2'], retry(0));
	await until(world, isFailed(world));
	world.app.dispatch({ type: 'open-again' });
	await until(world, () => opening(world).filter((type) => type === 'open-failed').length === 2);
	await until(world, isFailed(world));
	send(world, 'prompt 9');
	await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
	expect(world.app.getState()).toMatchObject({ sessionId: 'old-1', resumed: 'load' });
	expect(said(world)).toEqual([...conversation(1, 3), 'prompt 9', 'answer 9']);
});

test('The wait can be stopped, and cut short.', async () => {
	const slow = { changed: { retry: { limit: 3, seconds: 3600 } } };
	const stopped = begin(['load=code429'], slow);
	await until(stopped, () => stopped.app.getState().reopening?.wait !== undefined);
	stopped.app.dispatch({ type: 'open-stop' });
	expect(isFailed(stopped)()).toBe(true);
	const hurried = begin(['load=code429*1'], slow);
	await until(hurried, () => hurried.app.getState().reopening?.wait !== undefined);
	hurried.app.dispatch({ type: 'open-again' });
	await until(hurried, isReady(hurried));
	expect(hurried.app.getState().resumed).toBe('load');
});

test('A new session gets the briefing that the user chose, unasked.', async () => {
	const world = begin(['load=refused'], retry(0));
	send(world, 'what waited');
	await until(world, isFailed(world));
	world.app.dispatch({ type: 'open-new', fallback: 'briefing' });
	await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
	expect(world.events.filter(({ type }) => type === 'question-asked')).toEqual([]);
	expect((await prompts(world))[0]).toMatch(/briefing of the client.*prompt 1.*answer 3.*what waited/);
});

test.each(FORMS)('A session/new that fails for a moment (%s) is tried again.', async (form) => {
	const world = begin([`new=${form}*2`], { ...retry(3), turns: null, resuming: { sessionId: null } });
	send(world, 'prompt 7');
	await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
	expect(world.app.getState().sessionId).toBe('new-1');
	expect(opening(world).filter((type) => type === 'open-failed')).toHaveLength(2);
});

test('Without anybody to be asked no prompt goes to an agent that has forgotten.', async () => {
	for (const way of ['code429', '-32002', 'dies', 'absent']) {
		const world = begin([`load=${way}`], { changed: { isHeadless: true, retry: { limit: 1, seconds: 0.001 } } });
		send(world, 'and the tests?');
		await until(world, isFailed(world));
		expect(world.events.some(({ type }) => type === 'session-opened' || type === 'prompt-sent')).toBe(false);
		const failure = world.events.findLast((event) => event.type === 'agent-failed')?.failure;
		expect(failure).toMatchObject({ hint: expect.stringContaining('--briefing') });
	}
});

test('The session that could not be reached is asked for the next time, and sent what it missed.', async () => {
	const world = begin(['load=ok'], { missedFrom: 3 });
	await until(world, () => world.app.getState().questions.length > 0);
	expect(world.app.getState()).toMatchObject({ sessionId: 'old-1', missing: { since: expect.any(Number) } });
	expect(notes(world).at(-1)).toContain('does not remember all');
	const [question] = world.app.getState().questions;
	expect(JSON.stringify(question)).toMatch(/prompt 3/);
	expect(JSON.stringify(question)).not.toMatch(/prompt 1/);
	answerBriefing(world, 'allow');
	await until(world, isReady(world));
	expect((await prompts(world))[0]).toMatch(/briefing of the client.*prompt 3/);
});

test('Where that session is gone the later one is resumed.', async () => {
	const world = begin(['resume=-32002*1', 'load=-32002*1'], { missedFrom: 3 });
	await until(world, isReady(world));
	expect(world.app.getState()).toMatchObject({ sessionId: 'new-1', resumed: 'resume' });
	expect(world.app.getState().unreached).toBeUndefined();
});

test('A fork is made before the session that it is made of is closed.', async () => {
	const world = begin(['fork=code429*1', 'load=ok'], retry(2));
	await until(world, isReady(world));
	world.app.dispatch({ type: 'branch-session', branch: { kind: 'fork' } });
	await until(world, () => world.app.getState().sessionId === 'old-1-fork' && isReady(world)());
	const asked = methods(await report(world));
	expect(asked.filter((method) => /fork|close/.test(method))).toEqual([
		'session/fork',
		'session/fork',
		'session/close',
	]);
});

/** Runs a prompt without an interface; `-p` with these options. */
async function printed(
	words: readonly string[],
	fallback?: 'briefing',
	queue: readonly Prompt[] = [],
	resuming: Partial<Resuming> = {},
) {
	const changed = { isHeadless: true, retry: { limit: 1, seconds: 0.001 } };
	const world = begin(words, { changed, isStarted: false, queue, resuming: { ...resuming, ...defined({ fallback }) } });
	let [output, errors] = ['', ''];
	const code = await runHeadless(world.app, {
		prompt: 'and the tests?',
		format: 'json',
		timeoutSeconds: null,
		retries: 1,
		ids: { next: (prefix) => `${prefix}-1` },
		clock: world.ports.clock,
		write: (text) => {
			output += text;
		},
		writeError: (text) => {
			errors += text;
		},
		interrupted: new AbortController().signal,
	});
	return { world, code, errors, result: JSON.parse(output.trim().split('\n').at(-1) ?? '{}') };
}

test('A run without an interface says that it tries again, and ends with 1 where nothing could be resumed.', async () => {
	const { world, code, errors, result } = await printed(['load=status529']);
	expect({ code, resumed: result.resumed, errorClass: result.errorClass }).toEqual({
		code: 1,
		resumed: null,
		errorClass: 'rateLimited',
	});
	expect(result.toolCalls).toEqual([]);
	expect(errors).toMatch(/Trying again in .*\(1 of 1\)[\s\S]*could not resume the session[\s\S]*--briefing/);
	// Whoever resumes the session later does not send it.
	expect(world.app.getState().queue).toEqual([]);
	const well = await printed(['load=status529*1']);
	expect(well).toMatchObject({ code: 0, result: { resumed: 'load', sessionId: 'old-1' } });
	const briefed = await printed(['load=status529'], 'briefing');
	expect(briefed).toMatchObject({ code: 0, result: { resumed: 'briefing', sessionId: 'new-1' } });
});

test('A session that is asked for twice at once is not closed by the answer that was overtaken.', async () => {
	const world = begin(['resume=ok', 'load=ok'], { resuming: { sessionId: 'first' } });
	await until(world, isReady(world));
	for (const sessionId of ['old-1', 'old-1']) {
		world.app.dispatch({ type: 'resume-begun', resuming: { ...RESUMING, sessionId } });
	}
	await until(world, () => isReady(world)() && world.app.getState().sessionId === 'old-1');
	expect(await prompts(world)).toHaveLength(1);
	const closed = (await report(world)).seen.filter(({ method }) => method === 'session/close');
	expect(closed.map(({ params }) => params['sessionId'])).toEqual(['first']);
});

test('Prompts that are sent while no session can be opened go in their order.', async () => {
	const world = begin(['new=code429*1'], { ...retry(0), turns: null, resuming: { sessionId: null } });
	await until(world, isFailed(world));
	for (const text of ['prompt 1', 'prompt 2', 'prompt 3']) send(world, text);
	await until(world, () => world.events.filter(({ type }) => type === 'turn-ended').length === 3);
	expect(said(world)).toEqual(conversation(1, 3));
});

test('A run without an interface sends its own prompt alone: what waited in the session waits on.', async () => {
	const queue = ['second', 'third'].map((text) => ({ id: text, text, blocks: [{ type: 'text' as const, text }] }));
	const { world, code, errors } = await printed(['load=ok'], undefined, queue);
	expect(code).toBe(0);
	expect(errors).toContain('2 prompts queued in an earlier run of this session were not sent.');
	expect(world.app.getState().queue.map(({ text }) => text)).toEqual(['second', 'third']);
	expect(said(world).filter((text) => ['second', 'third'].includes(text))).toEqual([]);
});

test('A run without an interface opens a new session where none was ever open.', async () => {
	const { code, result } = await printed(['load=ok'], undefined, [], { sessionId: null });
	expect({ code, resumed: result.resumed }).toEqual({ code: 0, resumed: 'new' });
});

test('A briefing that was not sent when the session was resumed is sent when it is asked for.', async () => {
	const world = begin(['load=ok'], { missedFrom: 3 });
	await until(world, () => world.app.getState().questions.length > 0);
	answerBriefing(world, 'reject');
	await until(world, isReady(world));
	const { missing } = world.app.getState();
	expect(missing).toEqual({ since: expect.any(Number) });
	const later = begin(['load=ok'], { resuming: { fallback: 'briefing' }, memory: { missing } });
	await until(later, isReady(later));
	expect((await prompts(later))[0]).toMatch(/briefing of the client.*prompt 3/);
	expect(later.app.getState().missing).toMatchObject({ isBriefed: true });
});
