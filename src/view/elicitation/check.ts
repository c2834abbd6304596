import { checkValue } from '../../core/elicitation/check-value.js';
import { contentOf } from '../../core/elicitation/content.js';
import type { Form, FormField } from '../../core/elicitation/form.js';
import { draftIn, draftsOf, type FormUi, isEmpty } from './form-ui.js';

/** Fault of a field as it is now, as a sentence; null when there is none. One that is empty is not wrong yet. */
export function problemIn(view: FormUi, field: FormField): string | null {
	const draft = draftIn(view, field);
	if (draft === undefined || isEmpty(view, field)) return null;
	const checked = checkValue(field.input, draft, field.isRequired);
	return checked.ok ? null : checked.problem;
}

/** Reason why a form cannot be sent: the field by its index, and what is wrong with it. */
export type FormProblem = { readonly at: number; readonly words: string };

/** Everything that keeps a form from being sent, in the order of its fields. */
export function problemsOf(form: Form, view: FormUi): readonly FormProblem[] {
	const read = contentOf(form, draftsOf(form, view));
	if (read.ok) return [];
	return read.problems.map(({ name, problem }) => ({
		at: form.fields.findIndex((field) => field.name === name),
		words: problem,
	}));
}
