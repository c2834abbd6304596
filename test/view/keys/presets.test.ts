import { expect, test } from 'vitest';
import { defaultKeyBindings, runAction } from '../../../src/view/actions/actions.js';
import { buildKeymap, type KeyBindingOverrides, type Keymap } from '../../../src/view/keys/keymap.js';
import { PRESETS } from '../../../src/view/keys/presets.js';
import { busy, ready } from '../../core/session/play.js';
import { contextOf, createStage, press } from '../stage.js';

function built(overrides: KeyBindingOverrides): Keymap {
	const table = buildKeymap(defaultKeyBindings, overrides);
	if (!table.ok) throw new Error(table.failure.message);
	return table.value;
}

test.each(PRESETS)('the preset %s has no clash, and leaves every key that must be there', (preset) => {
	const { keys } = built({ preset });
	for (const id of ['interrupt', 'submit', 'dismiss', 'answer-dismiss', 'newline'] as const) {
		expect(keys.get(id)?.length, id).toBeGreaterThan(0);
	}
});

test('a preset changes only what differs', () => {
	const { keys } = built({ preset: 'codex' });
	expect(keys.get('toggle-transcript')).toEqual(['ctrl+t', 'ctrl+o']);
	expect(keys.get('undo')).toEqual(built({}).keys.get('undo'));
});

test('the user’s own keys win over those of a preset', () => {
	const { keys } = built({ preset: 'claude', 'cycle-mode': 'f5', redraw: 'alt+enter' });
	expect(keys.get('cycle-mode')).toEqual(['f5']);
	expect(keys.get('redraw')).toEqual(['alt+enter']);
	expect(keys.get('newline')).toEqual(['ctrl+j', 'shift+enter']);
});

test.each([['vscode'], [['claude', 'codex']]])('%j is no preset, and the presets are named', (preset) => {
	const table = buildKeymap(defaultKeyBindings, { preset });
	expect(table).toMatchObject({ ok: false, failure: { hint: 'Presets are claude, codex, gemini, emacs.' } });
});

test('a clash of one’s own keys is named with a preset, too', () => {
	expect(buildKeymap(defaultKeyBindings, { preset: 'emacs', redraw: 'ctrl+r' })).toMatchObject({ ok: false });
});

test('the key that queues does so while the agent works, and sends nothing at other times', () => {
	expect(built({ preset: 'gemini' }).keys.get('queue-draft')).toEqual(['tab']);
	const [working, idle] = [createStage(busy()), createStage(ready())];
	for (const stage of [working, idle]) press(stage, '`more`');
	const queued = runAction(contextOf(working), working.frame, 'queue-draft').requests;
	expect(queued).toContainEqual(expect.objectContaining({ type: 'send', text: 'more', interrupts: false }));
	expect(runAction(contextOf(idle), idle.frame, 'queue-draft').requests).toEqual([]);
});
