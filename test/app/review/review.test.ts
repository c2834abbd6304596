import { expect, test, vi } from 'vitest';
import { fail, succeed } from '../../../src/core/failure.js';
import type { Ports } from '../../../src/core/ports.js';
import type {
	ReviewedFile,
	ReviewList,
	ReviewMarksPort,
	ReviewPort,
	ReviewRequest,
	ReviewState,
	ReviewTexts,
	StoredNote,
	ViewedContent,
} from '../../../src/core/review/review.js';
import { restoredSummary, restoredWords } from '../../../src/core/session/changes/restored-files.js';
import { countLines } from '../../../src/services/shadow/line-counts.js';
import {
	ask,
	dispatch,
	endTurn,
	notes,
	openScene,
	read,
	reported,
	type Scene,
	settleFiles,
	workingScene,
	write,
} from '../changes/scene.js';
import { settlePromises } from '../world.js';

const OLD = 'old a\n';

/** Working tree against HEAD, in which `a.ts` is `old a`; what is staged is `index`. */
function fakeGit(disk: () => Map<string, string>) {
	const now = (): string | null => disk().get('/w/a.ts') ?? null;
	const state = {
		index: OLD,
		isStaged: 'none' as NonNullable<ReviewedFile['staged']>,
		staged: [] as (string | null)[],
		isThere: true,
		keeps: null as string | null,
		prepared: null as ReviewTexts | null,
	};
	const list = (range: string): ReviewList => ({
		...{ range, title: 'working tree against HEAD', top: '/w', notes: [], can: { stage: true, takeBack: true } },
		files: [
			{
				...{ path: 'a.ts', status: 'modified', added: null, removed: null, version: `v ${now()}`, isViewed: false },
				staged: state.isStaged,
			},
		],
	});
	const isShown = (version: string): boolean => version === `v ${now()}`;
	const changed = fail('changed', 'a.ts changed since it was shown.');
	const review: ReviewPort = {
		list: async (range) =>
			state.isThere ? succeed(list(range)) : fail('usage', 'There is no repository.', { hint: 'Try HEAD.' }),
		count: async (known) => ({ ...known, files: known.files.map((file) => ({ ...file, added: 1, removed: 2 })) }),
		texts: async (_, { path, version }) =>
			isShown(version) ? succeed({ path, version, oldText: OLD, newText: now(), indexText: state.index }) : changed,
		async prepare(texts) {
			state.prepared = texts;
		},
		textOf: async (_, path, side) => (side === 'old' ? OLD : (disk().get(`/w/${path}`) ?? null)),
		contentOf: async (_, { version }) => `content of ${version}`,
		async stage(_, { version }, how, patch) {
			if (!isShown(version)) return changed;
			state.staged.push(`${how} ${patch}`);
			return succeed(undefined);
		},
		async takeBack(_, { version }, text) {
			if (!isShown(version)) return changed;
			disk().set('/w/a.ts', text ?? OLD);
			return succeed(state.keeps);
		},
		countLines,
	};
	return { review, state };
}

function fakeMarks(): ReviewMarksPort {
	let viewed: ViewedContent[] = [];
	let kept: StoredNote[] = [];
	return {
		load: async () => ({ viewed, notes: kept }),
		async setViewed(_, each, isViewed) {
			viewed = isViewed ? [...viewed, each] : viewed.filter(({ content }) => content !== each.content);
			return succeed(undefined);
		},
		async saveNote(_, note) {
			kept = [...kept.filter(({ id }) => id !== note.id), note];
			return succeed(undefined);
		},
		async dropNote(_, id) {
			kept = kept.filter((note) => note.id !== id);
			return succeed(undefined);
		},
	};
}

type Opened = { readonly scene: Scene; readonly git: ReturnType<typeof fakeGit>['state'] };

async function open(how: typeof openScene = openScene): Promise<Opened> {
	const { review, state } = fakeGit(() => scene.world.disk);
	const ports: Partial<Ports> = { review, reviewMarks: fakeMarks() };
	const scene: Scene = await how({}, ports);
	return { scene, git: state };
}

const known = ({ world }: Scene): ReviewState | null => world.app.getLookups().review;
const fileOf = (scene: Scene, path = 'a.ts') => known(scene)?.list?.files.find((file) => file.path === path);

/** Asks for something with the file as it is listed now. */
async function request(
	scene: Scene,
	given: ReviewRequest | Pick<ReviewRequest & { path: string }, 'do'>,
	more = {},
): Promise<void> {
	const { path, version } = fileOf(scene) ?? { path: 'a.ts', version: '' };
	await dispatch(scene, { type: 'review', request: { path, version, ...given, ...more } as ReviewRequest });
	await settleFiles();
}

const list = (scene: Scene, range: string) => request(scene, { do: 'list', range });
const summary = ({ world }: Scene): string => restoredSummary(world.app.getState().changes.unreported);
const agentWords = ({ world }: Scene): string => restoredWords(world.app.getState().changes.unreported);

test('a list comes before its counts; marks and notes follow the content', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'one\nnoted line\n');
	const seen: unknown[] = [];
	scene.world.app.subscribe(() => seen.push(fileOf(scene)?.added));
	await list(scene, 'HEAD');
	expect([...new Set(seen)]).toEqual([undefined, null, 1]);
	// The first file comes with the list, compared.
	expect(known(scene)?.texts).toMatchObject({ oldText: OLD, newText: 'one\nnoted line\n', indexText: OLD });
	expect(known(scene)?.texts).toBe(git.prepared);
	await request(scene, { do: 'view' }, { isViewed: true });
	const note = { id: 'n1', path: 'a.ts', line: 2, side: 'new', text: 'why?', excerpt: 'noted  line' } as const;
	await request(scene, { do: 'note', note });
	expect(known(scene)?.list?.notes).toEqual([{ ...note, excerpt: 'noted line' }]);
	expect(fileOf(scene)).toMatchObject({ isViewed: true, added: 1 });

	write(scene, 'a.ts', 'zero\none\nnoted line\n');
	await list(scene, 'HEAD');
	expect(fileOf(scene)?.isViewed).toBe(false);
	expect(known(scene)?.list?.notes[0]).toMatchObject({ line: 3 });
	write(scene, 'a.ts', 'one\n');
	await list(scene, 'HEAD');
	expect(known(scene)?.list?.notes[0]).toMatchObject({ line: 2, isGone: true });
	write(scene, 'a.ts', 'one\nnoted line\n');
	await list(scene, 'HEAD');
	expect(known(scene)?.list?.notes).toEqual([{ ...note, excerpt: 'noted line' }]);
	expect(fileOf(scene)?.isViewed).toBe(true);
	await request(scene, { do: 'drop-note', id: 'n1' });
	expect(known(scene)?.list?.notes).toEqual([]);
});

test('of the session, what was shown is marked as viewed, not what was written since', async () => {
	const { scene } = await open(workingScene);
	write(scene, 'a.ts', 'seen\n');
	await endTurn(scene);
	await list(scene, 'session');
	write(scene, 'a.ts', 'unseen\n');
	await request(scene, { do: 'view' }, { isViewed: true });
	for (const text of ['unseen\n', 'seen\n']) {
		write(scene, 'a.ts', text);
		await list(scene, 'session');
		expect([text, fileOf(scene)?.isViewed]).toEqual([text, text === 'seen\n']);
	}
});

test('of many files that may be large, few are in memory at a time', async () => {
	const { scene } = await open(workingScene);
	for (let at = 0; at < 20; at += 1) write(scene, `many/${at}.ts`, 'x\n');
	await endTurn(scene);
	const { files } = scene.world.ports;
	const { read } = files;
	let reading = 0;
	let most = 0;
	const counting: typeof read = async (...given) => {
		reading += 1;
		most = Math.max(most, reading);
		await settlePromises();
		reading -= 1;
		return read(...given);
	};
	Object.assign(files, { read: counting });
	await list(scene, 'session');
	await vi.waitFor(() => expect(known(scene)?.list?.files.map(({ added }) => added)).toEqual(Array(20).fill(1)));
	expect(most).toBeLessThan(8);
});

test('after staging and unstaging the shown texts have the index as it is then, and the same texts stay else', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'new a\n');
	await list(scene, 'HEAD');
	await request(scene, { do: 'show' });
	const shown = known(scene)?.texts;
	await list(scene, 'HEAD');
	expect(known(scene)?.texts).toBe(shown);
	for (const [how, index] of [
		['stage', 'new a\n'],
		['unstage', OLD],
	] as const) {
		git.index = index;
		await request(scene, { do: how }, { patch: 'PATCH' });
		expect(known(scene)?.texts).toEqual({ ...shown, indexText: index });
	}
});

test('of the reads of the file that is shown first, the one after the last look counts', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'new a\n');
	const { review } = scene.world.ports;
	if (review === undefined) throw new Error('no review');
	const { texts } = review;
	const held: (() => void)[] = [];
	const holding: typeof texts = async (...given) => {
		const read = await texts(...given);
		await new Promise<void>((go) => held.push(go));
		return read;
	};
	Object.assign(review, { texts: holding });
	const late = async (): Promise<void> => {
		scene.world.advance(50);
		await settleFiles();
	};
	await list(scene, 'HEAD');
	await late();
	git.index = 'new a\n';
	await request(scene, { do: 'stage' }, { patch: null });
	await late();
	for (const go of held) go();
	await request(scene, { do: 'show' });
	expect(known(scene)?.texts?.indexText).toBe('new a\n');
});

test('hunks are said to be a part of the file only where they are not all of it', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'new a\n');
	await list(scene, 'HEAD');
	const words = async (how: 'stage' | 'unstage', then: typeof git.isStaged) => {
		git.isStaged = then;
		await request(scene, { do: how }, { patch: 'PATCH' });
		return known(scene)?.outcome?.words;
	};
	expect([await words('stage', 'part'), await words('stage', 'all')]).toEqual([
		'Staged a part of a.ts.',
		'Staged a.ts.',
	]);
	expect(await words('unstage', 'part')).toBe('Unstaged a part of a.ts.');
	expect(await words('unstage', 'none')).toBe('Unstaged a.ts.');
});

test('what changed since it was shown is not staged, and the list is looked up anew', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'new a\n');
	await list(scene, 'HEAD');
	await request(scene, { do: 'stage' }, { patch: 'PATCH' });
	expect(git.staged).toEqual(['stage PATCH']);
	expect(known(scene)?.outcome).toMatchObject({ id: 1, isFailure: false });
	write(scene, 'a.ts', 'newer a\n');
	await request(scene, { do: 'unstage' }, { patch: null });
	expect(git.staged).toHaveLength(1);
	expect(known(scene)?.outcome).toMatchObject({ id: 2, isFailure: true });
	expect(fileOf(scene)?.version).toBe('v newer a\n');
});

test('what is taken back of the working tree is announced to the agent, and /undo brings it back', async () => {
	const { scene, git } = await open();
	write(scene, 'a.ts', 'new a\nmore\n');
	await list(scene, 'HEAD');
	await request(scene, { do: 'show' });
	const part = { taken: 1, total: 2, difference: '@@ -2,1 +1,0 @@\n-more\n' };
	await request(scene, { do: 'take-back' }, { text: 'new a\n', part });
	expect(read(scene, 'a.ts')).toBe('new a\n');
	expect(agentWords(scene)).toContain('took back 1 of 2 hunks of what was changed in "/w/a.ts"');
	expect(agentWords(scene)).toContain('-more\n');
	expect(summary(scene)).toBe('you took back a part of a.ts');
	expect(notes(scene).map(({ title }) => title)).toContain('Took back 1 of 2 hunks of a.ts');
	expect(known(scene)?.outcome?.words).toMatch(/^Took back a part of a\.ts/);
	git.keeps = 'the index has edits of its own there.';
	await request(scene, { do: 'take-back' }, { text: null });
	expect(known(scene)?.outcome).toMatchObject({
		words: expect.stringMatching(/^Took back a\.ts.*Still staged: the index/),
	});
	expect(read(scene, 'a.ts')).toBe(OLD);
	expect(agentWords(scene)).toContain('[The user took back what was changed in "/w/a.ts".');
	expect(summary(scene)).toContain('you took back a.ts');
	await dispatch(scene, { type: 'undo' });
	await dispatch(scene, { type: 'undo' });
	expect(read(scene, 'a.ts')).toBe('new a\nmore\n');
	await dispatch(scene, { type: 'redo' });
	expect(read(scene, 'a.ts')).toBe('new a\n');
	await ask(scene, 'go on');
	expect(JSON.stringify(scene.world.prompts.at(-1)?.blocks)).toContain('Read them again');
	expect(agentWords(scene)).toBe('');
});

test('in a running turn the agent hears of it at once where it takes words', async () => {
	const { scene } = await open(workingScene);
	write(scene, 'a.ts', 'new a\n');
	await list(scene, 'HEAD');
	await request(scene, { do: 'take-back' }, { text: null });
	expect(JSON.stringify(scene.world.steered)).toContain('took back what was changed');
	expect(agentWords(scene)).toBe('');
	scene.world.steered[0]?.answer.resolve(succeed('taken') as never);
	await endTurn(scene);
	// What the user did is no change of the agent's.
	expect(reported(scene)).toEqual([]);
});

test('the turn and the session are reviewed without git: what is taken back goes through /undo', async () => {
	const { scene, git } = await open(workingScene);
	write(scene, 'a.ts', 'first\n');
	write(scene, 'c.ts', 'c\n');
	await endTurn(scene);
	await ask(scene, 'more');
	write(scene, 'a.ts', 'first\nsecond\nthird\n');
	scene.world.disk.delete('/w/b.ts');
	await endTurn(scene);

	await list(scene, 'turn');
	const rows = () =>
		known(scene)?.list?.files.map(({ path, status, added, removed }) => `${path} ${status} ${added} ${removed}`);
	expect(rows()).toEqual(['a.ts modified 2 0', 'b.ts deleted 0 1']);
	await list(scene, 'session');
	expect(rows()).toEqual(['a.ts modified 3 1', 'b.ts deleted 0 1', 'c.ts added 1 0']);
	await list(scene, 'turn');
	await request(scene, { do: 'show' });
	expect(known(scene)?.texts).toMatchObject({ oldText: 'first\n', newText: 'first\nsecond\nthird\n' });
	expect(known(scene)?.texts).toBe(git.prepared);

	await request(
		scene,
		{ do: 'take-back' },
		{ text: 'first\nsecond\n', part: { taken: 1, total: 2, difference: '-third\n' } },
	);
	expect(read(scene, 'a.ts')).toBe('first\nsecond\n');
	expect(rows()).toEqual(['a.ts modified 1 0', 'b.ts deleted 0 1']);
	await request(scene, { do: 'show' });
	await request(scene, { do: 'take-back' }, { text: 'first\n' });
	expect(read(scene, 'a.ts')).toBe('first\n');
	expect(rows()).toEqual(['b.ts deleted 0 1']);
	expect(reported(scene)[1]).toContain('a.ts modified unknown (put back)');
	const { version } = fileOf(scene, 'b.ts') ?? {};
	await request(scene, { do: 'take-back' }, { path: 'b.ts', version, text: null });
	expect(read(scene, 'b.ts')).toBe('old b\n');
	await dispatch(scene, { type: 'redo' });
	expect(read(scene, 'b.ts')).toBe(undefined);
	await dispatch(scene, { type: 'redo' });
	await dispatch(scene, { type: 'redo' });
	expect(read(scene, 'a.ts')).toBe('first\nsecond\n');

	await list(scene, 'session');
	write(scene, 'a.ts', 'mine\n');
	await request(scene, { do: 'take-back' }, { text: null });
	expect(read(scene, 'a.ts')).toBe('mine\n');
	expect(known(scene)?.outcome).toMatchObject({ isFailure: true });
	await request(scene, { do: 'stage' }, { patch: null });
	expect(known(scene)?.outcome).toMatchObject({ isFailure: true });
});

test('nothing of a session without changes is reviewed', async () => {
	const { scene } = await open();
	await list(scene, 'turn');
	expect(known(scene)).toMatchObject({ list: null, outcome: { isFailure: true } });
});
