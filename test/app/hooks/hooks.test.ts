import { describe, expect, test } from 'vitest';
import type { Hook, HookEnd, HookEvent } from '../../../src/core/hooks/hook.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { rule } from '../../core/policy/requests.js';
import { edit, NEW, OLD, over, PART, take } from '../changes/partial-stage.js';
import { editRequest, runRequest } from '../requests.js';
import {
	answer,
	asksNow,
	cards,
	create,
	type Deferred,
	deferred,
	end,
	happen,
	never,
	noteTexts,
	noteTitles,
	say,
	settle,
	started,
	type World,
	working,
	write,
} from '../world.js';

type Ran = { readonly hook: Hook; readonly input: Record<string, unknown>; readonly signal: AbortSignal };

/** Hooks whose ends the test gives. */
function hooked(hooks: readonly Partial<Hook>[], answers: (hook: Hook) => HookEnd | Promise<HookEnd> = () => done()) {
	const runs: Ran[] = [];
	const all = hooks.map(
		(hook): Hook => ({ event: 'permission', command: './hook', timeout: 60, source: 'user', ...hook }),
	);
	const port = {
		run: async (hook: Hook, input: string, signal: AbortSignal) => {
			runs.push({ hook, input: JSON.parse(input), signal });
			return answers(hook);
		},
	};
	return { runs, options: { hooks: all }, ports: { hooks: port } };
}

function done(stdout = ''): HookEnd {
	return { type: 'exited', code: 0, signal: null, stdout, stderr: '' };
}
const denies = (why: string): HookEnd => ({ type: 'exited', code: 2, signal: null, stdout: '', stderr: why });
const says = (value: object): HookEnd => done(JSON.stringify(value));
const ends = (of: Partial<Record<HookEvent, HookEnd>>) => (hook: Hook) => of[hook.event] ?? done();

const YES = { type: 'selected', optionId: 'yes' };
const NO = { type: 'selected', optionId: 'no' };

function steer(world: World, text: string, isQueued?: true): Promise<void> {
	const prompt = { id: text, text, blocks: [{ type: 'text' as const, text }] };
	return happen(world, { type: 'steer', prompt, ...(isQueued === true ? { isQueued } : {}) });
}

describe('a prompt hook of words into the running turn', () => {
	const queued = (world: World): string[] => world.app.getState().queue.map(({ text }) => text);
	const given = (world: World): string[][] =>
		world.steered.map(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : '')));

	test('is asked, in their order, and its words go along', async () => {
		const first = deferred<HookEnd>();
		const { runs, options, ports } = hooked([{ event: 'promptSubmit' }], () =>
			runs.length === 2 ? first.promise : says({ context: `words ${runs.length}` }),
		);
		const world = await working(options, ports);
		await steer(world, 'one');
		await steer(world, 'two');
		expect(given(world)).toEqual([]);
		first.resolve(done());
		await settle();
		expect(runs.map(({ input }) => input['prompt'])).toEqual(['go', 'one', 'two']);
		expect(given(world).map((texts) => texts.at(-1))).toEqual(['one', 'two']);
		expect(given(world).flat().join()).toContain('words 3');
	});

	test.each([
		['the draft', undefined, []],
		['the queue', true, ['secret']],
	] as const)('that denies words of %s keeps them from the agent, and says why', async (_, isQueued, left) => {
		const { runs, options, ports } = hooked([{ event: 'promptSubmit' }], () =>
			runs.at(-1)?.input['prompt'] === 'secret' ? denies('no secrets') : done(),
		);
		const world = await working(options, ports);
		await steer(world, 'secret', isQueued);
		expect(given(world)).toEqual([]);
		expect(queued(world)).toEqual(left);
		expect(noteTitles(world).at(-1)).toBe('This was not sent: the hook ./hook denies it: no secrets');
		await end(world);
		expect(world.prompts).toHaveLength(1);
		expect(queued(world)).toEqual(left);
	});

	test.each(['end', 'cancel'] as const)(
		'that is asked when the turn is over (%s) leaves them for the next',
		async (how) => {
			const gate = deferred<HookEnd>();
			const { runs, options, ports } = hooked([{ event: 'promptSubmit' }], () =>
				runs.length === 2 ? gate.promise : done(),
			);
			const world = await working(options, ports);
			await steer(world, 'more');
			if (how === 'cancel') await happen(world, { type: 'cancel' });
			await end(world, how === 'end' ? 'end_turn' : 'cancelled');
			gate.resolve(done());
			await settle();
			expect(given(world)).toEqual([]);
			expect(
				[...queued(world), ...world.prompts.slice(1).map(({ blocks }) => JSON.stringify(blocks))].join(),
			).toContain('more');
		},
	);
});

describe('a permission hook', () => {
	test('that says nothing leaves the question to the user, and is only counted', async () => {
		const { runs, options, ports } = hooked([{}]);
		const world = await working(options, ports);
		const outcome = world.host.requestPermission(editRequest(), never);
		await answer(world, 'yes');
		expect(await outcome).toEqual(YES);
		expect(runs[0]?.input).toMatchObject({
			event: 'permission',
			sessionId: 's1',
			cwd: '/w',
			agent: 'fake',
			mode: 'default',
			kind: 'edit',
			toolCallId: 'c1',
			paths: ['/w/a.ts'],
			verdict: 'ask',
		});
		expect(noteTitles(world)).toEqual([]);
		expect(world.app.getState().hooks[0]).toMatchObject({ runs: 1, last: { result: 'done' } });
	});

	test.each<[string, Mode]>([
		['asked about', 'default'],
		['allowed by the mode', 'acceptEdits'],
		['allowed by bypass permissions', 'bypassPermissions'],
	])('denies what would be %s', async (_, mode) => {
		const { options, ports } = hooked([{}], () => denies('not today'));
		const world = await working({ ...options, mode, isBypassAllowed: true }, ports);
		expect(await world.host.requestPermission(editRequest(), never)).toEqual(NO);
		expect(cards(world)[0]?.verdict?.because).toBe('the hook ./hook denies it: not today');
		expect(noteTitles(world)).toEqual(['hook permission ./hook · denied it: not today']);
	});

	test('asks before what a rule allows, and no rule answers that question', async () => {
		const { options, ports } = hooked([{}], () => says({ decision: 'ask', reason: 'look at it' }));
		const world = await working({ ...options, rules: [rule('Execute', 'allow')] }, ports);
		const outcome = world.host.requestPermission(runRequest('make'), never);
		expect(await asksNow(world)).toBe(1);
		await happen(world, { type: 'rule-added', rule: rule('Edit', 'allow') });
		const other = world.host.requestPermission(editRequest(), never);
		await settle();
		expect(world.app.getState().questions[0]).toMatchObject({
			because: expect.stringContaining('look at it'),
			offers: [],
		});
		await answer(world, 'yes');
		expect(await outcome).toEqual(YES);
		await answer(world, 'no');
		expect(await other).toEqual(NO);
	});

	test('asks about what the agent changed in an open question, which nothing but its own answer answers then', async () => {
		const { options, ports } = hooked([{ match: rule('Edit(b.ts)', 'deny') }], () => says({ decision: 'ask' }));
		const world = await working(options, ports);
		world.disk.set('/w/b.ts', 'old\n');
		const outcome = world.host.requestPermission(editRequest(), never);
		expect(await asksNow(world)).toBe(1);
		const content = [{ type: 'diff', path: '/w/b.ts', oldText: 'old\n', newText: 'new\n' }] as const;
		await happen(world, { type: 'tool', patch: { id: 'c1', content } });
		await answer(world, 'yes');
		await settle();
		expect(world.app.getState().questions[0]).toMatchObject({
			because: expect.stringContaining('./hook asks'),
			offers: [],
		});
		const further = [{ ...content[0], newText: 'newer\n' }];
		await happen(world, { type: 'tool', patch: { id: 'c1', content: further } });
		expect(world.app.getState().questions[0]).toMatchObject({ offers: [] });
		expect(world.app.getState().questions[0]).not.toHaveProperty('inAcceptEdits');
		await answer(world, 'no');
		expect(await outcome).toEqual(NO);
	});

	test.each<[string, HookEnd]>([
		['allows', says({ decision: 'allow' })],
		['fails', { type: 'exited', code: 1, signal: null, stdout: '', stderr: 'oh' }],
		['takes too long', { type: 'late' }],
		['is not there', { type: 'not-started', because: 'ENOENT' }],
	])('that %s loosens nothing, is reported, and the question is put', async (_, given) => {
		const { options, ports } = hooked([{}], () => given);
		const world = await working(options, ports);
		const outcome = world.host.requestPermission(editRequest(), never);
		await answer(world, 'no');
		expect(await outcome).toEqual(NO);
		expect(noteTitles(world)[0]).toMatch(/^hook permission \.\/hook · failed: /);
	});

	test('runs for what its rule matches alone, and for nothing that is denied anyway', async () => {
		const { runs, options, ports } = hooked([{ match: rule('Execute(npm *)', 'deny') }]);
		const world = await working({ ...options, rules: [rule('Execute(npm publish)', 'deny')] }, ports);
		void world.host.requestPermission(editRequest(), never);
		await answer(world, 'no');
		await world.host.requestPermission(runRequest('npm publish'), never);
		expect(runs).toEqual([]);
		void world.host.requestPermission(runRequest('npm test'), never);
		await answer(world, 'no');
		expect(runs.map(({ input }) => input['command'])).toEqual(['npm test']);
	});

	test('sees commands, reads and writes of the client’s own methods', async () => {
		const { runs, options, ports } = hooked([{}], () => denies('no'));
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		expect(await create(world, ['ls'])).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('./hook') },
		});
		expect(await write(world, 'x')).toMatchObject({ ok: false, failure: { code: 'denied' } });
		const read = world.host.readTextFile({ sessionId: 's1', path: '/w/a.ts' }, never);
		expect(await read).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(runs.map(({ input }) => input['kind'])).toEqual(['execute', 'edit', 'read']);
		expect(world.spawned).toEqual([]);
	});

	test('gets changes that only the input of a call holds', async () => {
		const { runs, options, ports } = hooked([{}], () => denies('no'));
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		const shown = { path: '/w/a.ts', oldText: 'old', newText: 'new' };
		const elsewhere = { ...shown, path: '/w/b.ts' };
		const texts = [shown, { oldText: 'old', newText: 'new' }, { newText: 'hidden' }, elsewhere];
		const toolInput = { fields: [], omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts };
		await world.host.requestPermission(editRequest('new', { toolInput }), never);
		expect(runs[0]?.input['edits']).toEqual([shown, { path: '/w/a.ts', oldText: null, newText: 'hidden' }, elsewhere]);
	});

	test.each([
		['many edits', Array.from({ length: 51 }, (_, index) => `${index}`)],
		['a long text', ['x'.repeat(256 * 1024 + 1)]],
	])('that does not get all of %s cannot pass it: the user is asked', async (_, contents) => {
		const { options, ports } = hooked([{ event: 'beforeEdit' }]);
		const content = contents.map((newText) => ({ type: 'diff' as const, path: '/w/a.ts', oldText: null, newText }));
		const request = editRequest('', { patch: { id: 'c1', title: 'Edit', kind: 'edit', content } });
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		const outcome = world.host.requestPermission(request, never);
		expect(await asksNow(world)).toBe(1);
		await answer(world, 'no');
		expect(await outcome).toEqual(NO);
	});

	test('while it runs plan mode goes on: nothing is allowed', async () => {
		const gate = deferred<HookEnd>();
		const { options, ports } = hooked([{}], () => gate.promise);
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		const outcome = world.host.requestPermission(editRequest(), never);
		await settle();
		await happen(world, { type: 'set-mode', mode: 'plan' });
		gate.resolve(done());
		expect(await outcome).toEqual(NO);
	});

	test('is ended when the agent takes its request back', async () => {
		const gate: Deferred<HookEnd> = deferred();
		const { runs, options, ports } = hooked([{}], () => gate.promise);
		const world = await working(options, ports);
		const withdrawn = new AbortController();
		const outcome = world.host.requestPermission(editRequest(), withdrawn.signal);
		await settle();
		withdrawn.abort();
		expect(runs[0]?.signal.aborted).toBe(true);
		gate.resolve({ type: 'stopped' });
		expect(await outcome).toEqual({ type: 'cancelled' });
		expect(noteTitles(world)).toEqual([]);
	});

	test('with -p a question of a hook is a denial that says so', async () => {
		const { options, ports } = hooked([{}], () => says({ decision: 'ask', reason: 'look' }));
		const world = await working({ ...options, mode: 'acceptEdits', isHeadless: true }, ports);
		expect(await world.host.requestPermission(editRequest(), never)).toEqual(NO);
		expect(cards(world)[0]?.verdict?.because).toContain('-p cannot ask: the hook ./hook asks: look');
	});
});

describe('hooks around an edit', () => {
	const around: readonly Partial<Hook>[] = [
		{ event: 'beforeEdit', match: rule('Edit(a.ts)', 'deny') },
		{ event: 'afterEdit' },
	];

	test('run before and after a write, once each, with its texts', async () => {
		const { runs, options, ports } = hooked(around);
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		world.disk.set('/w/a.ts', 'old');
		expect(await write(world, 'new')).toMatchObject({ ok: true });
		await settle();
		const edits = [{ path: '/w/a.ts', oldText: 'old', newText: 'new' }];
		expect(runs.map(({ input }) => [input['event'], input['edits']])).toEqual([
			['beforeEdit', edits],
			['afterEdit', edits],
		]);
		expect(noteTitles(world)).toEqual(['hook afterEdit ./hook']);
	});

	test('a denied one is not written', async () => {
		const { options, ports } = hooked(around, ends({ beforeEdit: denies('has a key') }));
		const world = await working({ ...options, mode: 'acceptEdits' }, ports);
		expect(await write(world, 'new')).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('has a key') },
		});
		expect(world.disk.has('/w/a.ts')).toBe(false);
	});

	test('a file that the hook before the edit changes is not overwritten', async () => {
		const { options, ports } = hooked(around, ({ event }) => {
			if (event === 'beforeEdit') world.disk.set('/w/a.ts', 'by the hook');
			return done();
		});
		const world: World = await working({ ...options, mode: 'acceptEdits' }, ports);
		world.disk.set('/w/a.ts', 'old');
		expect(await write(world, 'new')).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.disk.get('/w/a.ts')).toBe('by the hook');
	});

	test('what was allowed with its text is written without asking again', async () => {
		const { runs, options, ports } = hooked(around);
		const world = await working(options, ports);
		world.disk.set('/w/a.ts', 'old');
		const outcome = world.host.requestPermission(editRequest('new'), never);
		await answer(world, 'yes');
		await outcome;
		await write(world, 'new');
		expect(runs.map(({ hook }) => hook.event)).toEqual(['beforeEdit', 'afterEdit']);
	});

	test('run after an edit that the agent made by itself, and the turn ends after them', async () => {
		const gate = deferred<HookEnd>();
		const { runs, options, ports } = hooked([{ event: 'afterEdit' }], () => gate.promise);
		const world = await working(options, ports);
		const diff = { type: 'diff' as const, path: '/w/b.ts', oldText: null, newText: 'b' };
		await happen(world, {
			type: 'tool',
			patch: { id: 'c9', title: 'Edit b.ts', kind: 'edit', status: 'completed', content: [diff] },
		});
		expect(runs[0]?.input).toMatchObject({ event: 'afterEdit', paths: ['/w/b.ts'], toolCallId: 'c9' });
		await end(world);
		expect(world.app.getState().turn).not.toBeNull();
		gate.resolve(done('formatted b.ts'));
		await settle();
		expect(world.app.getState().turn).toBeNull();
		expect(noteTexts(world)).toContainEqual(['hook afterEdit ./hook', 'formatted b.ts']);
	});

	test('run after what the user left out of an edit was taken back', async () => {
		const seen: unknown[] = [];
		const { options, ports } = hooked([{ event: 'afterEdit' }], () => {
			seen.push(world.disk.get('/w/a.ts'));
			return done();
		});
		const world: World = await working({ ...options, partialWay: 'takeBack' }, ports);
		world.disk.set('/w/a.ts', OLD);
		const outcome = edit(world);
		await take(world, 'yes');
		await outcome;
		world.disk.set('/w/a.ts', NEW);
		over(world);
		await settle();
		expect(seen).toEqual([PART]);
	});
});

describe('hooks around a prompt', () => {
	const texts = (world: World): string[] =>
		(world.prompts.at(-1)?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));

	test('what a session’s begin says goes with the first prompt alone', async () => {
		const { options, ports } = hooked([{ event: 'sessionStart' }], () => says({ context: 'The moon is green.' }));
		const world = await working(options, ports);
		expect(texts(world)).toEqual([expect.stringContaining('The moon is green.'), 'go']);
		expect(noteTexts(world)).toContainEqual(['hook sessionStart ./hook · added to the prompt', 'The moon is green.']);
		await end(world);
		await say(world, 'more');
		expect(texts(world)).toEqual(['more']);
	});

	test('one that denies keeps the prompt from the agent; it waits in the queue', async () => {
		const { runs, options, ports } = hooked([{ event: 'promptSubmit' }], () => denies('no secrets'));
		const world = await started(options, ports);
		await say(world, 'my secret');
		expect(world.prompts).toEqual([]);
		expect(runs[0]?.input['prompt']).toBe('my secret');
		expect(world.app.getState()).toMatchObject({ turn: null, isQueuePaused: true, queue: [{ text: 'my secret' }] });
	});

	test('its words go with the prompt', async () => {
		const { options, ports } = hooked([{ event: 'promptSubmit' }], () => says({ context: 'on branch main' }));
		const world = await working(options, ports);
		expect(texts(world)).toEqual([expect.stringContaining('on branch main'), 'go']);
	});

	test('stopping a turn ends the hook that its prompt waits for', async () => {
		const gate = deferred<HookEnd>();
		const { runs, options, ports } = hooked([{ event: 'promptSubmit' }], () => gate.promise);
		const world = await working(options, ports);
		await happen(world, { type: 'cancel' });
		expect(runs[0]?.signal.aborted).toBe(true);
		gate.resolve({ type: 'stopped' });
		await settle();
		expect(world.app.getState().turn).toBeNull();
		expect(world.prompts).toEqual([]);
	});
});
