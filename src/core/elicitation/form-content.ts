import { checkValue, MISSING } from './check-value.js';
import type { FieldDraft, Form, FormContent, FormDrafts, FormField, FormValue } from './form.js';

export type ReadContent =
	| { readonly ok: true; readonly content: FormContent }
	| { readonly ok: false; readonly problems: readonly { readonly name: string; readonly problem: string }[] };

/** Content of a form: keys of its schema, in its order, without empty optional ones; suggestions where untouched. */
export function contentOf(form: Form, drafts: FormDrafts): ReadContent {
	const values: [string, FormValue][] = [];
	const problems: { name: string; problem: string }[] = [];
	for (const field of form.fields) {
		const { name, input, isRequired } = field;
		const draft = draftOf(field, drafts) ?? otherIn(form, name, drafts);
		if (draft === undefined) {
			if (isRequired) problems.push({ name, problem: MISSING });
			continue;
		}
		const checked = checkValue(input, draft, isRequired);
		if (!checked.ok) problems.push({ name, problem: checked.problem });
		else if (checked.value !== undefined) values.push([name, checked.value]);
	}
	// Whatever a field is called, it becomes a key of its own.
	return problems.length > 0 ? { ok: false, problems } : { ok: true, content: Object.fromEntries(values) };
}

function otherIn({ fields }: Form, choice: string, drafts: FormDrafts): string | undefined {
	const note = fields.find(({ noteOf, otherOption }) => noteOf === choice && otherOption !== undefined);
	return note !== undefined && (drafts.get(note.name) ?? '') !== '' ? note.otherOption : undefined;
}

/** Value of a field: the user's, else the agent's suggestion; undefined for none. */
export function draftOf({ name, input }: FormField, drafts: FormDrafts): FieldDraft | undefined {
	const draft = drafts.get(name);
	if (draft !== undefined) return draft;
	if (input.type === 'unknown' || input.default === undefined) return undefined;
	return input.type === 'number' ? String(input.default) : input.default;
}
