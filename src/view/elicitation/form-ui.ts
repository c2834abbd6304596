import type { FieldDraft, Form, FormDrafts, FormField } from '../../core/elicitation/form.js';
import { draftOf } from '../composer/buffer.js';
import { expandDraft } from '../composer/chips.js';
import type { Vim } from '../composer/editor.js';
import { type ComposerState, createComposer } from '../composer/state.js';
import type { FileFinder } from './file-finder.js';

/** Work of the user in one form: a value, kept as long as its question stands. */
export type FormUi = {
	/** Choices, by the names of the fields; nothing where it was emptied. */
	readonly chosen: ReadonlyMap<string, boolean | readonly string[]>;
	/** Vim's keys of a fresh field; absent: they are not wanted. */
	readonly vim?: Vim | null;
	readonly fields: readonly FormField[];
	/** Texts, by the names of the fields. */
	readonly typed: ReadonlyMap<string, ComposerState>;
	/** The field that has the keys, by its index; the number of fields: the review. */
	readonly at: number;
	/** The option that is marked, from 0; null before the user moved to one. */
	readonly marked: number | null;
	/** The user moved to the marked option: enter takes it. */
	readonly hasMoved: boolean;
	/** The first line that is shown, where the user scrolled. */
	readonly scroll: number | null;
	/** Letters that were typed to find an option, and when the last came (ms since the epoch). */
	readonly search: { readonly text: string; readonly at: number };
	/** The files that are offered for the path that is typed. */
	readonly finder: FileFinder | null;
	/** Whose keys they are: `auto` gives them to the form as soon as nobody can mean them for the draft. */
	readonly focus: 'auto' | 'form' | 'draft';
	/** When the user came to this field (ms since the epoch). */
	readonly movedAt: number;
	/** The user answered it: what is typed is not missed when it goes. */
	readonly isAnswered?: boolean;
};

export function newFormUi(form: Form, isBeside: boolean, vim: Vim | null = null): FormUi {
	const chosen = new Map<string, boolean | readonly string[]>();
	const typed = new Map<string, ComposerState>();
	for (const field of form.fields) {
		const { name, input } = field;
		if (input.type === 'boolean' && input.default !== undefined) chosen.set(name, input.default);
		if (input.type === 'choice' && input.default !== undefined) chosen.set(name, [input.default]);
		if (input.type === 'choices' && input.default !== undefined) chosen.set(name, input.default);
		if ((input.type === 'text' || input.type === 'number') && input.default !== undefined)
			typed.set(name, { ...freshField(field, vim), draft: draftOf(String(input.default)) });
	}
	return {
		vim,
		fields: form.fields,
		chosen,
		typed,
		at: 0,
		marked: null,
		hasMoved: false,
		scroll: null,
		search: { text: '', at: 0 },
		finder: null,
		focus: isBeside ? 'draft' : 'auto',
		movedAt: 0,
	};
}

export function isTyped({ input }: FormField): boolean {
	return input.type === 'text' || input.type === 'number';
}

export function isOfSeveralLines({ input }: FormField): boolean {
	return input.type === 'text' && input.format === undefined && !input.isPath;
}

/** The draft that is typed into a field; an empty one where nobody did. */
export function typedIn(view: FormUi, field: FormField): ComposerState {
	return view.typed.get(field.name) ?? freshField(field, view.vim ?? null);
}

const emptyField = createComposer();

/** A secret has no vim: it must reach no register, and nothing that `.` repeats. */
function freshField(field: FormField, vim: Vim | null): ComposerState {
	return vim === null || field.secretWord !== undefined
		? emptyField
		: { ...emptyField, vim: isOfSeveralLines(field) ? vim : vim.inLine() };
}

/** The text of a field, pasted blocks in full. */
export function textIn(view: FormUi, field: FormField): string {
	const typed = view.typed.get(field.name);
	return typed === undefined ? '' : expandDraft(typed.draft);
}

export function pickedIn(view: FormUi, { name }: FormField): readonly string[] {
	const picked = view.chosen.get(name);
	return picked === undefined || typeof picked === 'boolean' ? [] : picked;
}

export function draftsOf(form: Form, view: FormUi): FormDrafts {
	const drafts = new Map<string, FieldDraft>();
	for (const field of form.fields) {
		const draft = draftIn(view, field);
		if (draft !== undefined) drafts.set(field.name, draft);
	}
	return drafts;
}

/** Work of the user in one field; undefined for nothing, null where they emptied it. */
export function draftIn(view: FormUi, field: FormField): FieldDraft | undefined {
	if (isTyped(field)) return view.typed.has(field.name) ? textIn(view, field) : undefined;
	const chosen = view.chosen.get(field.name);
	if (chosen === undefined || typeof chosen === 'boolean') return chosen;
	if (field.input.type === 'choices' && (field.isRequired || chosen.length > 0)) return chosen;
	return chosen[0] ?? null;
}

export function isEmpty(view: FormUi, field: FormField): boolean {
	if (isTyped(field)) return textIn(view, field).trim() === '';
	const chosen = view.chosen.get(field.name);
	return typeof chosen === 'boolean' ? false : (chosen ?? []).length === 0;
}
