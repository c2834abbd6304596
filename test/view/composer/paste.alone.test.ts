import { expect, test } from 'vitest';
import { expandDraft } from '../../../src/view/composer/chips.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { layoutDraft } from '../../../src/view/composer/draft-layout.js';
import { pasteInto } from '../../../src/view/composer/paste.js';
import { sized } from '../../setup/whole.js';
import { composerWith, marked, press } from './press.js';

const block = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n');
const mark = '[Pasted 12 lines #1]';

function pasted(state: ComposerState, text: string): ComposerState {
	return reduceComposer(state, { type: 'paste', text });
}

test.each([
	['a\r\nb\rc\nd', 'a\nb\nc\nd'],
	['\x1b[31mred\x1b[0m', 'red'],
	['\x1b]0;title\x07text', 'text'],
	['\x1b]52;c;aGk=\x1b\\text', 'text'],
	['\x1bPq#0\x1b\\text', 'text'],
	['\x1b(Btext', 'text'],
	['\x1b]never ends', 'never ends'],
	['a\x00b\x07c\x7fd\x9be', 'abcde'],
	['tab\tstays', 'tab\tstays'],
	['\u202eevil\u202c', 'evil'],
	['a\u2028b', 'a\nb'],
	['half \ud83d pair \udc00', 'half \ufffd pair \ufffd'],
	['👩‍👩‍👧', '👩‍👩‍👧'],
])('the paste %j puts %j into the draft', (text, clean) => {
	expect(pasteInto(emptyDraft, text).text).toBe(clean);
});

test('a paste is one step to undo, takes the place of the selection and never sends', () => {
	const state = pasted(composerWith('a ^b| c'), 'x\ny\n');
	expect(state.outcome).toBeNull();
	expect(marked(state)).toBe('a x\ny\n| c');
	expect(marked(press(state, 'ctrl+_'))).toBe('a ^b| c');
});

test('a large paste is a mark in the draft and the whole text when it is sent', () => {
	const state = press(pasted(composerWith('look: |'), block), '` ok?`');
	expect(marked(state)).toBe(`look: ${mark} ok?|`);
	expect(expandDraft(state.draft)).toBe(`look: ${block} ok?`);
	expect(press(state, 'enter').outcome).toMatchObject({ text: `look: ${block} ok?`, shown: `look: ${mark} ok?` });
});

test('a long line is counted in characters', () => {
	expect(pasteInto(emptyDraft, 'x'.repeat(1001)).text).toBe('[Pasted 1,001 characters #1]');
	expect(pasteInto(emptyDraft, 'x'.repeat(1000)).text).toHaveLength(1000);
	expect(pasteInto(emptyDraft, 'x\n'.repeat(10)).text).toBe('x\n'.repeat(10));
});

test.each([
	['backspace', '|'],
	['left delete', '|'],
	['left `x`', `x|${mark}`],
	['alt+b `x`', `x|${mark}`],
	['home right `x`', `${mark}x|`],
	['home alt+f `x`', `${mark}x|`],
	['alt+backspace', '|'],
	['ctrl+w', '|'],
	['ctrl+w ctrl+y', `${mark}|`],
	['backspace ctrl+_', `${mark}|`],
	['shift+left', `|${mark}^`],
	['tab', `${block}|`],
	['tab ctrl+_', `${mark}|`],
])('after a large paste %s makes %j', (keys, after) => {
	expect(marked(press(pasted(createComposer(), block), keys))).toBe(after);
});

test('text that only looks like a mark stays text', () => {
	const state = press(createComposer(), '`[Pasted 12 lines #1]`');
	expect(expandDraft(state.draft)).toBe('[Pasted 12 lines #1]');
	expect(marked(press(state, 'backspace'))).toBe('[Pasted 12 lines #1|');
});

test('up and down never stop inside of a mark', () => {
	const state = pasted(reduceComposer(createComposer(), { type: 'columns', columns: 10 }), block);
	const lower = press(state, '` and something below it`');
	const steps = ['up', 'up', 'up', 'up', 'up', 'up'].map((_, index) => press(lower, 'up '.repeat(index + 1)));
	for (const { draft } of steps) expect(draft.cursor === 0 || draft.cursor >= mark.length).toBe(true);
	expect(steps.at(-1)?.draft.cursor).toBe(0);
});

test('a paste of a slash opens no menu', () => {
	const sources = { local: [{ name: 'quit', description: '' }], agent: [], arguments: new Map() };
	const state = reduceComposer(createComposer(), { type: 'sources', sources });
	expect(pasted(state, '/qui').completion).toBeNull();
	expect(press(state, '`/qui`').completion).not.toBeNull();
});

/** Milliseconds of processor time: what else the machine does must not decide a test. */
function cost(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const LINES = sized(100_000, 1_000_000);

test('hostile megabytes are pasted at once and stay a mark', () => {
	const hostile = '\x1b[31mx\r\n\ud83d'.repeat(LINES);
	let draft = emptyDraft;
	const milliseconds = cost(() => {
		draft = pasteInto(emptyDraft, hostile);
		layoutDraft(draft, 80);
	});
	expect(draft.text).toBe(`[Pasted ${(LINES + 1).toLocaleString('en')} lines #1]`);
	expect(milliseconds).toBeLessThan(sized(600, 1500));
});

test('a megabyte is pasted in less than a tenth of a second', () => {
	const text = 'some words of a line\r\n'.repeat(46_000);
	pasteInto(emptyDraft, text);
	expect(cost(() => pasteInto(emptyDraft, text))).toBeLessThan(100);
});

test.each([
	['short lines', 'some words of a long line\n'.repeat(sized(10_000, 40_000))],
	['words in one line', 'some words of one long line '.repeat(sized(9000, 36_000))],
	['wide lines', '漢字かな交じりの文 '.repeat(sized(2500, 10_000))],
])('a draft of very many %s can be typed into', (_, text) => {
	let state = reduceComposer(createComposer(), { type: 'history', entries: [] });
	state = { ...state, draft: { ...emptyDraft, text, cursor: text.length } };
	const once = cost(() => layoutDraft(state.draft, 80));
	const milliseconds = cost(() => {
		for (let index = 0; index < 5; index++) {
			state = press(state, '`x` left ctrl+left up');
			layoutDraft(state.draft, 80);
		}
	});
	expect(state.draft.text).toHaveLength(text.length + 5);
	// Four keys and a layout, measured by the first layout of the text; each key once from the start takes over ten.
	expect(milliseconds / 5 / once).toBeLessThan(6);
});
