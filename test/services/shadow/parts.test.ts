import {
	chmodSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import { writeJournal } from '../../../src/services/shadow/apply/apply-journal.js';
import type { Shadow } from '../../../src/services/shadow/shadow.js';
import { type Hunk, hunksBetween, textWith } from '../../../src/view/code/hunks.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

const RUNS = env['ACP_TUI_LONG'] === '1' ? 300 : 1;
const AT_ONCE = 6;

const line = fc.constantFrom('a\n', 'b\n', 'c\n', 'd\r\n', '\n', 'ü\n');
const block = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));
/** Texts of a file before and after, with unchanged lines between what differs, and perhaps no line feed at the end. */
const texts = fc
	.array(fc.record({ old: block, fresh: block }), { minLength: 1, maxLength: 4 })
	.chain((blocks) =>
		fc.record({
			old: fc.constantFrom('', 'end').map((end) => blocks.map((each) => `${each.old}${SAME}`).join('') + end),
			fresh: fc.constantFrom('', 'end').map((end) => blocks.map((each) => `${each.fresh}${SAME}`).join('') + end),
		}),
	)
	.filter(({ old, fresh }) => old !== fresh);
const LATIN1 = Buffer.from([0x66, 0xe9, 0x0a]);
const SAME = Array.from({ length: 8 }, (_, at) => `same ${at}\n`).join('');

const kinds = ['overlay', 'copy', 'layer'] as const;

async function changeOf(shadow: Shadow, path: string): Promise<ShadowChange> {
	const change = (await changesOf(shadow)).find((each) => each.path === path);
	if (change === undefined) throw new Error(`${path} has not changed`);
	return change;
}

/** A shadow of these files, which the agent may change at once. */
async function use(
	kind: (typeof kinds)[number],
	files: Readonly<Record<string, string | Buffer>>,
	run: (opened: Awaited<ReturnType<typeof openIn>>) => Promise<void>,
) {
	const fixture = new ShadowFixture(kind);
	try {
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(fixture.real, name)), { recursive: true });
			writeFileSync(join(fixture.real, name), text, { mode: 0o754 });
		}
		await run(await openIn(fixture));
	} finally {
		await fixture.remove();
	}
}

async function openIn(fixture: ShadowFixture) {
	const { real } = fixture;
	const opened = await fixture.openMounted();
	await opened.shadow.beginTurn();
	return { ...opened, fixture, real, at: (root: string, path: string) => readFileSync(join(root, path), 'utf8') };
}

type Case = {
	readonly old: string;
	readonly fresh: string;
	readonly chosen: readonly { at: number; isTaken: boolean }[];
};
type Opened = Awaited<ReturnType<typeof openIn>>;

/** Applies and discards the hunks of a file one by one. */
async function decideAll({ shadow, view, real, at }: Opened, path: string, { old, fresh, chosen }: Case) {
	writeFileSync(join(view, path), fresh);
	const file = hunksBetween(old, fresh);
	const [taken, dropped, open] = [new Set<Hunk>(), new Set<Hunk>(), [...file.hunks]];
	for (const { at: place, isTaken } of [...chosen, ...file.hunks.map(() => ({ at: 0, isTaken: true }))]) {
		const [hunk] = open.splice(open.length === 0 ? 0 : place % open.length, 1);
		if (hunk === undefined) break;
		(isTaken ? taken : dropped).add(hunk);
		const [change, ...others] = await changesOf(shadow);
		expect([change?.path, change?.conflict, others]).toEqual([path, null, []]);
		const text = textWith(file, (each) => ((isTaken ? taken.has(each) : !dropped.has(each)) ? 'take' : 'leave'));
		const part = { path, version: change?.version ?? '', text };
		const done = isTaken ? await shadow.apply([part]) : await shadow.discardPart(part);
		expect(done).toMatchObject({ ok: true, value: { skipped: [] } });
		expect(at(real, path)).toBe(textWith(file, (each) => (taken.has(each) ? 'take' : 'leave')));
		expect(at(view, path)).toBe(textWith(file, (each) => (dropped.has(each) ? 'leave' : 'take')));
	}
	expect(await changesOf(shadow)).toEqual([]);
	expect(statSync(join(real, path)).mode & 0o777).toBe(0o754);
}

describe.runIf(process.platform === 'linux').each(kinds)('Parts of a change in a shadow (%s)', (kind) => {
	it('are applied or discarded until the file is the old text with the chosen ones, and nothing waits.', async () => {
		const choice = fc.record({ at: fc.nat(), isTaken: fc.boolean() });
		const choices = fc.array(choice, { minLength: 4, maxLength: 4 });
		const cases = fc.array(fc.tuple(texts, choices), { minLength: AT_ONCE, maxLength: AT_ONCE });
		await fc.assert(
			fc.asyncProperty(cases, async (all) => {
				const files = Object.fromEntries(all.map(([{ old }], index) => [`${index}.txt`, old]));
				await use(kind, files, async (opened) => {
					for (const [index, [change, chosen]] of all.entries())
						await decideAll(opened, `${index}.txt`, { ...change, chosen });
					expect(readdirSync(opened.real).length).toBe(all.length);
					// The view has nothing of its own any more: it shows what the user writes next.
					writeFileSync(join(opened.real, '0.txt'), 'later\n');
					await opened.shadow.beginTurn();
					expect(opened.at(opened.view, '0.txt')).toBe('later\n');
				});
			}),
			{ numRuns: RUNS, ...(RUNS > 50 ? {} : { endOnFailure: true }) },
		);
	}, 1_200_000);

	it('are refused where either side is not as it was shown, and where only the whole makes sense.', async () => {
		const names = ['seen', 'user', 'both', 'gone', 'moved', 'bytes', 'zero', 'large', 'link', '.git/config'];
		const files = { ...Object.fromEntries(names.map((name) => [name, `${name}\n`])), 'old-bytes': LATIN1 };
		await use(kind, files, async ({ shadow, view, real, at }) => {
			for (const name of ['seen', 'user', 'both', 'old-bytes', '.git/config'])
				writeFileSync(join(view, name), 'agent\n');
			writeFileSync(join(view, 'new'), 'new\n');
			rmSync(join(view, 'gone'));
			renameSync(join(view, 'moved'), join(view, 'moved.txt'));
			writeFileSync(join(view, 'bytes'), LATIN1);
			writeFileSync(join(view, 'zero'), Buffer.from([0x66, 0, 0x0a]));
			writeFileSync(join(view, 'large'), 'x'.repeat(1_100_000));
			rmSync(join(view, 'link'));
			symlinkSync('seen', join(view, 'link'));
			const shown = new Map((await changesOf(shadow)).map((change) => [change.path, change.version]));
			writeFileSync(join(view, 'seen'), 'agent again\n');
			writeFileSync(join(real, 'user'), 'mine\n');
			const whole = 'it can only be taken as a whole';
			const utf8 = 'it is not UTF-8 text, so it can only be taken as a whole';
			const expected: Readonly<Record<string, string>> = {
				...{
					seen: 'it changed since it was reviewed',
					user: 'it changed since it was reviewed',
					other: 'nothing differs there',
				},
				...{ new: whole, gone: whole, 'moved.txt': whole, link: whole, '.git/config': whole, large: whole },
				...{ bytes: utf8, 'old-bytes': utf8 },
			};
			for (const [path, reason] of Object.entries(expected)) {
				const part = { path, version: shown.get(path) ?? '', text: 'part\n' };
				const applied = await shadow.apply([{ ...part, isOverConflict: true }]);
				expect(applied, path).toMatchObject({ value: { applied: [], kept: [], skipped: [{ path, reason }] } });
				expect(await shadow.discardPart(part), path).toMatchObject({ value: { skipped: [{ path, reason }] } });
			}
			// A file that both changed since they were the same is decided about as a whole.
			const [conflict] = (await changesOf(shadow)).filter(({ path }) => path === 'user');
			const part = { path: 'user', version: conflict?.version ?? '', text: 'part\n' };
			const reason = 'the agent changed it, and it changed in the workspace too';
			expect(await shadow.apply([{ ...part, isOverConflict: true }])).toMatchObject({
				value: { skipped: [{ reason }] },
			});
			expect(await shadow.discardPart(part)).toMatchObject({ value: { skipped: [{ reason }] } });
			for (const [name, text] of Object.entries({ ...files, user: 'mine\n' }))
				expect(readFileSync(join(real, name)), name).toEqual(Buffer.from(text));
			expect([at(real, 'user'), at(view, 'user'), at(view, 'seen')]).toEqual(['mine\n', 'agent\n', 'agent again\n']);
			// Broken text would be another text on the disk.
			const { version } = await changeOf(shadow, 'both');
			expect(await shadow.apply([{ path: 'both', version, text: '\ud800' }])).toMatchObject({ value: { applied: [] } });
		});
	});

	it('follow no link that took the place of a folder, in the workspace or in the view.', async () => {
		await use(kind, { 'in/a': 'before\n', 'out/a': 'before\n' }, async ({ shadow, view, real, fixture, at }) => {
			const outside = join(fixture.folder, 'outside');
			mkdirSync(outside);
			writeFileSync(join(outside, 'a'), 'before\n');
			for (const name of ['in/a', 'out/a']) writeFileSync(join(view, name), 'agent\n');
			const [inside, out] = [await changeOf(shadow, 'in/a'), await changeOf(shadow, 'out/a')];
			renameSync(join(real, 'in'), join(fixture.folder, 'aside'));
			symlinkSync(outside, join(real, 'in'));
			rmSync(join(view, 'out'), { recursive: true });
			symlinkSync(outside, join(view, 'out'));
			expect(await shadow.apply([{ ...reviewed([inside])[0], text: 'part\n' } as never])).toMatchObject({
				value: { applied: [] },
			});
			const dropped = await shadow.discardPart({ path: 'out/a', version: out.version, text: 'part\n' });
			expect(dropped).toMatchObject({ value: { discarded: [] } });
			expect(at(outside, 'a')).toBe('before\n');
		});
	});

	it('keep permissions, are no edit of the user, also after a restart, and are one where the user edits.', async () => {
		await use(kind, { a: 'one\ntwo\n' }, async ({ shadow, view, real, fixture, namespace, at }) => {
			const path = 'a';
			writeFileSync(join(view, path), 'ONE\nTWO\n');
			chmodSync(join(view, path), 0o755);
			const { version } = await changeOf(shadow, path);
			const applied = await shadow.apply([{ path, version, text: 'ONE\ntwo\n' }]);
			expect(applied).toMatchObject({ value: { applied: [path] } });
			expect(statSync(join(real, path)).mode & 0o777).toBe(0o754);
			// As undo leaves it.
			writeFileSync(join(real, path), 'one\ntwo\n');
			const change = await changeOf(shadow, path);
			expect(change).toMatchObject({ conflict: null, mode: { before: 0o754, after: 0o755 } });
			await shadow.discardPart({ path, version: change.version, text: 'ONE\ntwo\n' });
			expect(statSync(join(view, path)).mode & 0o777).toBe(0o755);
			await namespace.close();
			await shadow.close();
			// A layer for commands ends with its program.
			if (kind === 'layer') return;
			const again = await fixture.open(shadow.id);
			expect(await changeOf(again, path)).toMatchObject({ conflict: null, added: 1 });
			writeFileSync(join(real, path), 'mine\n');
			expect(await changeOf(again, path)).toMatchObject({ conflict: { reason: expect.any(String) } });
			expect(at(real, path)).toBe('mine\n');
		});
	});

	it('leave no file behind where the program was killed while one was discarded.', async () => {
		await use(kind, { a: 'one\n' }, async ({ shadow, view, fixture, namespace }) => {
			writeFileSync(join(view, 'a'), 'agent\n');
			writeFileSync(join(view, '.acp-tui-1.tmp'), 'half');
			const folder = join(fixture.stateDir, 'shadow', shadow.id);
			const root = join(folder, shadow.kind === 'copy' ? 'copy' : 'upper');
			await namespace.close();
			await shadow.close();
			await writeJournal(folder, { root, phase: 'staging', paths: [], temporaries: ['.acp-tui-1.tmp'], steps: [] });
			const again = await fixture.open(shadow.id);
			expect((await changesOf(again)).map(({ path }) => path)).toEqual(['a']);
			expect(readdirSync(folder)).not.toContain('journal.json');
		});
	});
});
