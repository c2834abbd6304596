import { expect, test } from 'vitest';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { createHistory, remember, searchHistory } from '../../../src/view/composer/prompt-history.js';
import { composerWith, marked, press } from './press.js';

const entries = ['first', 'two\nlines', 'third'];

const table: readonly (readonly [before: string, keys: string, after: string])[] = [
	['|', 'up', 'third|'],
	['|', 'up up', 'two\nlines|'],
	['|', 'up up up', 'first|'],
	['|', 'up up up up', 'first|'],
	['draft|', 'up up', 'two\nlines|'],
	['|draft', 'up', 'third|'],
	['|draft', 'up down', '|draft'],
	['|draft', 'up up down down down', '|draft'],
	['|', 'up up left up', 'two|\nlines'],
	['|', 'up `!` up down', 'third!|'],
	['|', 'ctrl+p ctrl+p ctrl+n', 'third|'],
	['|', 'up ctrl+_', 'third|'],
	['|', 'ctrl+r `TWO` enter', 'two\nlines|'],
	['|', 'ctrl+r `ir` ctrl+r enter', 'first|'],
	['|', 'ctrl+r `ir` ctrl+r ctrl+r enter', 'first|'],
	['|', 'ctrl+r `ir` ctrl+r ctrl+s enter', 'third|'],
	['|', 'ctrl+r `irx` backspace enter', 'third|'],
	['|', 'ctrl+r `first x` ctrl+w backspace enter', 'first|'],
	['|', 'ctrl+r `first x` alt+backspace backspace enter', 'first|'],
	['|', 'ctrl+r `nothing` ctrl+u `first` enter', 'first|'],
	['dra|ft', 'ctrl+r `ir` escape', 'dra|ft'],
	['dra|ft', 'ctrl+r `nothing` enter', 'dra|ft'],
	['dra|ft', 'ctrl+r `ir` enter ctrl+_', 'dra|ft'],
	['|', 'ctrl+r `ir` ctrl+a', '|third'],
];

test.each(table)('%j, then %s, is %j', (before, keys, after) => {
	expect(marked(press(composerWith(before, entries), keys))).toBe(after);
});

test('what was sent is the newest entry', () => {
	expect(marked(press(composerWith('|', entries), '`sent` enter up'))).toBe('sent|');
	expect(marked(press(composerWith('|', entries), '`sent` enter up up'))).toBe('third|');
});

test('entries that arrive late stand before what was sent meanwhile', () => {
	const sent = press(composerWith('|'), '`new` enter');
	const loaded = reduceComposer(sent, { type: 'history', entries: ['old'] });
	expect(loaded.history.entries).toEqual(['old', 'new']);
});

test('a repetition and a blank text are not remembered', () => {
	const history = createHistory(['a']);
	expect(remember(history, 'a').entries).toEqual(['a']);
	expect(remember(history, ' \n').entries).toEqual(['a']);
});

test('a search finds every text once, the newest first, whatever the case, and takes no pattern', () => {
	const found = searchHistory(['fix a.b', 'FIX a-b', 'fix a.b', 'other (x)'], 'A.B');
	expect(found).toEqual([{ text: 'fix a.b', start: 4, end: 7 }]);
	expect(searchHistory(['a', 'A'], 'a').map((match) => match.text)).toEqual(['A', 'a']);
	expect(searchHistory(['x (y', 'z\\d'], '(').length + searchHistory(['z\\d'], '\\d').length).toBe(2);
	expect(searchHistory(['[^a-z]{2}/|$'], '[^a-z]{2}/|$')).toHaveLength(1);
	expect(searchHistory(['a'], '')).toEqual([]);
});
