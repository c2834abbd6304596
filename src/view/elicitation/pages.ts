import type { Form, FormField } from '../../core/elicitation/form.js';

/** Fields that are shown together: a choice, and the texts beside it. `to` is behind the last. */
export type FormPage = { readonly from: number; readonly to: number };

export function pagesOf(form: Form): readonly FormPage[] {
	const known = cache.get(form);
	if (known !== undefined) return known;
	const pages: FormPage[] = [];
	form.fields.forEach((field, index) => {
		const last = pages.at(-1);
		const main = last === undefined ? undefined : form.fields[last.from];
		if (last !== undefined && main !== undefined && isBeside(field, main))
			pages[pages.length - 1] = { ...last, to: index + 1 };
		else pages.push({ from: index, to: index + 1 });
	});
	cache.set(form, pages);
	return pages;
}

const cache = new WeakMap<Form, readonly FormPage[]>();

/** True for a text that belongs to a choice. */
function isBeside(field: FormField, main: FormField): boolean {
	return (field.otherOf ?? field.noteOf) === main.name;
}

/** The index of the page that holds a field; the number of pages for the review. */
export function pageAt(form: Form, at: number): number {
	const pages = pagesOf(form);
	const index = pages.findIndex(({ to }) => at < to);
	return index < 0 ? pages.length : index;
}

/** True where one page holds everything: it shares the screen with the rows of the review. */
export function isOnePage(form: Form): boolean {
	return pagesOf(form).length <= 1;
}
