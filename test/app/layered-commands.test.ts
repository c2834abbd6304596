import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../src/app/app-options.js';
import { succeed } from '../../src/core/failure.js';
import type { ShadowChange } from '../../src/core/shadow/shadow-change.js';
import type { ShadowPort } from '../../src/core/shadow/shadow-port.js';
import { rule } from '../core/policy/requests.js';
import { createFakeSnapshots } from './changes/fake-snapshots.js';
import { settleFiles } from './changes/scene.js';
import { DONE, FAILED, sandboxed } from './sandboxed-world.js';
import { answer, asks, asksNow, create, end, happen, never, settle, type World } from './world.js';

const questions = (world: World) => world.app.getState().questions;

const LAYER = { files: 'layer', network: false } as const;

/** A change that the layer tells of. */
function change(path: string, more: Partial<ShadowChange> = {}): ShadowChange {
	const status = 'added' as const;
	return { path, status, kind: 'file', added: 1, removed: 0, conflict: null, version: `v ${path}`, ...more };
}

/** A layer that the test holds in its hands. */
function played() {
	const applied: string[] = [];
	const discarded: string[] = [];
	const state = {
		isAvailable: true,
		isFull: false,
		ignored: [] as readonly string[],
		changes: [] as readonly ShadowChange[],
		skipped: [] as readonly string[],
	};
	const shadow = {
		changes: async () => succeed(state.changes),
		texts: async () => succeed({ before: null, after: 'new\n' }),
		apply: async (changes: readonly { readonly path: string }[]) => {
			const done = changes.map(({ path }) => path).filter((path) => !state.skipped.includes(path));
			applied.push(...done);
			state.changes = state.changes.filter(({ path }) => !done.includes(path));
			const skipped = state.skipped.map((path) => ({ path, reason: 'changed since' }));
			return succeed({ applied: done, skipped, kept: [] });
		},
		discard: async (paths: readonly string[]) => {
			discarded.push(...paths);
			state.changes = [];
			return succeed({ discarded: paths, skipped: [] });
		},
	} as unknown as ShadowPort;
	let seen = 0;
	const port = {
		isAvailable: async () => state.isAvailable,
		isFull: async () => state.isFull,
		current: () => shadow,
		takeIgnored() {
			const news = state.ignored.slice(seen);
			seen = state.ignored.length;
			return news;
		},
		hasIgnored: () => state.ignored.length > 0,
	};
	return { state, applied, discarded, port };
}

async function layered(options: Partial<AppOptions> = {}) {
	const layer = played();
	const made = await sandboxed(options, { commandLayer: layer.port });
	const run = async (argv: readonly string[], status = DONE, output = ''): Promise<string> => {
		const created = await create(made.world, argv);
		if (!created.ok) throw new Error(created.failure.message);
		made.played.at(-1)?.say(output);
		await made.played.at(-1)?.exit(status);
		return created.value.terminalId;
	};
	const endOf = (id: string) => made.world.host.waitForTerminalExit('s1', id, never);
	const settledCommands = () =>
		made.world.events.flatMap((event) => (event.type === 'command-settled' ? [event.command] : []));
	return { ...made, ...layer, run, endOf, settledCommands };
}

async function outputOf(world: World, id: string): Promise<string> {
	const output = await world.host.terminalOutput('s1', id);
	return output.ok ? output.value.output : '';
}

describe('A command that nobody has allowed', () => {
	test('runs in the layer and is not asked about where it changes nothing', async () => {
		const { world, run, played: terminals, endOf, settledCommands } = await layered();
		const id = await run(['npm', 'test']);
		expect(terminals[0]?.spawn.sandbox).toEqual(LAYER);
		expect(asks(world)).toBe(0);
		expect(await endOf(id)).toEqual(succeed(DONE));
		expect(settledCommands()).toMatchObject([
			{ command: 'npm test', exitCode: 0, because: 'changed nothing', changes: [] },
		]);
	});

	test('ends for its agent only once its changes are taken', async () => {
		const { world, run, state, applied, discarded, endOf, settledCommands } = await layered();
		state.changes = [change('a.txt'), change('.git/index')];
		const id = await run(['npm', 'run', 'gen']);
		const [question] = questions(world);
		expect(question).toMatchObject({ kind: 'permission', result: { exit: DONE, changes: [{ path: 'a.txt' }] } });
		expect(applied).toEqual([]);
		await answer(world, 'allow');
		expect(applied).toEqual(['a.txt']);
		expect(discarded).toEqual([]);
		expect(await endOf(id)).toEqual(succeed(DONE));
		expect(settledCommands()).toMatchObject([{ because: 'applied', changes: [{ path: 'a.txt', status: 'added' }] }]);
	});

	test('fails with words where its changes are discarded', async () => {
		const { world, run, state, applied, discarded, endOf, settledCommands } = await layered();
		state.changes = [change('a.txt')];
		const id = await run(['npm', 'run', 'gen'], DONE, 'done\n');
		await answer(world, 'reject');
		expect(applied).toEqual([]);
		expect(discarded).toEqual(['a.txt']);
		expect(await endOf(id)).toEqual(succeed(FAILED));
		expect(await outputOf(world, id)).toMatch(/^done\n\n\[.* changed a\.txt\. The user discarded these changes.*\]/);
		expect(settledCommands()).toMatchObject([{ because: 'discarded', exitCode: 1 }]);
		const exited = world.events.find(({ type }) => type === 'terminal-exited');
		expect(exited).toMatchObject({ terminalId: id, exit: FAILED, isDiscarded: true });
		expect(world.app.getState().terminals.get(id)).toMatchObject({ isDiscarded: true });
	});

	test('keeps its exit code in plan mode, and its changes are dropped', async () => {
		const { world, run, state, applied, discarded, endOf } = await layered({ mode: 'plan' });
		state.changes = [change('a.txt')];
		const id = await run(['npm', 'run', 'gen']);
		expect(asks(world)).toBe(0);
		expect([applied, discarded]).toEqual([[], ['a.txt']]);
		expect(await endOf(id)).toEqual(succeed(DONE));
		expect(await outputOf(world, id)).toContain('Plan mode is on');
	});

	test('changes what accept edits mode lets an edit change, and nothing else unasked', async () => {
		const { world, run, state, applied } = await layered({ mode: 'acceptEdits' });
		state.changes = [change('a.txt')];
		await run(['npm', 'run', 'gen']);
		expect([asks(world), applied]).toEqual([0, ['a.txt']]);
		state.changes = [change('b.txt'), change('.vscode/tasks.json')];
		await run(['npm', 'run', 'gen']);
		expect(asks(world)).toBe(1);
		expect(applied).toEqual(['a.txt']);
	});

	test('loses its changes without a terminal, and counts as denied with the rule that allows it', async () => {
		const { run, state, applied, discarded, endOf, world } = await layered({ isHeadless: true });
		state.changes = [change('a.txt')];
		const id = await run(['npm', 'run', 'gen']);
		expect([applied, discarded]).toEqual([[], ['a.txt']]);
		expect(await endOf(id)).toEqual(succeed(FAILED));
		const decided = world.events.flatMap((event) => (event.type === 'decided' ? [event.verdict] : []));
		expect(decided).toMatchObject([
			{ decision: 'denied', because: expect.stringContaining('--allow "Execute(npm run gen') },
		]);
	});

	test('changes nothing where a rule denies one of its changes', async () => {
		const rules = [{ ...rule('Edit(secret/**)'), decision: 'deny' as const }];
		const { world, run, state, applied, discarded } = await layered({ rules, mode: 'acceptEdits' });
		state.changes = [change('a.txt'), change('secret/key')];
		const id = await run(['make', 'all']);
		expect(asks(world)).toBe(0);
		expect([applied, discarded]).toEqual([[], ['a.txt', 'secret/key']]);
		expect(await outputOf(world, id)).toContain('A rule denies that');
	});

	test('hears once what is on the copy alone, where what reads finds it from then on', async () => {
		const { world, run, state, played: terminals, settledCommands } = await layered();
		await run(['ls']);
		expect(terminals.at(-1)?.spawn.sandbox).toEqual({ files: 'read' });
		state.ignored = ['dist'];
		const id = await run(['npm', 'run', 'build']);
		expect(await outputOf(world, id)).toMatch(/\[dist is changed on acp-tui’s copy of the workspace alone/);
		expect(await outputOf(world, await run(['npm', 'run', 'build']))).not.toContain('copy');
		await run(['cat', 'dist/x.js']);
		expect(terminals.at(-1)?.spawn.sandbox).toEqual(LAYER);
		expect(settledCommands().map(({ because }) => because)).toEqual([
			'read',
			'changed nothing',
			'changed nothing',
			'read',
		]);
		expect(asks(world)).toBe(0);
	});

	test.each([
		['its turn is stopped', 'cancel'],
		['its agent ends it', 'kill'],
	])('changes nothing once %s, whatever the mode', async (_, how) => {
		const { world, state, applied, discarded, played: terminals } = await layered({ mode: 'acceptEdits' });
		const created = await create(world, ['npm', 'run', 'gen']);
		state.changes = [change('a.txt')];
		if (how === 'cancel') world.app.dispatch({ type: 'cancel' });
		else if (created.ok) await world.host.killTerminal('s1', created.value.terminalId);
		await settle();
		await terminals.at(-1)?.exit(DONE);
		expect([applied, discarded]).toEqual([[], ['a.txt']]);
	});

	test('is ended where its agent ignores that it is to stop', async () => {
		const { world, endOf } = await layered();
		const created = await create(world, ['npm', 'test']);
		await happen(world, { type: 'cancel' });
		world.app.dispatch({ type: 'cancel-ignored', turnId: world.app.getState().turn?.id ?? '' });
		expect(created.ok && (await endOf(created.value.terminalId))).toMatchObject({ value: { signal: 'SIGTERM' } });
	});

	test('is ended before it fills the disk', async () => {
		const { world, state, discarded, endOf } = await layered();
		const created = await create(world, ['npm', 'run', 'gen']);
		state.changes = [change('huge')];
		state.isFull = true;
		world.advance(1000);
		expect(await asksNow(world)).toBe(0);
		expect(discarded).toEqual(['huge']);
		expect(created.ok && (await endOf(created.value.terminalId))).toMatchObject({ value: { signal: 'SIGTERM' } });
	});

	test('hears what could not be applied', async () => {
		const { world, run, state, endOf, discarded } = await layered();
		state.changes = [change('a.txt'), change('b.txt')];
		state.skipped = ['b.txt'];
		const id = await run(['npm', 'run', 'gen']);
		await answer(world, 'allow');
		expect(await endOf(id)).toEqual(succeed(FAILED));
		expect(await outputOf(world, id)).toContain('but for b.txt (changed since)');
		expect(discarded).toEqual(['b.txt']);
	});

	test('asks for the network it lacks, and what it left in the layer is dropped', async () => {
		const { world, run, state, discarded, played: terminals } = await layered();
		state.changes = [change('half.txt')];
		await run(['make', 'all'], FAILED, 'curl: (6) Could not resolve host: example.com\n');
		expect(questions(world)).toMatchObject([{ failedInSandbox: { obstacle: 'network' } }]);
		await answer(world, 'with-network');
		await settle();
		expect(discarded).toEqual(['half.txt']);
		expect(terminals.at(-1)?.spawn.sandbox).toEqual({ files: 'layer', network: true });
	});

	test('is dropped with its changes when the turn is stopped while it is asked about', async () => {
		const { world, run, state, applied, discarded } = await layered();
		state.changes = [change('a.txt')];
		await run(['npm', 'run', 'gen']);
		await happen(world, { type: 'cancel' });
		expect([applied, discarded]).toEqual([[], ['a.txt']]);
	});
});

describe('A command is asked about first', () => {
	test.each([
		['sudo', ['sudo', 'make']],
		['a daemon', ['docker', 'run', 'x']],
		['another machine', ['ssh', 'host', 'ls']],
		['the network', ['npm', 'install']],
		['what lies outside', ['cp', '/etc/passwd', 'x']],
		['the home folder', ['sh', '-c', 'cat ~/.netrc > x']],
		['git', ['git', 'commit', '-m', 'x']],
	])('that is about %s', async (_, argv) => {
		const { world, played: terminals } = await layered();
		void create(world, argv);
		expect(await asksNow(world)).toBe(1);
		expect(terminals).toEqual([]);
	});

	test('that a deny rule or an ask rule is about, or may be', async () => {
		const { world } = await layered({ rules: [{ ...rule('Execute(make *)'), decision: 'ask' }] });
		void create(world, ['make', 'x']);
		expect(await asksNow(world)).toBe(1);
		const other = await layered({ rules: [{ ...rule('Execute(make all)'), decision: 'deny' }] });
		void create(other.world, ['frobnicate', 'x']);
		await settle();
		expect(asks(other.world)).toBe(1);
	});
});

test('A file that was written over after its command’s changes were taken counts as changed without asking.', async () => {
	for (const [text, known] of [
		['new\n', { type: 'allowed' }],
		['over it\n', { type: 'named', title: 'Write behind your back' }],
	] as const) {
		const snapshots = createFakeSnapshots();
		const layer = played();
		const { world, played: terminals } = await sandboxed({}, { commandLayer: layer.port, snapshots: snapshots.port });
		snapshots.disk = world.disk;
		layer.state.changes = [change('a.txt')];
		await create(world, ['npm', 'run', 'gen']);
		await terminals.at(-1)?.exit(DONE);
		await answer(world, 'allow');
		const locations = [{ path: '/w/a.txt' }];
		await happen(world, {
			type: 'tool',
			patch: { id: 'w', title: 'Write behind your back', kind: 'edit', status: 'completed', locations },
		});
		world.disk.set('/w/a.txt', text);
		await end(world);
		await settleFiles();
		const sets = world.app.getState().changes.sets.flatMap(({ files }) => files);
		expect(sets).toMatchObject([{ path: 'a.txt', known }]);
	}
});
