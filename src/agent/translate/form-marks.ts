import type { FormMarks } from '../../core/elicitation/read-form.js';
import { objectOf, textOf } from '../json.js';

/** What single agents say in forms beside the protocol; none of it is needed to ask by them. */
export const FORM_MARKS: FormMarks = {
	// Claude: what an option of AskUserQuestion would look like.
	previewOf: (option) => textOf(objectOf(objectOf(option['_meta'])['_claude/askUserQuestionOption'])['preview']),
	companionOf: (name, property, before) => {
		const codex = objectOf(objectOf(property['_meta'])['codex']);
		const noted = textOf(codex['questionId']);
		if (codex['role'] === 'user_note' && noted !== undefined && before.includes(noted)) return { noteOf: noted };
		const [, base, suffix] = /^(.+)_(custom|other|note)\d*$/.exec(name.slice(0, 1000)) ?? [];
		if (base === undefined || !before.includes(base)) return {};
		return suffix === 'note' ? { noteOf: base } : { otherOf: base };
	},
	// Codex: the answer is not to be seen.
	isSecret: (property) => objectOf(objectOf(property['_meta'])['codex'])['isSecret'] === true,
};

/** Codex marks a question that it does not wait for: it takes the answer as long as its turn goes on. */
export function isAskedBeside(params: Readonly<Record<string, unknown>>): boolean {
	return objectOf(objectOf(params['_meta'])['codex'])['delivery'] === 'async';
}
