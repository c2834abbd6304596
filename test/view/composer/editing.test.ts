import { expect, test } from 'vitest';
import { composerWith, marked, press } from './press.js';

const table: readonly (readonly [before: string, keys: string, after: string])[] = [
	// Typing and deleting
	['|', '`hi`', 'hi|'],
	['a|c', '`b`', 'ab|c'],
	['ab|', 'backspace', 'a|'],
	['|ab', 'backspace', '|ab'],
	['a|b', 'delete', 'a|'],
	['ab|', 'delete', 'ab|'],
	['a^bc|d', '`x`', 'ax|d'],
	['a^bc|d', 'backspace', 'a|d'],
	['a|bc^d', 'delete', 'a|d'],
	['a|b', 'ctrl+j', 'a\n|b'],
	['a|', 'shift+enter', 'a\n|'],
	['a|', 'alt+enter', 'a\n|'],
	['a\\|', 'enter', 'a\n|'],
	['a\\|\nb', 'enter', 'a\n|\nb'],
	['a|b', 'ctrl+d', 'a|'],
	// Graphemes
	['👩‍👩‍👧|', 'backspace', '|'],
	['|👩‍👩‍👧x', 'right', '👩‍👩‍👧|x'],
	['e\u0301|', 'backspace', '|'],
	['🇩🇪🇫🇷|', 'backspace', '🇩🇪|'],
	['|🇩🇪🇫🇷', 'right', '🇩🇪|🇫🇷'],
	['漢字|', 'left', '漢|字'],
	['👍🏽|a', 'left', '|👍🏽a'],
	['|각', 'right', '각|'],
	// Selecting, each way
	['a|b', 'shift+left', '|a^b'],
	['a|b', 'shift+right', 'a^b|'],
	['a\nb|', 'alt+shift+up', 'a|\nb^'],
	['a|\nb', 'alt+shift+down', 'a^\nb|'],
	['one two|', 'ctrl+shift+left', 'one |two^'],
	['|one two', 'ctrl+shift+right', '^one| two'],
	['ab|c', 'shift+home', '|ab^c'],
	['a|bc', 'shift+end', 'a^bc|'],
	['a|b', 'alt+a', '^ab|'],
	// Motions
	['ab|c', 'left left', '|abc'],
	['a^b|c', 'left', 'a|bc'],
	['a|b^c', 'right', 'ab|c'],
	['one two|', 'ctrl+left', 'one |two'],
	['one two|', 'alt+b alt+b', '|one two'],
	['|one, two', 'alt+f', 'one|, two'],
	['one|, two', 'ctrl+right', 'one, two|'],
	['src/login.ts|', 'alt+b', 'src/login.|ts'],
	['snake_case|', 'alt+b', '|snake_case'],
	['über straße|', 'alt+b', 'über |straße'],
	['我爱北京|', 'alt+b', '我爱|北京'],
	['|我爱北京', 'alt+f', '我|爱北京'],
	['a\nbc|', 'home', 'a\n|bc'],
	['a\n|bc', 'ctrl+e', 'a\nbc|'],
	['a\nb|', 'alt+<', '|a\nb'],
	['|a\nb', 'alt+>', 'a\nb|'],
	['abc\nd|ef', 'up', 'a|bc\ndef'],
	['abc\nx\nde|f', 'up up', 'ab|c\nx\ndef'],
	['ab|c\nx\ndef', 'down down', 'abc\nx\nde|f'],
	['漢字|漢\nabcdef', 'down', '漢字漢\nabcd|ef'],
	['漢字\nabc|', 'up', '漢|字\nabc'],
	['\ta|\nabcdefg', 'down', '\ta\nabcde|fg'],
	['a|bc', 'up', '|abc'],
	['a|bc', 'down', 'abc|'],
	// Selection
	['ab|cd', 'shift+left', 'a|b^cd'],
	['ab|cd', 'shift+right shift+right', 'ab^cd|'],
	['one two|', 'ctrl+shift+left', 'one |two^'],
	['ab|\ncd', 'alt+shift+down', 'ab^\ncd|'],
	['ab|c', 'shift+home', '|ab^c'],
	['ab|c', 'shift+end', 'ab^c|'],
	['a|b', 'alt+a', '^ab|'],
	['a|b', 'shift+right left', 'a|b'],
	// Kills
	['ab|cd\nef', 'ctrl+k', 'ab|\nef'],
	['ab|\nef', 'ctrl+k', 'ab|ef'],
	['ab\ncd|ef', 'ctrl+u', 'ab\n|ef'],
	['ab\n|ef', 'ctrl+u', 'ab|ef'],
	['git commit -m|', 'ctrl+w', 'git commit |'],
	['a/b/c d/e|', 'ctrl+w', 'a/b/c |'],
	['a/b.c|', 'alt+backspace', 'a/b.|'],
	['|one two', 'alt+d', '| two'],
	['one two|', 'ctrl+w ctrl+w ctrl+y', 'one two|'],
	['one |two', 'ctrl+k ctrl+u ctrl+y', 'one two|'],
	['one two|', 'ctrl+w left ctrl+k ctrl+y', 'one |'],
	['a b|', 'ctrl+w left ctrl+u ctrl+y alt+y', 'b| '],
	['a b|', 'ctrl+w left ctrl+u ctrl+y alt+y alt+y', 'a| '],
	['ab|', 'alt+y', 'ab|'],
	['ab|', 'ctrl+y', 'ab|'],
	['^ab|c', 'ctrl+w ctrl+e ctrl+y', 'cab|'],
	// Undo and redo
	['|', '`one two` ctrl+_', 'one |'],
	['|', '`one two` ctrl+_ ctrl+_', '|'],
	['|', '`one two` ctrl+_ ctrl+_ alt+_', 'one |'],
	['|', '`one two` ctrl+/ ctrl+/ alt+_ alt+_ alt+_', 'one two|'],
	['|', '`one` ctrl+_ `x` alt+_', 'x|'],
	['abc|', 'backspace backspace ctrl+_', 'abc|'],
	['|abc', 'delete delete ctrl+_', '|abc'],
	['a^bc|d', '`x` ctrl+_', 'a^bc|d'],
	['one two|', 'ctrl+w ctrl+w ctrl+_', 'one two|'],
	['|', '`ab` left `x` ctrl+_', 'a|b'],
	['|', 'ctrl+_ alt+_', '|'],
	// Putting aside
	['draft|', 'ctrl+s', '|'],
	['draft|', 'ctrl+s `new` ctrl+s ctrl+s', 'new|'],
	['draft|', 'ctrl+s `new` ctrl+s ctrl+s ctrl+u ctrl+s', 'draft|'],
];

test.each(table)('%j, then %s, is %j', (before, keys, after) => {
	expect(marked(press(composerWith(before), keys))).toBe(after);
});

const wrapped: readonly (readonly [before: string, keys: string, after: string])[] = [
	// Rows of ten cells: 'hello big ', 'world and ', 'more'
	['hello big world and more|', 'up', 'hello big worl|d and more'],
	['hello big world and more|', 'up up', 'hell|o big world and more'],
	['hell|o big world and more', 'down down', 'hello big world and more|'],
	['hello big world| and more', 'home', 'hello big |world and more'],
	['hello big |world and more', 'home', '|hello big world and more'],
	['hello big wo|rld and more', 'end', 'hello big world and| more'],
	['hello big world and| more', 'end', 'hello big world and more|'],
];

test.each(wrapped)('in rows of ten cells %j, then %s, is %j', (before, keys, after) => {
	expect(marked(press(composerWith(before, [], 10), keys))).toBe(after);
});

test.each(['|', '   |', '\n\n|'])('the blank draft %j is not sent', (before) => {
	const after = press(composerWith(before), 'enter');
	expect(after.outcome).toBeNull();
	expect(marked(after)).toBe(before);
});

test.each([
	['a\\\\|', 'a\\\\'],
	['a\\|b', 'a\\b'],
])('the backslashes of %j are no line break', (before, text) => {
	expect(press(composerWith(before), 'enter').outcome).toMatchObject({ text });
});

test('an action of somebody else changes nothing', () => {
	const before = composerWith('a|b');
	expect(press(before, 'shift+tab ctrl+o pageup')).toBe(before);
});
