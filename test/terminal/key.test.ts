import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf, parseKeyId } from '../../src/terminal/key.js';

test.each([
	['ctrl+c', 'ctrl+c'],
	['Ctrl+C', 'ctrl+c'],
	['shift+ctrl+x', 'ctrl+shift+x'],
	['ctrl+shift+A', 'ctrl+shift+a'],
	['control+return', 'ctrl+enter'],
	['esc', 'escape'],
	['option+left', 'alt+left'],
	['alt+B', 'alt+b'],
	['shift+a', 'A'],
	['A', 'A'],
	['?', '?'],
	['+', '+'],
	['ctrl++', 'ctrl++'],
	['ctrl+-', 'ctrl+-'],
	['space', 'space'],
	['ctrl+space', 'ctrl+space'],
	['PgUp', 'pageup'],
	['F12', 'f12'],
	['ä', 'ä'],
])('the written key %j is %j', (written, id) => {
	expect(parseKeyId(written)).toBe(id);
});

test.each(['', 'ctrl', 'ctrl+', 'ctrl+ctrl+a', 'hyper+a', 'foo', 'f13', 'ctrl+ab', '\x1b', 'a b', '++', 'x+a'])(
	'%j is not a key',
	(written) => {
		expect(parseKeyId(written)).toBeNull();
	},
);

test('the id of every key that can be pressed reads back as itself', () => {
	const names = fc.constantFrom('enter', 'escape', 'tab', 'up', 'pageup', 'f5', 'delete');
	const modifiers = fc.record({ ctrl: fc.boolean(), alt: fc.boolean(), shift: fc.boolean(), super: fc.boolean() });
	const keys = fc.oneof(
		fc.tuple(names, modifiers).map(([name, held]) => keyOf(name as 'enter', '', held)),
		fc.tuple(fc.constantFrom(...'abz09?+-_/] '), modifiers).map(([text, held]) => keyOf('char', text, held)),
	);
	fc.assert(
		fc.property(keys, (key) => {
			const written = key.typed === null ? key : keyOf('char', key.text);
			expect(parseKeyId(written.id)).toBe(key.id);
		}),
	);
});
