import { deleteBackward, insert } from '../../../../src/view/composer/buffer.js';
import { type Draft, emptyDraft } from '../../../../src/view/composer/draft.js';
import type { Vim } from '../../../../src/view/composer/editor.js';
import { createVim } from '../../../../src/view/composer/vim/vim.js';
import { type Case, keysOf, type Outcome } from './sequences.js';

const NAMES: Readonly<Record<string, string>> = { '<esc>': 'escape', '<c-r>': 'ctrl+r' };

/** Presses keys in a draft as the composer does: insert mode types, other modes are vim's. */
function press(draft: Draft, vim: Vim, keys: string): { readonly draft: Draft; readonly vim: Vim } {
	let now = { draft, vim };
	for (const key of keysOf(keys)) {
		const isTyped = now.vim.mode === 'insert' && key !== '<esc>';
		if (!isTyped) now = now.vim.press(now.draft, NAMES[key] ?? key);
		else now = now.vim.follow(now.draft, key === '<bs>' ? deleteBackward(now.draft) : insert(now.draft, key));
	}
	return now;
}

/**
 * Whether a case meets what a real vim does by its inner state, which is in no text: `{` in a text of one line goes to
 * its end before Vim 9.1, and a text without a line is to it another one than a text of an empty line.
 */
export function isBeside({ text, keys }: Case): boolean {
	let now: ReturnType<typeof press> = {
		draft: { ...emptyDraft, text, cursor: 0 },
		vim: press(emptyDraft, createVim(), '<esc>').vim,
	};
	return keysOf(keys).some((key) => {
		const { draft, vim } = now;
		now = press(draft, vim, key);
		const isEmptied = now.draft.text === '' && draft.text !== '';
		return (
			isEmptied ||
			((key === '{' || (key === '.' && keys.includes('{'))) && vim.mode !== 'insert' && !draft.text.includes('\n'))
		);
	});
}

/** Result of our keys; every register holds a letter before, as there is none in which vim has nothing. */
export function runOurs({ text, keys }: Case): Outcome {
	const { vim } = press(emptyDraft, createVim(), 'qqq<esc>"ax"bxx');
	const { draft } = press({ ...emptyDraft, text, cursor: 0 }, vim, `i<esc>0${keys}`);
	const before = draft.text.slice(0, draft.cursor).split('\n');
	return { text: draft.text, line: before.length - 1, column: [...(before.at(-1) ?? '')].length };
}
