import { expect, test } from 'vitest';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { marked, press } from './press.js';

function restored(): ComposerState {
	const draft = { ...emptyDraft, text: 'old words', cursor: 9 };
	return reduceComposer(createComposer(['sent before']), { type: 'restore', draft });
}

const aside = (state: ComposerState): string[] => state.stash.map(({ text }) => text);

test.each([
	['`/edit x`', '/edit x|', ['old words']],
	['`a` `b`', 'ab|', ['old words']],
	['backspace', '|', ['old words']],
	['ctrl+j', '\n|', ['old words']],
	// Whoever moved in it has seen it, and goes on with it.
	['right `!`', 'old words!|', []],
	['end `!`', 'old words!|', []],
	['left `!`', '!|old words', []],
	['ctrl+s', '|', ['old words']],
	['up', 'sent before|', []],
] as const)('over a draft of an earlier run, %s leaves %j and puts %j aside', (keys, after, kept) => {
	const state = press(restored(), keys);
	expect(marked(state)).toBe(after);
	expect(aside(state)).toEqual(kept);
});

test('a paste takes its place as well, and enter sends it as it was', () => {
	const pasted = reduceComposer(restored(), { type: 'paste', text: 'new' });
	expect([pasted.draft.text, aside(pasted)]).toEqual(['new', ['old words']]);
	const sent = press(restored(), 'enter');
	expect([sent.outcome?.text, aside(sent)]).toEqual(['old words', []]);
	const edited = reduceComposer(restored(), { type: 'set-text', text: 'edited elsewhere' });
	expect([edited.draft.text, aside(edited)]).toEqual(['edited elsewhere', []]);
});

test('opening its pasted block replaces nothing', () => {
	const pasted = reduceComposer(createComposer(), { type: 'paste', text: 'line\n'.repeat(30) });
	const back = reduceComposer(createComposer(), { type: 'restore', draft: pasted.draft });
	const opened = press(back, 'tab');
	expect(opened.draft.text).toBe('line\n'.repeat(30));
	expect(aside(opened)).toEqual([]);
});
