import { env } from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/view/actions/actions.js';
import { deleteBackward, deleteForward, insert, redo, undo } from '../../../src/view/composer/buffer.js';
import { expandDraft } from '../../../src/view/composer/chips.js';
import { type ComposerAction, composerContexts, reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { type Draft, emptyDraft } from '../../../src/view/composer/draft.js';
import { layoutDraft, visibleRows } from '../../../src/view/composer/draft-layout.js';
import { moveCursor } from '../../../src/view/composer/motions.js';
import { renderCompletion } from '../../../src/view/composer/render-completion.js';
import { renderComposer } from '../../../src/view/composer/render-draft.js';
import { textWidth } from '../../../src/view/composer/wrap-draft.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';

const isLong = env['ACP_TUI_LONG'] === '1';
const runs = { numRuns: isLong ? 5000 : 200 };

const pieces = [
	'a',
	'B1',
	' ',
	'  ',
	'word ',
	'\n',
	'漢',
	'字',
	'👩‍👩‍👧',
	'🇩🇪',
	'🇫',
	'\u0301',
	'\u200d',
	'한',
	'ก',
	'\t',
	'#',
	'[x]',
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Every place between two graphemes, from segmenting the whole text. */
function boundariesOf(text: string): number[] {
	return [...[...segmenter.segment(text)].map((part) => part.index), text.length];
}

/** The plain model: a string, an offset, and nothing clever. */
type Model = { text: string; cursor: number };

function spliced(model: Model, start: number, end: number, text: string): Model {
	const changed = model.text.slice(0, start) + text + model.text.slice(end);
	const cursor = boundariesOf(changed).find((place) => place >= start + text.length) ?? changed.length;
	return { text: changed, cursor };
}

const steps = fc.array(
	fc.oneof(
		texts.map((text) => ({ type: 'insert' as const, text })),
		fc.constantFrom('backspace', 'delete', 'left', 'right').map((type) => ({ type: type as 'left', text: '' })),
	),
	{ maxLength: 30 },
);

test('typing, deleting and moving agree with a plain string', () => {
	fc.assert(
		fc.property(steps, (list) => {
			let draft: Draft = emptyDraft;
			let model: Model = { text: '', cursor: 0 };
			for (const step of list as readonly { type: string; text: string }[]) {
				const places = boundariesOf(model.text);
				const before = places.findLast((place) => place < model.cursor) ?? 0;
				const after = places.find((place) => place > model.cursor) ?? model.text.length;
				if (step.type === 'insert') {
					draft = insert(draft, step.text);
					model = step.text === '' ? model : spliced(model, model.cursor, model.cursor, step.text);
				} else if (step.type === 'backspace') {
					draft = deleteBackward(draft);
					model = before === model.cursor ? model : spliced(model, before, model.cursor, '');
				} else if (step.type === 'delete') {
					draft = deleteForward(draft);
					model = after === model.cursor ? model : spliced(model, model.cursor, after, '');
				} else {
					draft = moveCursor(draft, step.type === 'left' ? 'left' : 'right', { columns: 20 }) ?? draft;
					model = { ...model, cursor: step.type === 'left' ? before : after };
				}
				expect({ text: draft.text, cursor: draft.cursor }).toEqual(model);
			}
			const last = draft.text;
			let back = draft;
			for (let count = 0; count <= list.length * 8; count++) back = undo(back);
			expect(back.text).toBe('');
			for (let count = 0; count <= list.length * 8; count++) back = redo(back);
			expect(back.text).toBe(last);
		}),
		runs,
	);
});

test('the rows hold the whole text, fit the width, and the cursor has its cell', () => {
	fc.assert(
		fc.property(fc.array(texts, { maxLength: 8 }), fc.integer({ min: 2, max: 24 }), fc.nat(), (parts, width, at) => {
			const text = parts.join('');
			const places = boundariesOf(text);
			const cursor = places[at % places.length] ?? 0;
			const { rows, cursorRow, cursorColumn } = layoutDraft({ ...emptyDraft, text, cursor }, width);
			let joined = '';
			rows.forEach((row, index) => {
				expect(row.text).toBe(text.slice(row.start, row.end));
				joined += row.text + (rows[index + 1]?.start === row.end + 1 ? '\n' : '');
				// A row of one grapheme may be wider than a very narrow row.
				if (boundariesOf(row.text).length > 2) expect(textWidth(row.text)).toBeLessThanOrEqual(width);
			});
			expect(joined).toBe(text);
			const row = rows[cursorRow];
			expect(row !== undefined && row.start <= cursor && cursor <= row.end).toBe(true);
			expect(cursorColumn).toBeLessThan(width);
			const window = visibleRows({ rows, cursorRow, cursorColumn }, 3);
			expect(cursorRow >= window.top && cursorRow < window.top + window.rows.length).toBe(true);
		}),
		runs,
	);
});

const commands = Object.values(ACTIONS).flatMap(({ edit }) => (edit === undefined ? [] : [edit]));
const actions: fc.Arbitrary<ComposerAction> = fc.oneof(
	fc.constantFrom(...commands).map((command) => ({ type: 'command' as const, command })),
	fc
		.oneof(texts, fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('/', '/mo', '$'))
		.map((text) => ({ type: 'text' as const, text })),
	fc
		.oneof(
			texts,
			fc.constant('x\n'.repeat(20)),
			fc.string({ unit: fc.constantFrom('\x1b', '[', '\ud800', ']', 'm', '\r') }),
		)
		.map((text) => ({ type: 'paste' as const, text })),
	fc.integer({ min: 2, max: 40 }).map((columns) => ({ type: 'columns' as const, columns })),
	fc.record({
		type: fc.constant('place' as const),
		row: fc.nat(9),
		column: fc.nat(30),
		maxRows: fc.integer({ min: 1, max: 5 }),
	}),
);

const sources = {
	local: [
		{ name: 'mode', description: 'switch' },
		{ name: 'quit', description: 'leave' },
	],
	agent: [
		{ name: 'memory show', description: '\x1b[2J\u202eevil', hint: 'x\ny' },
		{ name: '$skill', description: '' },
	],
	arguments: new Map([['mode', [{ value: 'plan', description: '' }]]]),
};

test('whatever is pressed, typed and pasted, the draft stays whole and the picture fits', () => {
	fc.assert(
		fc.property(fc.array(actions, { maxLength: 40 }), (list) => {
			let state: ComposerState = reduceComposer(createComposer(['old one', 'x\ny']), { type: 'sources', sources });
			for (const action of list) {
				state = reduceComposer(state, action);
				const { text, cursor, anchor } = state.draft;
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
				expect(boundariesOf(text)).toContain(cursor);
				expect(anchor === null || boundariesOf(text).includes(anchor)).toBe(true);
				expect(expandDraft(state.draft)).toBeTypeOf('string');
				expect(composerContexts(state).length).toBeGreaterThan(0);
				const size = { width: 30, maxRows: 4 };
				const drawn = renderComposer(state, { ...size, prompt: '> ', placeholder: 'ask' });
				const menu = renderCompletion(state, size);
				expect(drawn.lines.length).toBeLessThanOrEqual(4);
				for (const line of [...drawn.lines, ...menu]) {
					expect(lineWidth(line)).toBeLessThanOrEqual(30);
					expect(lineText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
				}
				expect(drawn.cursor?.row).toBeLessThan(drawn.lines.length);
				expect(drawn.cursor?.column).toBeLessThan(30);
			}
		}),
		runs,
	);
});
