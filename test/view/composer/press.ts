import type { Key } from '../../../src/terminal/key.js';
import { ACTIONS, defaultKeymap } from '../../../src/view/actions/actions.js';
import { composerContexts, reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { resolveKey } from '../../../src/view/keys/keymap.js';
import { keysFrom } from '../keys-from.js';

/** A composer with a text in which `|` is the cursor and `^`, when there is one, the other end of the selection. */
export function composerWith(marked: string, entries: readonly string[] = [], columns = 80): ComposerState {
	const text = marked.replace(/[|^]/g, '');
	const cursor = marked.replace('^', '').indexOf('|');
	const anchor = marked.includes('^') ? marked.replace('|', '').indexOf('^') : null;
	const draft = { ...emptyDraft, text, cursor, anchor };
	return reduceComposer({ ...createComposer(entries), draft }, { type: 'columns', columns });
}

/** The draft with its cursor as `|` and its selection's other end as `^`. */
export function marked(state: ComposerState): string {
	const { text, cursor, anchor } = state.draft;
	const marks = [{ at: cursor, mark: '|' }, ...(anchor === null ? [] : [{ at: anchor, mark: '^' }])];
	let result = text;
	for (const { at, mark } of marks.sort((a, b) => b.at - a.at)) result = result.slice(0, at) + mark + result.slice(at);
	return result;
}

/** Presses keys in order, through the binding table: ids between spaces, and text to type between backquotes. */
export function press(state: ComposerState, keys: string): ComposerState {
	let current = state;
	for (const key of keysFrom(keys)) current = pressKey(current, key);
	return current;
}

export function pressKey(state: ComposerState, key: Key): ComposerState {
	const id = resolveKey(key, [...composerContexts(state), 'global'], defaultKeymap);
	const edit = id === null ? undefined : ACTIONS[id].edit;
	if (edit !== undefined) return reduceComposer(state, { type: 'command', command: edit });
	if (id !== null) return state;
	const text = key.typed;
	if (text === null) throw new Error(`${key.name} ${JSON.stringify(key.text)} means nothing`);
	return reduceComposer(state, { type: key.name === 'paste' ? 'paste' : 'text', text });
}
