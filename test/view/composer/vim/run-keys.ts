import { deleteBackward, insert } from '../../../../src/view/composer/buffer.js';
import { type Draft, emptyDraft } from '../../../../src/view/composer/draft.js';
import type { Vim } from '../../../../src/view/composer/editor.js';
import { byteOf, columnOf, lineOf } from '../../../../src/view/composer/vim/text.js';
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

/** A text with the cursor on its first character; every register holds a letter, as there is none in which vim has nothing. */
function begin(text: string): ReturnType<typeof press> {
	const { vim } = press(emptyDraft, createVim(), 'qqq<esc>"ax"bxx');
	return press({ ...emptyDraft, text, cursor: 0 }, vim, 'i<esc>0');
}

/**
 * Whether a case meets what a real vim does by its inner state, which is in no text: `{` in a text of one line goes to
 * its end before Vim 9.1, a text without a line is to it another one than a text of an empty line, and it may remember the
 * cell of a cursor from before the text changed by undo, or from before a selection began, which counts on a tab.
 */
export function isOutOfScope({ text, keys }: Case): boolean {
	let now = begin(text);
	return keysOf(keys).some((key) => {
		const { draft, vim } = now;
		now = press(draft, vim, key);
		// What leaves nothing, of an empty line too.
		if (now.draft.text === '' && now.draft.past !== draft.past) return true;
		if (vim.mode === 'insert') return false;
		const isStep = /^(?:u|<c-r>)$/.test(key) && now.draft.text !== draft.text;
		const isCellKept = isStep && place(now.draft) === place(draft) && cell(now.draft) !== cell(draft);
		const isTab = /^visual/.test(vim.mode) && /[jk]/.test(key) && draft.text[draft.cursor] === '\t';
		const isParagraph = key === '{' || (key === '.' && keys.includes('{'));
		return isCellKept || isTab || (isParagraph && !draft.text.includes('\n'));
	});
}

const place = (draft: Draft): string => `${lineOf(draft, draft.cursor)} ${byteOf(draft, draft.cursor)}`;
const cell = (draft: Draft): number => columnOf(draft, draft.cursor);

export function runOurs({ text, keys }: Case): Outcome {
	const { draft, vim } = begin(text);
	const done = press(draft, vim, keys).draft;
	const before = done.text.slice(0, done.cursor).split('\n');
	return { text: done.text, line: before.length - 1, column: [...(before.at(-1) ?? '')].length };
}
