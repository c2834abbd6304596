import { checkValue } from './check-value.js';
import type { FieldDraft, Form, FormContent, FormDrafts, FormField, FormValue } from './form.js';
import { PROBLEMS } from './messages.js';

/** The content of a form, or what is wrong with which fields, in their order. */
export type ReadContent =
	| { readonly ok: true; readonly content: FormContent }
	| { readonly ok: false; readonly problems: readonly { readonly name: string; readonly problem: string }[] };

/**
 * What is sent for a form: only keys of its schema, in its order; what is optional and empty is absent. A field that
 * nobody touched has the answer that the agent suggests.
 */
export function contentOf(form: Form, drafts: FormDrafts): ReadContent {
	const values: [string, FormValue][] = [];
	const problems: { name: string; problem: string }[] = [];
	for (const field of form.fields) {
		const { name, input, isRequired } = field;
		const draft = draftOf(field, drafts) ?? otherIn(form, name, drafts);
		if (draft === undefined) {
			if (isRequired) problems.push({ name, problem: PROBLEMS.missing });
			continue;
		}
		const checked = checkValue(input, draft, isRequired);
		if (!checked.ok) problems.push({ name, problem: checked.problem });
		else if (checked.value !== undefined) values.push([name, checked.value]);
	}
	// Whatever a field is called, it becomes a key of its own.
	return problems.length > 0 ? { ok: false, problems } : { ok: true, content: Object.fromEntries(values) };
}

/** The option that means the user's own words, where they wrote some and chose nothing. */
function otherIn({ fields }: Form, choice: string, drafts: FormDrafts): string | undefined {
	const note = fields.find(({ noteOf, otherOption }) => noteOf === choice && otherOption !== undefined);
	return note !== undefined && (drafts.get(note.name) ?? '') !== '' ? note.otherOption : undefined;
}

/** What stands in a field: what the user did there, else what the agent suggests; undefined: nothing. */
export function draftOf({ name, input }: FormField, drafts: FormDrafts): FieldDraft | undefined {
	const draft = drafts.get(name);
	if (draft !== undefined) return draft;
	if (input.type === 'unknown' || input.default === undefined) return undefined;
	return input.type === 'number' ? String(input.default) : input.default;
}
