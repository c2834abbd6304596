import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChosenText } from '../../../src/core/chosen-text.js';
import { createFiles } from '../../../src/services/files/files.js';
import { createSnapshots } from '../../../src/services/snapshots/snapshots.js';
import { allHunks, type HunkChoice, hunkChoice, withDecisions } from '../../../src/view/code/hunk-choice.js';
import { textWith } from '../../../src/view/code/hunks.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { OPTIONS } from '../requests.js';
import { createWorld, never, send, settle, until, type World } from '../world.js';

/** At full size 10,000 changes, half of them without git. */
const RUNS = env['ACP_TUI_LONG'] === '1' ? 834 : 1;
const AT_ONCE = 6;
const MODE = 0o750;

const line = fc.constantFrom('a', 'b', '', 'ü', '\tx');
const block = fc.array(line, { maxLength: 5 });
const SAME = Array.from({ length: 8 }, (_, at) => `same ${at}`);
/** Texts before and after, with one kind of line ends, with or without a byte order mark and an end of the last line. */
const change = fc
	.record({
		blocks: fc.array(fc.tuple(block, block), { minLength: 2, maxLength: 4 }),
		ending: fc.constantFrom('\n', '\r\n'),
		mark: fc.constantFrom('', '\ufeff'),
		ends: fc.tuple(fc.boolean(), fc.boolean()),
		isThroughUs: fc.boolean(),
		taken: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
	})
	.map(({ blocks, ending, mark, ends, ...rest }) => {
		const textOf = (side: 0 | 1): string => {
			const text = blocks.flatMap((each) => [...SAME, ...each[side]]).join(ending);
			return `${mark}${text}${ends[side] ? ending : ''}`;
		};
		return { old: textOf(0), fresh: textOf(1), ...rest };
	})
	.filter(({ old, fresh }) => old !== fresh);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Waits for the disk, and for what the clock of the app brings. */
async function eventually(world: World, isSo: () => boolean): Promise<void> {
	while (!isSo()) {
		await new Promise((done) => setTimeout(done, 5));
		world.advance(500);
		await settle();
	}
}

/** Answers the question in front with every other hunk or so; the choice. */
async function choose(world: World, optionId: string, { taken }: Change): Promise<HunkChoice> {
	await until(world, ({ questions }) => questions.length > 0);
	const [question] = world.app.getState().questions;
	const choice = question?.kind === 'permission' ? hunkChoice(question.request) : null;
	if (question === undefined || choice === null) throw new Error('no hunks');
	const hunks = allHunks(choice);
	const decided = hunks.reduce(
		(all, hunk, at) => withDecisions(all, [hunk], (at === 0 ? hunks.length === 1 : taken[at]) ? 'take' : 'leave'),
		withDecisions(choice, hunks.slice(-1), 'take'),
	);
	const chosen: readonly ChosenText[] = decided.chosen;
	world.app.dispatch({
		...{ type: 'answer', questionId: question.id },
		outcome: {
			type: 'selected',
			optionId: decided.taken === 0 ? optionId.replace(/allow|yes/, 'no') : optionId,
			chosen,
		},
	});
	return decided;
}

test.each(['with git', 'without git'])(
	'The hunks that were taken are written byte for byte, and undone byte for byte, %s.',
	async (how) => {
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (changes) => {
				const folder = temporaryFolder();
				const workspace = join(folder, 'work');
				mkdirSync(workspace);
				for (const [at, { old }] of changes.entries()) {
					writeFileSync(join(workspace, `${at}`), old);
					chmodSync(join(workspace, `${at}`), MODE);
				}
				if (how === 'with git') {
					const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'ignore' });
					git('init', '-q');
					git('add', '0', '1');
				}
				const snapshots = createSnapshots({ workspace, stateDir: join(folder, 'state'), env });
				const files = createFiles({ workspace });
				const world = createWorld({ cwd: workspace, partialWay: 'takeBack' }, { snapshots, files });
				world.app.start();
				await until(world, ({ connection }) => connection.phase === 'ready');
				send(world, 'go');
				// Once the files are kept: an app that sees much time pass goes on without them.
				while (world.prompts.length === 0) await new Promise((done) => setTimeout(done, 5));
				const { sessionId } = world.app.getState();
				const expected: string[] = [];
				for (const [at, each] of changes.entries())
					expected.push(await decideOn(world, sessionId ?? '', { workspace, at, each }));
				world.prompts[0]?.end.resolve({ ok: true, value: { reason: 'end_turn' } });
				await eventually(world, () => world.app.getState().changes.sets.length > 0);
				for (const [at, text] of expected.entries()) {
					expect(readFileSync(join(workspace, `${at}`)), `${at}`).toEqual(Buffer.from(text));
					expect(statSync(join(workspace, `${at}`)).mode & 0o777).toBe(MODE);
				}
				world.app.dispatch({ type: 'undo' });
				await eventually(world, () => !world.app.getState().changes.isRestoring);
				for (const [at, { old }] of changes.entries())
					expect(readFileSync(join(workspace, `${at}`)), `${at}`).toEqual(Buffer.from(old));
				expect(existsSync(join(workspace, 'new'))).toBe(false);
				await world.app.close();
				await snapshots.close();
			}),
			{ numRuns: RUNS, ...(RUNS > 50 ? {} : { endOnFailure: true }) },
		);
	},
	3_600_000,
);

type Place = { readonly workspace: string; readonly at: number; readonly each: Change };

/** A change that is asked about, of which a part is taken; what the file is to hold. */
async function decideOn(world: World, sessionId: string, { workspace, at, each }: Place): Promise<string> {
	const path = join(workspace, `${at}`);
	const { old, fresh, isThroughUs } = each;
	// Agents send lines that end with a line feed alone.
	const content = isThroughUs ? fresh.replaceAll('\r\n', '\n') : fresh;
	const asked = isThroughUs
		? world.host.writeTextFile({ sessionId, path, content }, never)
		: world.host.requestPermission(
				{
					...{ sessionId, isExitPlan: false, paths: [path], options: OPTIONS },
					patch: {
						...{ id: `c${at}`, title: 'Edit', kind: 'edit', status: 'in_progress' },
						content: [{ type: 'diff', path, oldText: old, newText: fresh }],
					},
				},
				never,
			);
	const { files, decisions, taken } = await choose(world, isThroughUs ? 'allow' : 'yes', each);
	await asked;
	if (!isThroughUs && taken > 0) {
		writeFileSync(path, fresh);
		world.app.dispatch({ type: 'tool', patch: { id: `c${at}`, status: 'completed' } });
	}
	const [file] = files;
	if (file === undefined || taken === 0) return old;
	const text = textWith(file.file, (hunk) => decisions.get(hunk) ?? 'leave');
	await eventually(world, () => readFileSync(path, 'utf8') === text || taken === 0);
	return text;
}
