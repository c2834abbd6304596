import type { FormField } from '../../core/elicitation/form.js';
import { joinLines } from '../../core/text/newlines.js';
import { insert, replaceRange, setText } from '../composer/buffer.js';
import { reduceComposer } from '../composer/composer.js';
import type { ComposerCommand } from '../composer/composer-commands.js';
import type { ComposerState } from '../composer/composer-state.js';
import { moveCursor } from '../composer/motions.js';
import { textColumns } from '../composer/render-draft.js';
import { PROMPT } from './field-lines.js';
import { findFor } from './file-finder.js';
import { type FormUi, isOfSeveralLines, textIn, typedIn } from './form-ui.js';

/** Characters of a field; nobody types more, and a paste of more is something else. */
const MOST_TYPED = 100_000;

/** `word`: what the status line says of it. */
type TypedStep = { readonly view: FormUi; readonly word?: string };

/** The form with another draft in a field, and the files that fit what is typed there. */
function withTyped(view: FormUi, field: FormField, state: ComposerState): FormUi {
	const before = typedIn(view, field);
	// Menus of the draft mean nothing here.
	const plain: ComposerState = { ...state, completion: null, mention: null, search: null, outcome: null };
	if (plain.draft === before.draft && plain.vim === before.vim) return view;
	const next = { ...view, typed: new Map(view.typed).set(field.name, plain), scroll: null };
	return plain.draft.text === before.draft.text
		? next
		: { ...next, finder: findFor(view.finder, field, textIn(next, field)) };
}

/** Typed or pasted text. What has one line takes line breaks as blanks. */
export function typeText(view: FormUi, field: FormField, text: string, isPaste: boolean): TypedStep {
	const state = typedIn(view, field);
	const clean = isOfSeveralLines(field) ? text : joinLines(text, isPaste ? ' ' : '').replace(/\t/g, ' ');
	const given = !isOfSeveralLines(field) && isPaste && state.draft.text === '' ? clean.trim() : clean;
	const isBlock = isPaste && isOfSeveralLines(field);
	const next =
		isPaste && !isBlock
			? { ...state, draft: insert(state.draft, given) }
			: reduceComposer(state, { type: isBlock ? 'paste' : 'text', text: given });
	return fitting(view, field, next);
}

export function editText(view: FormUi, field: FormField, edit: ComposerCommand, columns: number): TypedStep {
	const state = reduceComposer(typedIn(view, field), { type: 'columns', columns: textColumns(columns, PROMPT) });
	const isBefore = view.typed.has(field.name) || state.draft.text !== '';
	const next = reduceComposer(state, { type: 'command', command: edit });
	return next.draft === state.draft && next.vim === state.vim && !isBefore ? { view } : fitting(view, field, next);
}

/** The form with another draft in a field, unless that would hold too much: what vim puts or repeats may be long, too. */
function fitting(view: FormUi, field: FormField, next: ComposerState): TypedStep {
	const typed = withTyped(view, field, next);
	const { length } = textIn(typed, field);
	return length > MOST_TYPED && length > textIn(view, field).length
		? { view: withTyped(view, field, { ...typedIn(view, field), vim: next.vim }), word: 'That is too much for a field' }
		: { view: typed };
}

export function replaceText(view: FormUi, field: FormField, text: string): FormUi {
	const state = typedIn(view, field);
	return { ...withTyped(view, field, { ...state, draft: setText(state.draft, text) }), finder: null };
}

/** A row up or down within what is typed; null at its edge. */
export function moveRow(view: FormUi, field: FormField, motion: 'up' | 'down', columns: number): FormUi | null {
	const state = typedIn(view, field);
	const draft = moveCursor(state.draft, motion, { columns: textColumns(columns, PROMPT) });
	return draft === null ? null : withTyped(view, field, { ...state, draft });
}

/** A backslash before the cursor becomes a new line, as in the draft; null where there is none. */
export function breakAtBackslash(view: FormUi, field: FormField): FormUi | null {
	const { draft } = typedIn(view, field);
	if (!isOfSeveralLines(field) || draft.text[draft.cursor - 1] !== '\\') return null;
	return withTyped(view, field, {
		...typedIn(view, field),
		draft: replaceRange(draft, draft.cursor - 1, draft.cursor, '\n'),
	});
}

export function breakLine(view: FormUi, field: FormField): FormUi {
	if (!isOfSeveralLines(field)) return view;
	const state = typedIn(view, field);
	return withTyped(view, field, { ...state, draft: insert(state.draft, '\n') });
}
