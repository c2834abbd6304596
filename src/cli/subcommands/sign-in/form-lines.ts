import { checkValue } from '../../../core/elicitation/check-value.js';
import { draftOf } from '../../../core/elicitation/content.js';
import type { FieldDraft, FormDrafts, FormField } from '../../../core/elicitation/form.js';
import { FORM_LINES } from './messages.js';

/** What a line means for a field: a draft, undefined for what stands there already, or a sentence on what is wrong. */
export type ReadLine = { readonly draft: FieldDraft | undefined } | { readonly problem: string };

/**
 * Reads what was typed for a field: choices by their numbers or words, y or n; an empty line keeps what stands there, or
 * leaves the field out.
 */
export function readLine(field: FormField, line: string, drafts: FormDrafts): ReadLine {
	const { input, isRequired } = field;
	const words = line.trim();
	if (words === '') {
		const kept = draftOf(field, drafts);
		if (kept === undefined && isRequired) return checkedDraft(field, null);
		return kept === undefined ? { draft: undefined } : checkedDraft(field, kept);
	}
	switch (input.type) {
		case 'boolean':
			return /^(?:y|yes|n|no)$/i.test(words) ? { draft: /^y/i.test(words) } : { problem: FORM_LINES.yesOrNo };
		case 'choice':
		case 'choices': {
			const chosen = chosenBy(input.options, words);
			if (chosen === null) return { problem: FORM_LINES.noSuch };
			if (input.type === 'choices') return checkedDraft(field, chosen);
			const [only, ...more] = chosen;
			return only === undefined || more.length > 0 ? { problem: FORM_LINES.onlyOne } : { draft: only };
		}
		default:
			return checkedDraft(field, input.type === 'number' ? words : line);
	}
}

function checkedDraft({ input, isRequired }: FormField, draft: FieldDraft): ReadLine {
	const checked = checkValue(input, draft, isRequired);
	return checked.ok ? { draft } : { problem: checked.problem };
}

type Options = Extract<FormField['input'], { readonly options: unknown }>['options'];

/** The values by their numbers (`1,3`), or the one of these words; `0` is none; null: nothing is called so. */
function chosenBy(options: Options, words: string): readonly string[] | null {
	const named = options.find(({ title }) => title.toLowerCase() === words.toLowerCase());
	if (named !== undefined) return [named.value];
	if (words === '0') return [];
	const numbers = words.split(/[\s,;]+/).filter((part) => part !== '');
	const values = numbers.map((number) => (/^\d{1,4}$/.test(number) ? options[Number(number) - 1]?.value : undefined));
	if (values.includes(undefined)) return null;
	return options.map(({ value }) => value).filter((value) => values.includes(value));
}
