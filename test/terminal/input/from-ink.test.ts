import { expect, test } from 'vitest';
import { type Key, keyId } from '../../../src/terminal/key.js';
import { keysThroughInk } from './ink-keys.js';

const table: readonly (readonly [bytes: string, ids: string])[] = [
	['a', 'a'],
	['A', 'A'],
	['?', '?'],
	[' ', 'space'],
	['é', 'é'],
	['漢', '漢'],
	['👩‍👩‍👧', '👩‍👩‍👧'],
	['\r', 'enter'],
	['\n', 'ctrl+j'],
	['\x1b\r', 'alt+enter'],
	['\x1b[13;2u', 'shift+enter'],
	['\x1b[13;5u', 'ctrl+enter'],
	['\x1b[57414u', 'enter'],
	['\t', 'tab'],
	['\x1b[Z', 'shift+tab'],
	['\x1b[9;2u', 'shift+tab'],
	['\x1b', 'escape'],
	['\x1b[27u', 'escape'],
	['\x1b\x1b', 'escape escape'],
	['\x7f', 'backspace'],
	['\b', 'backspace'],
	['\x7f\x7f\x7f', 'backspace backspace backspace'],
	['\x1b\x7f', 'alt+backspace'],
	['\x1b[127;5u', 'ctrl+backspace'],
	['\x1b[3~', 'delete'],
	['\x1b[3;5~', 'ctrl+delete'],
	['\x01', 'ctrl+a'],
	['\x03', 'ctrl+c'],
	['\x1b[99;5u', 'ctrl+c'],
	['\x1b[106;5u', 'ctrl+j'],
	['\x13', 'ctrl+s'],
	['\x1a', 'ctrl+z'],
	['\x00', 'ctrl+space'],
	['\x1d', 'ctrl+]'],
	['\x1f', 'ctrl+_'],
	['\x1b[47;5u', 'ctrl+/'],
	['\x1b[45;6u', 'ctrl+shift+-'],
	['\x1b_', 'alt+_'],
	['\x1bb', 'alt+b'],
	['\x1bB', 'alt+shift+b'],
	['\x1b[98;3u', 'alt+b'],
	['\x1b<', 'alt+<'],
	['\x1b[A', 'up'],
	['\x1bOA', 'up'],
	['\x1b[1;2A', 'shift+up'],
	['\x1b[1;5D', 'ctrl+left'],
	['\x1b[1;3C', 'alt+right'],
	['\x1b[1;6D', 'ctrl+shift+left'],
	['\x1b\x1b[D', 'alt+left'],
	['\x1b[5~', 'pageup'],
	['\x1b[6~', 'pagedown'],
	['\x1b[H', 'home'],
	['\x1b[4~', 'end'],
	['\x1b[1;5H', 'ctrl+home'],
	['\x1b[1;5F', 'ctrl+end'],
	['\x1b[97;2u', 'A'],
	['\x1b[97;9u', 'super+a'],
	['\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u', 'a a'],
	['\x1b[1;1:3A', ''],
	['\x1b[57361u', 'unknown'],
	['hi!', 'h i !'],
	['hi\r', 'h i enter'],
	['/mo\t', '/ m o tab'],
	['ab\x01', 'a b ctrl+a'],
	['\r\r', 'enter enter'],
	['\x1b[I\x1b[O', ''],
	['\x1b[<64;10;20M', ''],
];

test.each(table)('the bytes %j are the keys "%s"', async (bytes, ids) => {
	const keys = await keysThroughInk([bytes]);
	expect(keys.map(keyId).join(' ')).toBe(ids);
});

test.each(['first\nsecond', 'ls\r\nrm', 'a long line that nobody types at once', 'y\r\rmore', 'first line\rsecond\r'])(
	'the chunk %j is one paste, so its line breaks send nothing',
	async (chunk) => {
		const keys = await keysThroughInk([chunk]);
		expect(keys).toHaveLength(1);
		expect(keys[0]).toMatchObject({ name: 'paste', text: chunk });
	},
);

test('the rest of a mouse report that came too slowly is not typed', async () => {
	const keys = await keysThroughInk(['\x1b[<64;1', '0;20M']);
	expect(keys.map(keyId)).toEqual([]);
});

/** What the keys type and press, whatever pieces it came in. */
function typedBy(keys: readonly Key[]): string {
	return keys.map((key) => (key.name === 'char' || key.name === 'paste' ? key.text : `<${keyId(key)}>`)).join('');
}

test.each([
	'hi\r',
	'/long 300\r',
	'explain why the build of the second package takes so long\r',
	'größer 日本語 👩‍👩‍👧 words\r',
	`${'long '.repeat(400)}\r`,
	'delete that\x15new words\r',
])('text and enter are typing, however the bytes are cut: %j', async (line) => {
	const expected = typedBy(await keysThroughInk([line]));
	expect(expected.endsWith('<enter>')).toBe(true);
	expect(expected.split('<enter>')).toHaveLength(2);
	const places = line.length > 100 ? [1, 7, 8, 9, 500, line.length - 1] : [...line].map((_, index) => index).slice(1);
	for (const place of places) {
		// Half a character never comes: the stream puts those together.
		if (/[\udc00-\udfff]/.test(line.charAt(place))) continue;
		expect(typedBy(await keysThroughInk([line.slice(0, place), line.slice(place)]))).toBe(expected);
	}
});
