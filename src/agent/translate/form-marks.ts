import type { FormMarks } from '../../core/elicitation/read-form.js';
import { objectOf, textOf } from '../json.js';

/** Codex's option for an answer in the note field. */
const CODEX_OTHER = 'None of the above';

/** Extensions of single agents; a form can be asked without them. */
export const FORM_MARKS: FormMarks = {
	// Claude: what an option of AskUserQuestion would look like.
	previewOf: (option) => textOf(objectOf(objectOf(option['_meta'])['_claude/askUserQuestionOption'])['preview']),
	companionOf: (name, property, before) => {
		const codex = objectOf(objectOf(property['_meta'])['codex']);
		const noted = before.find((choice) => choice.name === codex['questionId']);
		if (codex['role'] === 'user_note' && noted !== undefined) {
			const hasOther = 'options' in noted.input && noted.input.options.some(({ value }) => value === CODEX_OTHER);
			return { noteOf: noted.name, ...(hasOther ? { otherOption: CODEX_OTHER } : {}) };
		}
		const [, base, suffix] = /^(.+)_(custom|other|note)\d*$/.exec(name.slice(0, 1000)) ?? [];
		if (base === undefined || !before.some((choice) => choice.name === base)) return {};
		return suffix === 'note' ? { noteOf: base } : { otherOf: base };
	},
	// Codex: the answer is not to be seen.
	isSecret: (property) => objectOf(objectOf(property['_meta'])['codex'])['isSecret'] === true,
};

/** Codex does not wait for such a question: it takes the answer as long as its turn runs. */
export function isAskedBeside(params: Readonly<Record<string, unknown>>): boolean {
	return objectOf(objectOf(params['_meta'])['codex'])['delivery'] === 'async';
}
