import { expect, test } from 'vitest';
import type { FileHit } from '../../../src/core/attachment-ports.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { renderCompletion } from '../../../src/view/composer/render-completion.js';
import { lineText } from '../../../src/view/spans.js';
import { composerWith, marked, press } from './press.js';

function hits(...paths: readonly string[]): readonly FileHit[] {
	return paths.map((path) => {
		if (path.startsWith('git:')) return { path: path.slice(4), kind: 'changes', isRecent: false };
		return { path, kind: path.endsWith('/') ? 'folder' : 'file', isRecent: false };
	});
}

/** What a search for the mention that is being written found. */
function found(state: ComposerState, ...paths: readonly string[]): ComposerState {
	const query = state.mention?.query ?? 'nothing is wanted';
	return reduceComposer(state, { type: 'mention-results', query, hits: hits(...paths) });
}

function names(state: ComposerState): readonly string[] {
	return state.completion?.candidates.map((candidate) => candidate.name) ?? [];
}

test('until there is better, what was found before serves as far as it still fits', () => {
	const typed = press(found(press(createComposer(), '`@t`'), 'src/tides.ts', 'test/'), '`i`');
	expect(names(typed)).toEqual(['src/tides.ts']);
	expect(names(press(typed, '`zz`'))).toEqual([]);
	expect(names(press(typed, 'backspace'))).toEqual(['src/tides.ts', 'test/']);
});

test.each([
	['tab', 'src/a.ts', 'see @src/a.ts |'],
	['enter', 'src/a.ts', 'see @src/a.ts |'],
	['tab', 'my file', 'see @"my file" |'],
	['tab', 'diff', 'see @"diff" |'],
	['tab', 'git:diff', 'see @diff |'],
	['tab', 'src/', 'see @src/|'],
	['tab', 'my files/', 'see @"my files/|"'],
])('%s inserts the choice %j: %j', (key, path, after) => {
	const chosen = press(found(press(composerWith('see |'), '`@x`'), path), key);
	expect(marked(chosen)).toBe(after);
	expect(chosen.outcome).toBeNull();
});

test('a folder stays open for what lies in it, in quotes too', () => {
	const folder = press(found(press(createComposer(), '`@my`'), 'my files/'), 'tab');
	expect(folder.mention?.query).toBe('my files/');
	const inside = press(found(folder, 'my files/', 'my files/b.ts'), 'down tab');
	expect(marked(inside)).toBe('@"my files/b.ts" |');
});

test('a folder that is typed in full is inserted with a space, and enter sends it', () => {
	const typed = found(press(createComposer(), '`@src/`'), 'src/', 'src/a.ts');
	expect(marked(press(typed, 'tab'))).toBe('@src/ |');
	expect(press(typed, 'enter').outcome?.text).toBe('@src/');
});

test('the words after a mention keep their one space', () => {
	const middle = press(composerWith('see | now'), '`@x`');
	expect(marked(press(found(middle, 'a.ts'), 'tab'))).toBe('see @a.ts| now');
});

test('esc closes the list for this mention, and the next one opens it again', () => {
	const closed = press(found(press(createComposer(), '`@t`'), 'test/'), 'escape');
	expect(closed.completion).toBeNull();
	expect(press(closed, '`e`').mention).toBeNull();
	expect(press(closed, '`e @`').mention?.query).toBe('');
	expect(press(closed, 'tab').mention?.query).toBe('t');
	expect(press(closed, 'backspace backspace `@`').mention?.query).toBe('');
});

test('a motion within the mention keeps it, out of it ends it', () => {
	const typed = press(composerWith('a |'), '`@src`');
	expect(press(typed, 'home').mention).toBeNull();
	expect(press(typed, '`/`').mention?.start).toBe(2);
});

test('more results leave the choice with what the user moved to', () => {
	const moved = press(found(press(createComposer(), '`@a`'), 'a1', 'a2'), 'down');
	const more = found(moved, 'a0', 'a1', 'a2');
	expect(more.completion?.candidates[more.completion.selected]?.name).toBe('a2');
	const unmoved = found(found(press(createComposer(), '`@a`'), 'a1'), 'a0', 'a1');
	expect(unmoved.completion?.selected).toBe(0);
});

test.each([
	['a line break', 'odd\nname.txt'],
	['an escape sequence', 'odd\x1b[2Jname.txt'],
	['a mark that reorders', 'odd\u202ename.txt'],
	['bytes that are no text', 'odd\ufffdname.txt'],
	['half a character', 'odd\ud800name.txt'],
	['a tab', 'odd\tname.txt'],
])('a name with %s is shown harmless and never inserted', (_what, path) => {
	const listed = found(press(createComposer(), '`@odd`'), path);
	const text = renderCompletion(listed, { width: 80, maxRows: 8 }).map(lineText).join('\n');
	expect(text).toContain('cannot be written');
	expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]/);
	expect(marked(press(listed, 'tab'))).toBe('@odd|');
});

test('a list of paths keeps within its width and shows the end of a long one', () => {
	const long = `${'folder/'.repeat(30)}name.ts`;
	const listed = found(press(createComposer(), '`@n`'), long, 'git:diff', 'n.ts', 'src/');
	for (const width of [20, 40, 80]) {
		const rows = renderCompletion(listed, { width, maxRows: 8 }).map(lineText);
		expect(rows[0]).toContain('name.ts');
		expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
	}
	const wide = renderCompletion(listed, { width: 80, maxRows: 8 }).map(lineText);
	expect(wide[1]).toContain('@diff');
	expect(wide[3]).toBe('  src/');
});

test.each([
	['`:10-40`', '@src/app.ts:10-40|'],
	['`, and`', '@src/app.ts, and|'],
	['`.`', '@src/app.ts.|'],
	['`see`', '@src/app.ts see|'],
	// Whoever typed a space, or moved, meant the one that is there.
	['` ` `:1`', '@src/app.ts  :1|'],
	['left right `:1`', '@src/app.ts :1|'],
	['backspace `:7`', '@src/app.ts:7|'],
])('after a file that tab chose, %s makes %j', (keys, after) => {
	const chosen = press(found(press(createComposer(), '`@app`'), 'src/app.ts'), 'tab');
	expect(marked(chosen)).toBe('@src/app.ts |');
	expect(marked(press(chosen, keys))).toBe(after);
});
