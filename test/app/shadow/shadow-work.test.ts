import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../../src/app/app-options.js';
import { type AgentProfile, plainProfile } from '../../../src/core/agents/profile.js';
import { fail, succeed } from '../../../src/core/failure.js';
import type { ShadowRequest } from '../../../src/core/shadow/shadow-event.js';
import {
	announce,
	ask,
	dispatch,
	endTurn,
	notes,
	openScene,
	read,
	reported,
	type Scene,
	settleFiles,
	write,
} from '../changes/scene.js';
import { editRequest, runRequest } from '../requests.js';
import { deferred, never } from '../world.js';
import { createFakeShadow, type FakeShadow } from './fake-shadow.js';

type ShadowScene = Scene & { readonly shadow: FakeShadow };

const plain = plainProfile({ name: 'fake', command: 'fake', args: [], env: {} });
const profile: AgentProfile = { ...plain, sandbox: 'shadow' };

async function open(options: Partial<AppOptions> = {}): Promise<ShadowScene> {
	const shadow = createFakeShadow();
	const scene = await openScene({ profile, ...options }, { shadow: shadow.port });
	shadow.disk = scene.world.disk;
	return { ...scene, shadow };
}

/** A turn in which the agent writes these files. */
async function turn(scene: ShadowScene, files: Readonly<Record<string, string | null>>, text = 'go'): Promise<void> {
	await ask(scene, text);
	for (const [path, content] of Object.entries(files)) scene.shadow.upper.set(path, content);
	await endTurn(scene);
}

const older = {
	sessionId: 'older',
	title: null,
	settings: null,
	isFork: false,
	hasTranscript: false,
	failed: [],
	deaths: 0,
};

const want = (scene: ShadowScene, request: ShadowRequest) => dispatch(scene, { type: 'shadow', request });

function waiting({ world }: ShadowScene): readonly string[] {
	return world.app.getState().shadow?.changes.map(({ path, status }) => `${path} ${status}`) ?? ['no shadow'];
}

function reviewed({ world }: ShadowScene, ...paths: readonly string[]) {
	return world.app.getState().shadow?.changes.filter(({ path }) => paths.includes(path)) ?? [];
}

/** What the agent gets with the newest prompt, before the user's words. */
function agentWords({ world }: ShadowScene): readonly string[] {
	const blocks = world.prompts.at(-1)?.blocks ?? [];
	return blocks.slice(0, -1).map((block) => (block.type === 'text' ? block.text.trim() : block.type));
}

describe('The changes of an agent that works in a shadow', () => {
	test('are applied at the turn’s end where the mode allows edits, and can be undone.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		expect(scene.world.app.getState().shadow).toMatchObject({ id: 'sh1', changes: [] });
		await turn(scene, { 'a.ts': 'new a\n', 'c.ts': 'c\n', 'b.ts': null });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts'), read(scene, 'c.ts')]).toEqual(['new a\n', undefined, 'c\n']);
		expect(waiting(scene)).toEqual([]);
		expect(scene.world.app.getState().shadow?.reviews).toBe(0);
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed, b.ts deleted allowed, c.ts added allowed']);
		await dispatch(scene, { type: 'undo' });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts'), read(scene, 'c.ts')]).toEqual(['old a\n', 'old b\n', undefined]);
		await ask(scene, 'more');
		expect(agentWords(scene)).toEqual([
			'[The user put these files back as they were before your changes: "a.ts", "b.ts", "c.ts". Read them again before you rely on their contents.]',
		]);
	});

	test('wait for a review in default mode; taken, left and thrown away are reported.', async () => {
		const scene = await open();
		await turn(scene, { 'a.ts': 'new a\n', 'b.ts': 'new b\n', 'c.ts': 'c\n' });
		expect(read(scene, 'a.ts')).toBe('old a\n');
		expect(waiting(scene)).toEqual(['a.ts modified', 'b.ts modified', 'c.ts added']);
		expect(scene.world.app.getState().shadow?.reviews).toBe(1);
		await want(scene, { do: 'show', path: 'a.ts', version: reviewed(scene, 'a.ts')[0]?.version ?? '' });
		expect(scene.world.app.getLookups().shadowChange).toMatchObject({
			path: 'a.ts',
			texts: { before: 'old a\n', after: 'new a\n' },
		});
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts') });
		await want(scene, { do: 'leave', paths: ['b.ts'] });
		await want(scene, { do: 'discard', paths: ['c.ts'] });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts'), read(scene, 'c.ts')]).toEqual(['new a\n', 'old b\n', undefined]);
		expect(waiting(scene)).toEqual(['b.ts modified']);
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed']);
		await ask(scene, 'more');
		expect(agentWords(scene).join(' ')).toContain(
			'Your changes to these files are in the user’s workspace now: "a.ts".',
		);
		expect(agentWords(scene).join(' ')).toContain(
			'has not applied your changes to these files: only you see them: "b.ts".',
		);
		expect(agentWords(scene).join(' ')).toContain('discarded your changes to these files, which are as in the user’s');
		await endTurn(scene);
		// What was left is not asked about again by itself.
		expect(scene.world.app.getState().shadow?.reviews).toBe(1);
		await ask(scene, 'and more');
		expect(agentWords(scene)).toEqual([]);
	});

	test('are applied and discarded in parts; the rest waits, the agent hears of it, and undo takes a part back.', async () => {
		const scene = await open();
		await turn(scene, { 'a.ts': '1\n2\nold a\n3\n', 'b.ts': 'new b\n' });
		const part = () => ({ path: 'a.ts', version: reviewed(scene, 'a.ts')[0]?.version ?? '' });
		const first = part();
		await want(scene, { do: 'apply-part', ...first, text: '1\nold a\n' });
		expect(read(scene, 'a.ts')).toBe('1\nold a\n');
		expect(waiting(scene)).toEqual(['a.ts modified', 'b.ts modified']);
		// What is shown is older than what is there: it is looked at anew.
		await want(scene, { do: 'apply-part', ...first, text: 'never\n' });
		expect(read(scene, 'a.ts')).toBe('1\nold a\n');
		expect(notes(scene).at(-1)).toMatchObject({ title: 'Not applied: a.ts.', level: 'warning' });
		await want(scene, { do: 'discard-part', ...part(), text: '1\n2\nold a\n' });
		expect(scene.shadow.upper.get('a.ts')).toBe('1\n2\nold a\n');
		await want(scene, { do: 'discard-part', ...first, text: 'never\n' });
		expect(notes(scene).at(-1)).toMatchObject({ title: 'Not discarded: a.ts.', level: 'warning' });
		await want(scene, { do: 'discard', paths: ['b.ts'] });
		expect(waiting(scene)).toEqual(['a.ts modified']);
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed']);
		await ask(scene, 'more');
		expect(agentWords(scene).join(' ')).toContain(
			'Parts of your changes to these files are in the user’s workspace now: "a.ts".',
		);
		expect(agentWords(scene).join(' ')).toContain('The user discarded parts of your changes to these files: "a.ts".');
		expect(agentWords(scene).join(' ')).toContain('Read them again');
		// Nothing of it happens while the agent works.
		await want(scene, { do: 'apply-part', ...part(), text: 'never\n' });
		expect(notes(scene).at(-1)?.title).toContain('between turns');
		await endTurn(scene);
		await dispatch(scene, { type: 'undo' });
		expect(read(scene, 'a.ts')).toBe('old a\n');
	});

	test('stay where they are in plan mode, and what was planned is not applied by a later mode.', async () => {
		const scene = await open({ mode: 'plan' });
		await turn(scene, { 'a.ts': 'planned a\n' });
		expect(read(scene, 'a.ts')).toBe('old a\n');
		expect(scene.world.app.getState().shadow?.reviews).toBe(0);
		for (const change of reviewed(scene, 'a.ts')) {
			await want(scene, { do: 'apply', changes: [change] });
			expect(notes(scene).at(-1)?.title).toBe('Nothing is applied in plan mode; shift+tab leaves it.');
			await want(scene, { do: 'apply-part', path: 'a.ts', version: change.version, text: 'part\n' });
			expect(notes(scene).at(-1)?.title).toBe('Nothing is applied in plan mode; shift+tab leaves it.');
		}
		expect(read(scene, 'a.ts')).toBe('old a\n');
		await dispatch(scene, { type: 'set-mode', mode: 'acceptEdits' });
		await turn(scene, { 'b.ts': 'new b\n' });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts')]).toEqual(['old a\n', 'new b\n']);
		expect(waiting(scene)).toEqual(['a.ts modified']);
	});

	test('that commands made in plan mode are dropped at the turn’s end; what waited before, and plans, stay.', async () => {
		const scene = await open();
		await turn(scene, { 'a.ts': 'waits\n', 'b.ts': null });
		await dispatch(scene, { type: 'set-mode', mode: 'plan' });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent: 'shadow' } });
		await ask(scene, 'plan');
		expect(scene.world.app.getState().shadow?.isSetApart).toBe(true);
		expect(agentWords(scene).join(' ')).toContain('You may run commands that reach no other machine, such as tests');
		expect(await scene.world.host.requestPermission(runRequest('make all'), never)).toMatchObject({ optionId: 'yes' });
		expect(await scene.world.host.requestPermission(editRequest(), never)).toMatchObject({ optionId: 'no' });
		for (const path of ['a.ts', 'b.ts', 'built.js']) scene.shadow.upper.set(path, 'made\n');
		await endTurn(scene);
		expect(waiting(scene)).toEqual(['a.ts modified', 'b.ts deleted']);
		expect(scene.shadow.upper.get('a.ts')).toBe('waits\n');
		expect(scene.world.app.getState().shadow).toMatchObject({ reviews: 1, isSetApart: undefined });
		expect(notes(scene).at(-1)?.title).toBe('Dropped what commands changed in plan mode: a.ts, b.ts, built.js.');
		await ask(scene, 'more');
		expect(agentWords(scene).join(' ')).toContain('Plan mode was on, so what your commands changed was dropped');
		// Nothing was allowed: what an agent did by itself waits.
		scene.shadow.upper.set('c.ts', 'own\n');
		await endTurn(scene);
		expect(waiting(scene)).toEqual(['a.ts modified', 'b.ts deleted', 'c.ts added']);
	});

	test('are applied by the mode after commands that nobody was asked about, but for what they deleted.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent: 'shadow' } });
		await ask(scene, 'go');
		await scene.world.host.requestPermission(runRequest('make all'), never);
		for (const [path, content] of [['a.ts', 'new a\n'] as const, ['b.ts', null] as const])
			scene.shadow.upper.set(path, content);
		await endTurn(scene);
		expect([read(scene, 'a.ts'), read(scene, 'b.ts')]).toEqual(['new a\n', 'old b\n']);
		expect(waiting(scene)).toEqual(['b.ts deleted']);
		expect(scene.world.app.getState().shadow?.reviews).toBe(1);
		await want(scene, { do: 'discard', paths: ['b.ts'] });
		await turn(scene, { 'b.ts': null });
		expect(waiting(scene)).toEqual([]);
	});

	test('are dropped before the agent hears that plan mode is over, and what it then does is not.', async () => {
		const scene = await open({ mode: 'plan' });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent: 'shadow' } });
		await ask(scene, 'plan');
		await scene.world.host.requestPermission(runRequest('make all'), never);
		scene.shadow.upper.set('built.js', 'made\n');
		const dropping = deferred<void>();
		scene.shadow.onCall = async (call) => {
			if (call === 'drop all') await dropping.promise;
			return succeed(undefined);
		};
		await dispatch(scene, { type: 'set-mode', mode: 'default' });
		const edited = scene.world.host.requestPermission(editRequest(), never);
		await settleFiles();
		expect(scene.shadow.upper.get('built.js')).toBe('made\n');
		dropping.resolve();
		expect(await edited).toMatchObject({ optionId: 'yes' });
		scene.shadow.upper.set('a.ts', 'new a\n');
		await endTurn(scene);
		expect(waiting(scene)).toEqual(['a.ts modified']);
	});

	test('are dropped when the program ends in a turn of plan mode.', async () => {
		const scene = await open({ mode: 'plan' });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent: 'shadow' } });
		await ask(scene, 'plan');
		await scene.world.host.requestPermission(runRequest('make all'), never);
		scene.shadow.upper.set('built.js', 'made\n');
		await scene.world.app.close();
		expect([...scene.shadow.upper]).toEqual([]);
	});

	test('refuse commands in plan mode where what waits cannot be set apart.', async () => {
		const scene = await open({ mode: 'plan' });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent: 'shadow' } });
		scene.shadow.onCall = async (call) => (call === 'set apart' ? fail('too-large', 'Too much.') : succeed(undefined));
		await ask(scene, 'plan');
		expect(await scene.world.host.requestPermission(runRequest('make all'), never)).toMatchObject({ optionId: 'no' });
	});

	test('that make programs run, conflict or are denied wait for the user; a git folder stays whole.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		scene.shadow.conflicts.add('a.ts');
		await turn(scene, {
			'a.ts': 'new a\n',
			'b.ts': 'new b\n',
			'.git/config': '[core]\n',
			'.git/index': 'x',
			'.vscode/tasks.json': '{}',
		});
		expect(read(scene, 'b.ts')).toBe('new b\n');
		expect(waiting(scene)).toEqual([
			'.git/config added',
			'.git/index added',
			'.vscode/tasks.json added',
			'a.ts modified',
		]);
		expect(scene.world.app.getState().shadow?.reviews).toBe(1);
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts') });
		expect(notes(scene).at(-1)).toMatchObject({ title: 'Not applied: a.ts.', detail: 'a.ts: you changed it as well' });
		await want(scene, {
			do: 'apply',
			changes: reviewed(scene, 'a.ts').map((change) => ({ ...change, isOverConflict: true as const })),
		});
		expect(read(scene, 'a.ts')).toBe('new a\n');
	});

	test('are not applied while a turn runs, and the next prompt waits until they are.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		const applying = deferred<void>();
		scene.shadow.onCall = async (call) => {
			if (call.startsWith('apply')) await applying.promise;
			return { ok: true, value: undefined };
		};
		await turn(scene, { 'a.ts': 'new a\n' });
		await ask(scene, 'next');
		expect(scene.world.prompts).toHaveLength(1);
		await want(scene, { do: 'discard', paths: ['a.ts'] });
		expect(notes(scene).at(-1)?.title).toContain('between turns');
		applying.resolve();
		await settleFiles();
		expect(scene.world.prompts).toHaveLength(2);
		expect(read(scene, 'a.ts')).toBe('new a\n');
		await endTurn(scene);
		// They are the first turn's, and none of the next one's.
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed']);
	});

	test('that cannot be looked at or applied are reported, and what fails once is tried again.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		scene.shadow.onCall = async (call) =>
			call.startsWith('apply') ? fail('disk-full', 'The disk is full.') : { ok: true, value: undefined };
		await turn(scene, { 'a.ts': 'new a\n' });
		expect(notes(scene).at(-1)?.title).toContain('The disk is full.');
		expect(waiting(scene)).toEqual(['a.ts modified']);
		expect(scene.world.app.getState().shadow?.isBusy).toBe(false);
		scene.shadow.onCall = async () => ({ ok: true, value: undefined });
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts') });
		expect(read(scene, 'a.ts')).toBe('new a\n');
	});

	test('are all that it can have changed: what the user edits meanwhile is not the agent’s to be undone.', async () => {
		const scene = await open({ mode: 'plan' });
		await ask(scene, 'go');
		announce(scene, 'Edit a.ts', 'edit', '/w/a.ts');
		write(scene, 'a.ts', 'by the user\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual([]);
		expect(scene.world.app.getState().changes).toMatchObject({ sets: [], hasActedAlone: false });
	});

	test('alone are taken back after they were applied: what the user saved meanwhile stays.', async () => {
		const scene = await open();
		await turn(scene, { 'a.ts': 'new a\n', 'c.ts': 'c\n' });
		scene.shadow.onCall = async (call) => {
			if (call.startsWith('apply')) write(scene, 'b.ts', 'saved b\n');
			return succeed(undefined);
		};
		scene.shadow.onApplied = () => write(scene, 'c.ts', 'saved c\n');
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts', 'c.ts') });
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed']);
		await dispatch(scene, { type: 'undo' });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts'), read(scene, 'c.ts')]).toEqual([
			'old a\n',
			'saved b\n',
			'saved c\n',
		]);
	});

	test.each([2, 45])('What the user makes anew or saves right after %i changes were applied stays.', async (count) => {
		const scene = await open();
		const others = Array.from({ length: count - 2 }, (_, number) => `n${number}.ts`);
		write(scene, 'b.ts', 'old b\n');
		await turn(scene, { 'a.ts': null, 'b.ts': 'new b\n', ...Object.fromEntries(others.map((path) => [path, 'n\n'])) });
		scene.shadow.onApplied = () => {
			write(scene, 'a.ts', 'made anew\n');
			write(scene, 'b.ts', 'saved b\n');
		};
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts', 'b.ts', ...others) });
		await dispatch(scene, { type: 'undo' });
		expect([read(scene, 'a.ts'), read(scene, 'b.ts')]).toEqual(['made anew\n', 'saved b\n']);
	});

	test('wait on when an agent without a shadow takes over: nothing is applied by itself, or reported to that one.', async () => {
		const scene = await open({ mode: 'acceptEdits' });
		scene.shadow.conflicts.add('a.ts');
		await turn(scene, { 'a.ts': 'new a\n' });
		await dispatch(scene, { type: 'switch-agent', profile: plain });
		await turn(scene, {});
		scene.shadow.conflicts.clear();
		await turn(scene, { 'c.ts': 'late\n' });
		expect(waiting(scene)).toEqual(['a.ts modified', 'c.ts added']);
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts') });
		expect(read(scene, 'a.ts')).toBe('new a\n');
		await ask(scene, 'go on');
		expect(agentWords(scene)).toEqual([]);
	});

	test('of an older session are resumed with it: the agent is started in its view.', async () => {
		const scene = await open();
		const { world, shadow } = scene;
		await turn(scene, { 'a.ts': 'new a\n' });
		shadow.left.add('older');
		world.onConnect = async () => {
			shadow.left.clear();
			shadow.id = 'sh2';
			shadow.upper.clear();
			shadow.upper.set('b.ts', 'left b\n');
			return succeed(undefined);
		};
		await dispatch(scene, { type: 'resume-begun', resuming: older });
		await expect.poll(() => world.launched).toEqual(['fake', 'fake']);
		await settleFiles();
		// A prompt that waits for the session to open would be asked about first.
		await expect.poll(() => world.app.getState().connection.phase).toBe('ready');
		expect(world.app.getState().shadow?.id).toBe('sh2');
		expect(waiting(scene)).toEqual(['b.ts modified']);
		expect(notes(scene)).toContainEqual(
			expect.objectContaining({
				title: '1 change of the session before waits in its shadow',
				hint: expect.stringContaining('acp-tui shadow show sh1'),
			}),
		);
		await ask(scene, 'hello');
		// What only a session that is resumed needs is loaded first.
		await expect.poll(() => agentWords(scene).join(' ')).toContain('only you see them: "b.ts".');
	});

	test('of a session that is resumed without a shadow are reported, and again by /changes, until it has another.', async () => {
		const shadow = createFakeShadow();
		shadow.isUsed = false;
		shadow.waitingIn.set('older', { id: 'sh0', count: 2 });
		const scene = await openScene({ profile: plain }, { shadow: shadow.port });
		await dispatch(scene, { type: 'resume-begun', resuming: older });
		await settleFiles();
		const waitingNote = {
			level: 'warning',
			title: expect.stringContaining('2 changes of this session wait in a shadow'),
			hint: expect.stringMatching(/acp-tui shadow show sh0.*--sandbox shadow/),
		};
		expect(notes(scene)).toContainEqual(expect.objectContaining(waitingNote));
		await dispatch(scene, { type: 'shadow', request: { do: 'look' } });
		const where = { level: 'info', hint: expect.stringMatching(/acp-tui shadow show sh0.*\/agent sandbox shadow/) };
		expect(notes(scene).at(-1)).toMatchObject(where);
		expect(notes(scene).filter(({ title }) => title.includes('no changes wait'))).toEqual([]);
		await expect.poll(() => scene.world.app.getState().connection.phase).toBe('ready');
		await dispatch(scene, { type: 'new-session' });
		await dispatch(scene, { type: 'shadow', request: { do: 'look' } });
		expect(notes(scene).at(-1)?.title).toContain('no changes wait');
	});

	test('are reported when another sandbox takes the place of the shadow, as the agent does not see them any more.', async () => {
		const scene = await open();
		await turn(scene, { 'a.ts': 'new a\n' });
		const restart = async () => {
			await dispatch(scene, { type: 'restart-agent' });
			await settleFiles();
			await expect.poll(() => scene.world.app.getState().connection.phase).toBe('ready');
		};
		await dispatch(scene, { type: 'sandbox-chosen', profile: { ...plain, sandbox: 'fence' }, savedIn: null });
		await restart();
		const said = () => notes(scene).filter(({ title }) => title.includes('where the agent does not work now'));
		const hint = '/changes shows it, /agent sandbox shadow goes on in it';
		expect(said()).toMatchObject([{ level: 'warning', title: expect.stringMatching(/^1 change waits/), hint }]);
		await restart();
		expect(said()).toHaveLength(1);
		// Where it is by then is known from the shadow itself, which may be empty.
		expect(scene.world.app.getState().leftShadow).toBeUndefined();
		await want(scene, { do: 'apply', changes: reviewed(scene, 'a.ts') });
		expect(read(scene, 'a.ts')).toBe('new a\n');
	});

	test('are none where the agent works on the files themselves.', async () => {
		const scene = await openScene({}, { shadow: { ...createFakeShadow().port, current: () => null } });
		await dispatch(scene, { type: 'shadow', request: { do: 'look' } });
		expect(notes(scene).at(-1)?.title).toContain('works on the files themselves');
	});

	test('shows no other content than the one that would be applied', async () => {
		const scene = await open();
		await turn(scene, { 'a.txt': 'harmful' });
		const [listed] = reviewed(scene, 'a.txt');
		scene.shadow.upper.set('a.txt', 'harmless');
		const show = { do: 'show', path: 'a.txt', version: listed?.version ?? '' } as const;
		await want(scene, show);
		await settleFiles();
		expect(scene.world.app.getLookups().shadowChange).toMatchObject({
			texts: { before: null, after: null },
			failure: 'a.txt changed.',
		});
		expect(reviewed(scene, 'a.txt')).toMatchObject([{ version: 'null>harmless' }]);
		const calls = scene.shadow.calls.length;
		await want(scene, show);
		await settleFiles();
		expect(scene.shadow.calls).toHaveLength(calls);
	});
});
