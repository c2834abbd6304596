import type { FormField } from '../../core/elicitation/form.js';
import { type FormUi, pickedIn } from './form-ui.js';
import { optionRows } from './option-lines.js';

export type Chosen = { readonly view: FormUi; readonly word?: string };

/** Takes an option, or takes it back; of one choice the others go. `isKept`: what is taken stays so. */
export function pick(view: FormUi, field: FormField, index: number, isKept = false): Chosen {
	const { input, name } = field;
	const next = { ...view, marked: index, hasMoved: false, scroll: null };
	const put = (value: boolean | readonly string[]): Chosen => ({
		view: { ...next, chosen: new Map(view.chosen).set(name, value) },
	});
	if (input.type === 'boolean') {
		const isSame = view.chosen.get(name) === (index === 0);
		return isSame && !isKept && !field.isRequired ? put([]) : put(index === 0);
	}
	if (!('options' in input)) return { view };
	const value = input.options[index]?.value;
	if (value === undefined) return { view };
	const picked = pickedIn(view, field);
	const isPicked = picked.includes(value);
	if (input.type === 'choice') return isPicked && !isKept ? put([]) : put([value]);
	if (isPicked) return isKept ? { view: next } : put(picked.filter((one) => one !== value));
	const most = input.maxItems ?? Number.POSITIVE_INFINITY;
	// Where there may be one, the other goes.
	if (most === 1) return put([value]);
	return picked.length >= most ? { view: next, word: `At most ${most} can be chosen` } : put([...picked, value]);
}

export function markAt(view: FormUi, index: number): FormUi {
	return { ...view, marked: index, hasMoved: true, scroll: null };
}

/** A word typed in turn counts as one, within ms. */
const TYPED_WITHIN = 1000;
/** With fewer options words are for the draft. */
const MANY = 9;

/** Marks the option whose title begins with what is typed; null where typing means something else. */
export function findOption(view: FormUi, field: FormField, typed: string, now: number): FormUi | null {
	const rows = optionRows(view, field);
	if (rows.length <= MANY) return null;
	const text = (now - view.search.at <= TYPED_WITHIN ? view.search.text : '') + typed.toLowerCase();
	const index = rows.findIndex(({ title }) => title.toLowerCase().startsWith(text));
	const next = { ...view, search: { text, at: now } };
	return index < 0 ? next : markAt(next, index);
}

/** The option that a letter stands for: y and n, where what is asked is yes or no. */
export function optionOfLetter(view: FormUi, field: FormField, letter: string): number {
	const words = optionRows(view, field).map(({ title }) => title.toLowerCase());
	const isYesNo =
		words.length === 2 && words.some((word) => /^yes\b/.test(word)) && words.some((word) => /^no\b/.test(word));
	if (!isYesNo || !/^[yn]$/i.test(letter)) return -1;
	return words.findIndex((word) => word.startsWith(letter.toLowerCase()));
}
