import { describe, expect, test } from 'vitest';
import { fail, type Result, succeed } from '../../../src/core/failure.js';
import { rule } from '../../core/policy/requests.js';
import { editRequest } from '../requests.js';
import { answer, deferred, never } from '../world.js';
import {
	announce,
	ask,
	dispatch,
	endTurn,
	hint,
	notes,
	openScene,
	reported,
	reports,
	type Scene,
	settleFiles,
	workingScene,
	write,
} from './scene.js';

describe('A turn', () => {
	test('tells what it changed, with the texts to show.', async () => {
		const scene = await workingScene();
		write(scene, 'a.ts', 'new a\n');
		write(scene, 'c.ts', 'c\n');
		scene.world.disk.delete('/w/b.ts');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['changed: a.ts modified unknown, b.ts deleted unknown, c.ts added unknown']);
		expect(reports(scene)[0]?.files.map((file) => file.diff)).toEqual([
			{ type: 'diff', path: '/w/a.ts', oldText: 'old a\n', newText: 'new a\n' },
			{ type: 'diff', path: '/w/b.ts', oldText: 'old b\n', newText: '' },
			{ type: 'diff', path: '/w/c.ts', oldText: null, newText: 'c\n' },
		]);
	});

	test.each<[string, (scene: Scene) => Promise<void> | void, string]>([
		['its own tool call names the file', (scene) => announce(scene, 'Edit a.ts', 'edit', '/w/a.ts'), 'named'],
		['its tool call only read the file', (scene) => announce(scene, 'Read a.ts', 'read', '/w/a.ts'), 'unknown'],
		['it ran a command of its own', (scene) => announce(scene, 'make', 'execute'), 'ran'],
		['its call deleted the folder', (scene) => announce(scene, 'Delete', 'delete', '/w'), 'ran'],
		[
			'the user allowed it',
			async ({ world }) => {
				const asked = world.host.requestPermission(editRequest(), never);
				await answer(world, 'yes');
				await asked;
			},
			'allowed',
		],
		[
			'the user allowed a command',
			async ({ world }) => {
				const terminal = world.host.createTerminal({ sessionId: 's1', command: 'make', args: [], env: [] }, never);
				await answer(world, 'allow');
				await terminal;
			},
			'beside',
		],
	])('says what is known: %s.', async (_, happen, known) => {
		const scene = await workingScene();
		await happen(scene);
		write(scene, 'a.ts', 'new a\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual([`changed: a.ts modified ${known}`]);
	});

	test('What was allowed in one turn explains nothing in the next.', async () => {
		const scene = await workingScene({ mode: 'acceptEdits' });
		await scene.world.host.writeTextFile({ sessionId: 's1', path: '/w/a.ts', content: 'one\n' }, never);
		await endTurn(scene);
		await ask(scene, 'again');
		write(scene, 'a.ts', 'two\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['changed: a.ts modified allowed', 'changed: a.ts modified unknown']);
	});

	test('A file that was not kept is listed with the reason.', async () => {
		const scene = await openScene();
		scene.snapshots.notSaved.add('big.bin');
		write(scene, 'big.bin', 'x');
		await ask(scene, 'go');
		write(scene, 'big.bin', 'y');
		await endTurn(scene);
		expect(reports(scene)[0]?.files).toMatchObject([{ path: 'big.bin', canRestore: false, gap: 'too large' }]);
	});
});

describe('The first snapshot', () => {
	test('holds the prompt back until it is there.', async () => {
		const scene = await openScene();
		const taking = deferred<Result<void>>();
		scene.snapshots.onTake = () => taking.promise;
		await ask(scene, 'go');
		expect(scene.world.prompts).toHaveLength(0);
		taking.resolve(succeed(undefined));
		await settleFiles();
		expect(scene.world.prompts).toHaveLength(1);
	});

	test('holds it back for a second and a half at most; what it missed is said.', async () => {
		const scene = await openScene();
		const taking = deferred<Result<void>>();
		scene.snapshots.onTake = () => taking.promise;
		await ask(scene, 'go');
		scene.world.advance(1500);
		await settleFiles();
		expect(scene.world.prompts).toHaveLength(1);
		scene.snapshots.onTake = async () => succeed(undefined);
		taking.resolve(succeed(undefined));
		await settleFiles();
		write(scene, 'a.ts', 'new a\n');
		await endTurn(scene);
		expect(reports(scene)).toMatchObject([{ remark: expect.stringContaining('began before the files were kept') }]);
	});

	test('A turn that is stopped while the files are kept never reaches the agent, and ends.', async () => {
		const scene = await openScene();
		const taking = deferred<Result<void>>();
		scene.snapshots.onTake = () => taking.promise;
		await ask(scene, 'go');
		await dispatch(scene, { type: 'cancel' });
		taking.resolve(succeed(undefined));
		await settleFiles();
		expect(scene.world.prompts).toHaveLength(0);
		expect(scene.world.app.getState().turn).toBeNull();
	});

	test.each(['default', 'plan'] as const)('that fails is reported once, and the turn goes on (%s).', async (mode) => {
		const scene = await openScene({ mode });
		scene.snapshots.onTake = async () => fail('disk-full', 'The disk is full.');
		await ask(scene, 'go');
		write(scene, 'a.ts', 'new a\n');
		await endTurn(scene);
		await ask(scene, 'again');
		await endTurn(scene);
		expect(scene.world.prompts).toHaveLength(2);
		expect(notes(scene).filter((note) => note.title.includes('The disk is full.'))).toHaveLength(1);
		expect(reported(scene)).toEqual([]);
	});
});

test('A port that throws is a failure like any other.', async () => {
	const scene = await openScene();
	scene.snapshots.onTake = () => Promise.reject(new Error('It fell over.'));
	await ask(scene, 'go');
	expect(scene.world.prompts).toHaveLength(1);
	expect(notes(scene).at(-1)?.title).toContain('It fell over.');
});

describe('Plan mode', () => {
	test('reports a change during the turn, once, and what comes later in the same place.', async () => {
		const scene = await workingScene({ mode: 'plan' });
		write(scene, 'a.ts', 'new a\n');
		await hint(scene);
		expect(reported(scene)).toEqual(['tampering: a.ts modified unknown']);
		await hint(scene);
		expect(scene.world.events.filter((event) => event.type === 'plan-tampering')).toHaveLength(1);
		announce(scene, 'Edit a.ts', 'edit', '/w/a.ts');
		write(scene, 'c.ts', 'c\n');
		await hint(scene);
		await endTurn(scene);
		expect(reported(scene)).toEqual(['tampering: a.ts modified named, c.ts added unknown']);
	});

	test('An agent that changed files by itself is only watched from then on; nobody’s change is nobody’s.', async () => {
		const scene = await workingScene({ mode: 'plan' });
		write(scene, 'b.ts', 'new b\n');
		await endTurn(scene);
		expect(scene.world.app.getState().changes.hasActedAlone).toBe(false);
		await ask(scene, 'again');
		announce(scene, 'Edit a.ts', 'edit', '/w/a.ts');
		write(scene, 'a.ts', 'new a\n');
		await endTurn(scene);
		expect(scene.world.app.getState().changes.hasActedAlone).toBe(true);
	});

	test('A file that the agent puts back by itself is as before again.', async () => {
		const scene = await workingScene({ mode: 'plan' });
		write(scene, 'a.ts', 'new a\n');
		await hint(scene);
		write(scene, 'a.ts', 'old a\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['tampering: ']);
		expect(scene.world.app.getState().changes.sets).toEqual([]);
	});

	test('What a redirection of an allowed command writes is allowed, and the rest may be its doing.', async () => {
		const scene = await workingScene({ rules: [rule('Execute')] });
		const request = { sessionId: 's1', command: 'make > out.txt', args: [], env: [] };
		expect(await scene.world.host.createTerminal(request, never)).toMatchObject({ ok: true });
		write(scene, 'out.txt', 'made\n');
		write(scene, 'report.txt', 'fine\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['changed: out.txt added allowed, report.txt added beside']);
	});

	test('What a rule for plan mode allows is no tampering.', async () => {
		const scene = await workingScene({
			mode: 'plan',
			rules: [
				{
					decision: 'allow',
					text: 'plan:Execute(make lint)',
					origin: 'user',
					inPlan: true,
					matcher: { type: 'command', words: ['make', 'lint'], openEnd: false },
				},
			],
		});
		const request = { sessionId: 's1', command: 'make', args: ['lint'], env: [] };
		expect(await scene.world.host.createTerminal(request, never)).toMatchObject({ ok: true });
		write(scene, 'report.txt', 'fine\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['changed: report.txt added beside']);
	});

	test('that goes on in the middle of a turn does not blame what was before.', async () => {
		const scene = await workingScene();
		write(scene, 'a.ts', 'new a\n');
		await dispatch(scene, { type: 'set-mode', mode: 'plan' });
		write(scene, 'b.ts', 'new b\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual([
			'tampering: b.ts modified unknown',
			'changed: a.ts modified unknown, b.ts modified unknown',
		]);
	});

	test('that is left in the middle of a turn does not blame what comes after.', async () => {
		const scene = await workingScene({ mode: 'plan' });
		write(scene, 'a.ts', 'new a\n');
		await dispatch(scene, { type: 'set-mode', mode: 'default' });
		write(scene, 'b.ts', 'new b\n');
		await endTurn(scene);
		expect(reported(scene)).toEqual([
			'tampering: a.ts modified unknown',
			'changed: a.ts modified unknown, b.ts modified unknown',
		]);
	});
});

describe('What this program writes for the user', () => {
	const exported = async (scene: Scene, text = 'the transcript'): Promise<void> => {
		write(scene, 'export.md', text);
		await scene.world.app.wroteFile('/w/export.md', 'the transcript');
	};

	test.each(['default', 'plan'] as const)(
		'is no change of the agent’s in mode %s, and nothing to undo.',
		async (mode) => {
			const scene = await workingScene({ mode });
			await exported(scene);
			await hint(scene);
			await endTurn(scene);
			expect(reported(scene)).toEqual([]);
			expect(scene.world.app.getState().changes.sets).toEqual([]);
		},
	);

	test('is reported when somebody changed it since, or before.', async () => {
		const scene = await workingScene();
		await exported(scene, 'something else');
		await endTurn(scene);
		expect(reported(scene)).toEqual(['changed: export.md added unknown']);
		const again = await openScene();
		write(again, 'export.md', 'an older one');
		await ask(again, 'go');
		await exported(again);
		await endTurn(again);
		expect(reported(again)).toEqual(['changed: export.md modified unknown']);
	});

	test('explains nothing in the next turn.', async () => {
		const scene = await workingScene();
		await exported(scene);
		await endTurn(scene);
		scene.world.disk.delete('/w/export.md');
		await ask(scene, 'again');
		write(scene, 'export.md', 'the transcript');
		await endTurn(scene);
		expect(reported(scene).at(-1)).toBe('changed: export.md added unknown');
	});
});
