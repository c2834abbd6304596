import { expect, test } from 'vitest';
import { keyOf, parseKeyId } from '../../../src/terminal/key.js';
import { ACTIONS, defaultKeyBindings, defaultKeymap } from '../../../src/view/actions/actions.js';
import { helpLines } from '../../../src/view/actions/help.js';
import type { KeyContext } from '../../../src/view/keys/key-context.js';
import { buildKeymap, type KeyBindingOverrides, resolveKey } from '../../../src/view/keys/keymap.js';

test('every default key has its canonical name', () => {
	for (const { id, keys } of defaultKeyBindings) {
		for (const key of keys) expect([id, parseKeyId(key)]).toEqual([id, key]);
	}
});

test('the defaults have no clash, and every action is bound once', () => {
	expect(buildKeymap(defaultKeyBindings, {})).toEqual({ ok: true, value: defaultKeymap });
	expect(new Set(defaultKeyBindings.map((binding) => binding.id)).size).toBe(defaultKeyBindings.length);
});

const cases: readonly (readonly [string, readonly KeyContext[], string | null])[] = [
	['enter', ['composer', 'global'], 'submit'],
	['enter', ['completion', 'composer', 'global'], 'completion-run'],
	['enter', ['ask', 'composer', 'global'], 'answer-confirm'],
	['escape', ['composer', 'global'], 'dismiss'],
	['escape', ['completion', 'composer', 'global'], 'completion-close'],
	['escape', ['plan-review', 'global'], 'answer-dismiss'],
	['ctrl+d', ['empty-draft', 'composer', 'global'], 'leave'],
	['ctrl+d', ['composer', 'global'], 'delete-forward'],
	['?', ['empty-draft', 'composer', 'global'], 'help'],
	['?', ['composer', 'global'], null],
	['shift+tab', ['ask', 'composer', 'global'], 'cycle-mode'],
	['ctrl+c', ['ask', 'composer', 'global'], 'interrupt'],
	['ctrl+c', ['history-search', 'composer', 'global'], 'search-close'],
	['y', ['composer', 'global'], null],
	['y', ['ask', 'composer', 'global'], 'ask-allow-once'],
	['G', ['transcript', 'global'], 'transcript-bottom'],
	['g', ['transcript', 'global'], 'transcript-top'],
	['pageup', ['plan-review', 'global'], 'plan-page-up'],
];

test.each(cases)('%s in %j means %s', (id, contexts, action) => {
	const key = id.startsWith('ctrl+')
		? keyOf('char', id.slice(5), { ctrl: true })
		: id === 'shift+tab'
			? keyOf('tab', '', { shift: true })
			: id.length === 1
				? keyOf('char', id)
				: keyOf(id as 'enter');
	expect(resolveKey(key, contexts, defaultKeymap)).toBe(action);
});

test('a paste never means an action, whatever it holds', () => {
	expect(resolveKey(keyOf('paste', 'y'), ['ask', 'composer', 'global'], defaultKeymap)).toBeNull();
	expect(keyOf('paste', 'y\n').typed).toBe('y\n');
	expect(keyOf('char', 'c', { ctrl: true }).typed).toBeNull();
	expect(keyOf('enter').typed).toBeNull();
});

test('overrides take the place of the default keys', () => {
	const table = buildKeymap(defaultKeyBindings, {
		'toggle-transcript': 'F9',
		submit: ['ctrl+enter'],
		newline: ['enter'],
		'send-now': [],
	});
	if (!table.ok) throw new Error(table.failure.message);
	expect(resolveKey(keyOf('f9'), ['composer', 'global'], table.value)).toBe('toggle-transcript');
	expect(resolveKey(keyOf('char', 'o', { ctrl: true }), ['composer', 'global'], table.value)).toBeNull();
	expect(resolveKey(keyOf('enter'), ['composer', 'global'], table.value)).toBe('newline');
	expect(helpLines(table.value).flatMap((group) => group.rows)).toContainEqual({
		keys: 'f9',
		help: ACTIONS['toggle-transcript'].help,
		id: 'toggle-transcript',
	});
});

const refused: readonly (readonly [KeyBindingOverrides, string])[] = [
	[{ 'toggle-transcritp': 'f2' }, 'keys: there is no action "toggle-transcritp".'],
	[{ constructor: 'f2' }, 'keys: there is no action "constructor".'],
	[{ redraw: 'ctrl+banana' }, 'keys.redraw: "ctrl+banana" is not the name of a key.'],
	[{ redraw: 'r' }, 'keys.redraw: "r" would be typed into the text here; add ctrl or alt.'],
	[{ redraw: 'ctrl+a' }, 'keys: ctrl+a is bound to both "redraw" and "move-line-start".'],
	[{ yank: 'ctrl+k' }, 'keys: ctrl+k is bound to both "kill-line-end" and "yank".'],
	[{ 'ask-open': 'ctrl+c' }, 'keys: ctrl+c is bound to both "interrupt" and "ask-open".'],
	[{ 'ask-open': 'y' }, 'keys: y is bound to both "ask-allow-once" and "ask-open".'],
	[{ redraw: 'ctrl+x ctrl+banana' }, 'keys.redraw: "ctrl+x ctrl+banana" is not the name of a key.'],
	[{ redraw: 'ctrl+x ctrl+y ctrl+z' }, 'keys.redraw: "ctrl+x ctrl+y ctrl+z" is not the name of a key.'],
	[{ redraw: 'x ctrl+e' }, 'keys.redraw: "x ctrl+e" would be typed into the text here; add ctrl or alt.'],
	[{ redraw: 'ctrl+c ctrl+e' }, 'keys: ctrl+c is bound to both "interrupt" and "redraw".'],
	[
		{ redraw: 'ctrl+x ctrl+e', stash: ['ctrl+s', 'ctrl+x ctrl+e'] },
		'keys: ctrl+x ctrl+e is bound to both "redraw" and "stash".',
	],
	[{ interrupt: [] }, 'keys.interrupt: this action needs at least one key.'],
	[{ 'answer-dismiss': [] }, 'keys.answer-dismiss: this action needs at least one key.'],
	[{ 'plan-dismiss': 'f9' }, 'keys: there is no action "plan-dismiss".'],
	[{ 'answer-2': 'y' }, 'keys: y is bound to both "answer-2" and "ask-allow-once".'],
];

test.each(refused)('the overrides %j are refused with a sentence', (overrides, message) => {
	const table = buildKeymap(defaultKeyBindings, overrides);
	expect(table.ok ? null : table.failure).toMatchObject({ code: 'config', message });
});
