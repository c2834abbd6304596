import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { ReviewTexts } from '../../../src/core/review/review.js';
import { hunksBetween, patchOf, textWith } from '../../../src/view/code/hunks.js';
import type { LineChoice } from '../../../src/view/code/line-choice.js';
import { fileDiff } from '../../../src/view/review/diff-document.js';
import { compareAhead, stagedOf, stageLinesPatch, stagePatch, textWithout } from '../../../src/view/review/staging.js';
import { textsOf } from './review-stage.js';

const folder = mkdtempSync(join(tmpdir(), 'staging-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 200;
const line = fc.constantFrom('a', 'b', 'c', 'd', '', 'x y');
const edits = fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 5 });

function edited(text: string, changes: readonly (readonly [number, number, readonly string[]])[]): string {
	const lines = text.split('\n');
	for (const [at, gone, fresh] of changes) lines.splice(at % (lines.length + 1), gone, ...fresh);
	return lines.join('\n');
}

/** The text that a patch of `from` to `to` makes of `from`: that with those of its hunks that the patch has. */
function applied(from: string, to: string, patch: string): string {
	const file = hunksBetween(from, to);
	const changes = file.hunks.flatMap((hunk) => hunk.changes.map((change) => ({ changes: [change] })));
	for (let mask = 0; mask < 2 ** changes.length; mask += 1) {
		const chosen = changes.filter((_, at) => (mask >> at) % 2 === 1);
		if (patchOf(file, chosen) === patch) return textWith({ ...file, hunks: chosen }, () => 'take');
	}
	throw new Error(`no hunks of it:\n${patch}`);
}

test('A hunk is staged as a whole, whatever the index has of it, and no other one with it; again it is taken out.', () => {
	fc.assert(
		fc.property(fc.array(line, { minLength: 30, maxLength: 60 }), edits, edits, (lines, changes, others) => {
			const oldText = `${lines.join('\n')}\n`;
			const newText = edited(oldText, changes);
			const file = hunksBetween(oldText, newText);
			// The index has some of the hunks, and perhaps an edit of its own.
			const partly = textWith({ ...file, hunks: file.hunks.filter((_, at) => at % 2 === 1) }, () => 'take');
			const indexText = others.length > 3 ? edited(partly, others.slice(0, 1)) : partly;
			fc.pre(hunksBetween(indexText, newText).hunks.flatMap((hunk) => hunk.changes).length <= 10);
			for (const hunk of file.hunks) {
				const texts: ReviewTexts = textsOf('a', { oldText, newText, indexText });
				const request = stagePatch(texts, hunk);
				if (stagedOf(texts, hunk) === 'all') {
					expect(request.do).toBe('unstage');
					continue;
				}
				expect(request.do).toBe('stage');
				const staged = textsOf('a', { oldText, newText, indexText: applied(indexText, newText, request.patch) });
				expect(stagedOf(staged, hunk)).toBe('all');
				for (const other of file.hunks)
					if (other !== hunk) expect(stagedOf(staged, other)).toBe(stagedOf(texts, other));
			}
		}),
		{ numRuns: RUNS },
	);
});

test('Unstaging takes what the index has of a hunk, and leaves the other hunks in it.', () => {
	const lines = (from: number, to: number): string =>
		Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
	const oldText = lines(1, 40);
	const newText = oldText.replace('line 3\n', 'LINE 3\n').replace('line 30\n', 'LINE 30\n');
	const texts = textsOf('a', { oldText, newText, indexText: newText });
	const [first, second] = hunksBetween(oldText, newText).hunks;
	if (first === undefined || second === undefined) throw new Error('two hunks');
	const request = stagePatch(texts, second);
	expect(request).toEqual({
		do: 'unstage',
		patch: '@@ -27,7 +27,7 @@\n line 27\n line 28\n line 29\n-line 30\n+LINE 30\n line 31\n line 32\n line 33\n',
	});
	const after = textsOf('a', { oldText, newText, indexText: oldText.replace('line 3\n', 'LINE 3\n') });
	expect([stagedOf(after, first), stagedOf(after, second)]).toEqual(['all', 'none']);
});

/** Text that git makes of a patch, forwards or in reverse. */
function byGit(from: string, { do: how, patch }: { readonly do: 'stage' | 'unstage'; readonly patch: string }): string {
	writeFileSync(join(folder, 'f'), from);
	const input = `--- a/f\n+++ b/f\n${patch}`;
	const args = ['apply', ...(how === 'unstage' ? ['-R'] : []), '--whitespace=nowarn', '-p1', '-'];
	execFileSync('git', args, { cwd: folder, input, stdio: 'pipe' });
	return readFileSync(join(folder, 'f'), 'utf8');
}

test('Selected lines are staged and unstaged alone, and by and by all of them, byte for byte by git.', () => {
	const text = fc.tuple(fc.array(line, { minLength: 3, maxLength: 12 }), fc.boolean(), fc.boolean());
	fc.assert(
		fc.property(
			text,
			edits,
			fc.boolean(),
			fc.infiniteStream(fc.boolean()),
			([lines, ends, areAlike], changes, isOpen, chosen) => {
				const oldText = lines.map((each, at) => (areAlike ? each : `${each} ${at}`)).join('\n') + (ends ? '\n' : '');
				const newText = `z${edited(oldText, changes).replace(/\n$/, '')}${isOpen ? '' : '\n'}`;
				const file = hunksBetween(oldText, newText);
				const sides = file.hunks.flatMap((hunk) => hunk.changes);
				const all = (side: 'old' | 'new'): readonly number[] =>
					sides.flatMap(({ [side]: { from, to } }) => Array.from({ length: to - from }, (_, at) => from + at));
				const some = () => {
					const isChosen = () => chosen.next().value === true;
					return { old: new Set(all('old').filter(isChosen)), fresh: new Set(all('new').filter(isChosen)) };
				};
				const staged = (indexText: string, choice: LineChoice) =>
					stageLinesPatch(textsOf('a', { oldText, newText, indexText }), choice);
				const [first, everything] = [some(), { old: new Set(all('old')), fresh: new Set(all('new')) }];
				const others = {
					old: new Set(all('old').filter((each) => !first.old.has(each))),
					fresh: new Set(all('new').filter((each) => !first.fresh.has(each))),
				};
				const one = staged(oldText, first);
				const partly = one === null ? oldText : byGit(oldText, one);
				expect(partly).toBe(textWithout(file, others));
				// Lines that are alike may change places: which of them the index has, nothing says.
				const rest = areAlike || !ends || isOpen ? null : staged(partly, everything);
				if (rest !== null) expect(rest.do === 'stage' ? byGit(partly, rest) : partly).toBe(newText);
				const back = staged(newText, first);
				expect(back?.do ?? 'unstage').toBe('unstage');
				expect(back === null ? newText : byGit(newText, back)).toBe(textWithout(file, first));
				expect(textWithout(file, everything)).toBe(oldText);
			},
		),
		{ numRuns: RUNS / 4 },
	);
});

test('Long texts are compared in pieces before they are shown, with what the index has, and as they are at once.', async () => {
	const text = (word: string): string =>
		Array.from({ length: 20_000 }, (_, at) => `${word} ${at % 7 === 0 ? at : ''}\n`).join('');
	const [oldText, newText] = [text('old'), `${text('new')}${text('old')}end\n`];
	const restsFor = async (texts: ReviewTexts): Promise<number> => {
		let rests = 0;
		await compareAhead(texts, async () => {
			rests += 1;
		});
		return rests;
	};
	const texts = textsOf('a', { oldText, newText, indexText: newText });
	const rests = await restsFor(texts);
	expect(rests).toBeGreaterThan(4);
	expect(fileDiff(texts, oldText, newText).file.hunks).toEqual(hunksBetween(oldText, newText).hunks);
	expect(await restsFor(textsOf('a', { oldText, newText, indexText: text('other') }))).toBeGreaterThan(rests);
	// All is known by now; short texts are not waited for.
	expect(await restsFor(texts)).toBe(0);
	expect(await restsFor(textsOf('a', { oldText: 'a\n', newText: 'b\n', indexText: 'a\n' }))).toBe(0);
});
