import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../../src/agent/requests/read-elicitation.js';
import { checkValue } from '../../../src/core/elicitation/check-value.js';
import type { FieldDraft, Form, FormContent, FormDrafts, FormField } from '../../../src/core/elicitation/form.js';
import { contentOf } from '../../../src/core/elicitation/form-content.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';
import { keyOf } from '../../../src/terminal/key.js';
import { answers, schemas } from '../../core/elicitation/schemas.js';
import { busy } from '../../core/session/play.js';
import { sized } from '../../setup/whole.js';
import { dispatched, happen, misfits, paste, press, pressNow, put, type Stage, settled, wait } from '../stage.js';
import { formQuestion } from './forms.js';
import { createLines, enterLine, happenTo, type Lines } from './lines.js';

const isLong = process.env['ACP_TUI_LONG'] === '1';
const SIZES = [
	[40, 12],
	[40, 12],
	[100, 32],
	[20, 6],
	[200, 60],
] as const;

const forms = schemas
	.map((schema) => readForm(schema, FORM_MARKS))
	.filter((form): form is Form => !('because' in form));

/** Drafts that can be typed and hold, field by field; nothing where the agent's default is to count. */
function draftsFor(form: Form, given: readonly FieldDraft[]): FormDrafts {
	const drafts = new Map<string, FieldDraft>();
	for (const [index, field] of form.fields.entries()) {
		const options = 'options' in field.input ? field.input.options.map(({ value }) => value) : [];
		const tried = [...given.slice(index), ...given.slice(0, index), ...options, options, options.slice(0, 1)];
		const taken = tried.find(
			(draft) => isTypeable(field, draft) && checkValue(field.input, draft, field.isRequired).ok,
		);
		if (taken !== undefined) drafts.set(field.name, taken);
	}
	return drafts;
}

function isTypeable({ input, isRequired }: FormField, draft: FieldDraft): boolean {
	// An empty line leaves the field as it is.
	if (draft === '' && (isRequired || !('options' in input))) return 'options' in input;
	if (input.type === 'text' || input.type === 'number') return typeof draft === 'string' && draft.isWellFormed();
	if (input.type === 'choices') return typeof draft === 'object' && draft !== null;
	return input.type !== 'unknown' && draft !== null;
}

function answered(stage: Pick<Stage, 'requests'>, form: Form): FormContent | string | null {
	const event = dispatched(stage.requests).findLast(({ type }) => type === 'answer-form');
	if (event?.type !== 'answer-form') return null;
	if (event.answer.action !== 'accept') return event.answer.action;
	const read = contentOf(form, event.answer.drafts);
	return read.ok ? read.content : expect.unreachable(`sent, and not valid: ${JSON.stringify(read.problems)}`);
}

function standing(form: Form, [columns, rows]: readonly [number, number]): Stage {
	return settled(busy(), formQuestion(form), columns, rows);
}

/** Fills in a form by its keys, as somebody would who knows the answers. */
function fillIn(stage: Stage, form: Form, drafts: FormDrafts): void {
	for (const field of form.fields) {
		const draft = drafts.get(field.name);
		if (draft !== undefined) fillField(stage, field, draft);
		expect(misfits(stage)).toEqual([]);
		pressNow(stage, 'tab');
		wait(stage, 10);
	}
	wait(stage, 700);
	press(stage, '1');
}

function fillField(stage: Stage, field: FormField, draft: FieldDraft): void {
	if (typeof draft === 'boolean') pressNow(stage, draft ? 'y' : 'n');
	else if (typeof draft === 'string' && !('options' in field.input)) {
		pressNow(stage, 'alt+a backspace');
		for (const character of draft) put(stage, { type: 'key', key: keyOf('char', character) });
	} else if ('options' in field.input && draft !== null) {
		const wanted = new Set(typeof draft === 'string' ? [draft] : draft);
		const isSeveral = field.input.type === 'choices';
		// What is not wanted goes first: there may be no room for more.
		for (const isWanted of isSeveral ? [false, true] : [true]) {
			pressNow(stage, 'home');
			field.input.options.forEach(({ value }, index) => {
				if (index > 0) pressNow(stage, 'down');
				const isPicked = pickedIn(stage, field).includes(value);
				if (wanted.has(value) === isWanted && isPicked !== isWanted) pressNow(stage, '` `');
			});
		}
		// None of several is an answer where it was meant.
		if (isSeveral && wanted.size === 0 && pickedIn(stage, field).length === 0) pressNow(stage, '` ` ` `');
	}
}

/** What is picked in a field now. */
function pickedIn({ ui }: Stage, { name }: FormField): readonly string[] {
	const { state } = ui.forms as unknown as {
		readonly state: {
			readonly views: ReadonlyMap<string, { readonly chosen: ReadonlyMap<string, readonly string[]> }>;
		};
	};
	return state.views.get('q')?.chosen.get(name) ?? [];
}

/** The line that gives a field this answer. */
function lineFor({ input }: FormField, draft: FieldDraft | undefined): string {
	if (draft === undefined || draft === null) return '';
	if (typeof draft === 'boolean') return draft ? 'y' : 'n';
	if (!('options' in input)) return String(draft);
	const wanted = new Set(typeof draft === 'string' ? [draft] : draft);
	const numbers = input.options.flatMap(({ value }, index) => (wanted.has(value) ? [index + 1] : []));
	return numbers.length === 0 ? '0' : numbers.join(',');
}

function answerLines(lines: Lines, form: Form, drafts: FormDrafts): void {
	for (const field of form.fields) enterLine(lines, lineFor(field, drafts.get(field.name)));
	lines.now += 700;
	enterLine(lines, '1');
}

test('Whatever form is asked, it is filled in by keys on every screen, and what was meant is sent', () => {
	let sent = 0;
	fc.assert(
		fc.property(
			forms,
			fc.array(answers, { minLength: 1, maxLength: 12 }),
			fc.constantFrom(...SIZES),
			(form, given, size) => {
				const drafts = draftsFor(form, given);
				const stage = standing(form, size);
				expect(misfits(stage)).toEqual([]);
				fillIn(stage, form, drafts);
				expect(misfits(stage)).toEqual([]);
				const expected = contentOf(form, drafts);
				expect(answered(stage, form)).toEqual(expected.ok ? expected.content : null);
				if (expected.ok) sent += 1;
			},
		),
		{ numRuns: isLong ? 10_000 : 60 },
	);
	expect(sent).toBeGreaterThan(20);
});

test('The same forms are answered line by line', () => {
	let sent = 0;
	fc.assert(
		fc.property(forms, fc.array(answers, { minLength: 1, maxLength: 12 }), (form, given) => {
			const drafts = draftsFor(form, given);
			const lines = createLines(busy());
			happenTo(lines, formQuestion(form));
			answerLines(lines, form, drafts);
			const expected = contentOf(form, drafts);
			expect(answered(lines, form)).toEqual(expected.ok ? expected.content : null);
			if (expected.ok) sent += 1;
		}),
		{ numRuns: isLong ? 10_000 : 60 },
	);
	expect(sent).toBeGreaterThan(20);
});

const NAMES = [
	'enter',
	'escape',
	'tab',
	'up',
	'down',
	'home',
	'end',
	'pageup',
	'pagedown',
	'left',
	'backspace',
] as const;
const keys = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...NAMES) },
	{ weight: 3, arbitrary: fc.constantFrom(...'123 yna@/\\é猫'.split('').map((typed) => `\`${typed}\``)) },
	{
		weight: 1,
		arbitrary: fc.constantFrom('shift+tab', 'alt+q', 'ctrl+_', 'ctrl+w', 'ctrl+j', 'alt+a', 'ctrl+a', 'ctrl+o'),
	},
);
const doings = fc.array(
	fc.oneof(
		{ weight: 12, arbitrary: keys.map((key) => ({ type: 'key' as const, key })) },
		{ weight: 2, arbitrary: fc.constantFrom(10, 700, 2000).map((ms) => ({ type: 'wait' as const, ms })) },
		{
			weight: 1,
			arbitrary: fc.constantFrom('words', 'two\nlines', '\x1b[2J').map((text) => ({ type: 'paste' as const, text })),
		},
		{ weight: 1, arbitrary: fc.constantFrom(...SIZES).map((size) => ({ type: 'resize' as const, size })) },
		{
			weight: 1,
			arbitrary: fc
				.record({ x: fc.integer({ min: 1, max: 100 }), y: fc.integer({ min: 1, max: 32 }) })
				.map((at) => ({ type: 'click' as const, at })),
		},
		{ weight: 1, arbitrary: fc.constant({ type: 'back' as const }) },
	),
	{ minLength: 1, maxLength: 40 },
);

test('Whatever keys are pressed in whatever form, every frame fits the screen, and what is sent is valid', () => {
	fc.assert(
		fc.property(forms, fc.boolean(), fc.constantFrom(...SIZES), doings, (form, blocksTurn, size, given) => {
			const stage = settled(busy(), [formQuestion(form, { blocksTurn }), formQuestion(form, { id: 'q2' })], ...size);
			for (const one of given) {
				switch (one.type) {
					case 'key':
						pressNow(stage, one.key);
						break;
					case 'wait':
						wait(stage, one.ms);
						break;
					case 'paste':
						paste(stage, one.text);
						break;
					case 'resize':
						put(stage, { type: 'resize', columns: one.size[0], rows: one.size[1] });
						break;
					case 'click':
						put(stage, {
							type: 'mouse',
							event: { kind: 'press', button: 'left', ...one.at, ctrl: false, alt: false, shift: false },
						});
						break;
					case 'back':
						happen(stage, { type: 'question-withdrawn', questionId: 'q' });
				}
				expect(misfits(stage)).toEqual([]);
			}
			answered(stage, form);
		}),
		{ numRuns: isLong ? 10_000 : sized(30, 80) },
	);
});
