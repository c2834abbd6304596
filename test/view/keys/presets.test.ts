import { expect, test } from 'vitest';
import { keyOf } from '../../../src/terminal/key.js';
import { defaultKeyBindings, runAction } from '../../../src/view/actions/actions.js';
import { submitHint } from '../../../src/view/actions/draft-actions.js';
import { handleKey } from '../../../src/view/actions/handle-key.js';
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

test.each([['vscode'], [['claude', 'codex']]])('%j is no preset, and the presets are named', (preset) => {
	const table = buildKeymap(defaultKeyBindings, { preset });
	expect(table).toMatchObject({ ok: false, failure: { hint: 'Presets are claude, codex, gemini, emacs.' } });
});

test('a clash of one’s own keys is named with a preset, too', () => {
	expect(buildKeymap(defaultKeyBindings, { preset: 'emacs', redraw: 'ctrl+r' })).toMatchObject({ ok: false });
});

test.each(PRESETS)(
	'enter while the agent works, with the preset %s: into the turn where its program does so',
	(preset) => {
		// As the config gives it.
		const table = built({ preset: [preset] });
		const steers = preset === 'claude' || preset === 'codex';
		const stage = createStage(busy());
		const pressed = (typed: string, overlay: Partial<ReturnType<typeof contextOf>['session']> = {}) => {
			press(stage, `ctrl+u \`${typed}\``);
			const context = { ...contextOf(stage), table };
			const session = { ...context.session, ...overlay };
			const { requests } = runAction({ ...context, session }, stage.frame, 'submit');
			const hint = submitHint({ ...context, session });
			return [hint, requests.find(({ type }) => type === 'send' || type === 'dispatch' || type === 'load-panel')];
		};
		const into = { type: 'send', text: 'look', ...(steers ? { steers: true } : {}), interrupts: false };
		expect(pressed('look')).toEqual([steers ? 'steer' : 'queue', expect.objectContaining(into)]);
		// What is no word for the agent stays what it is, and so does a queue where the agent takes nothing.
		expect(pressed('/help')[1]).toMatchObject({ type: 'load-panel', name: 'help' });
		expect(pressed('!ls')[1]).not.toMatchObject({ steers: true });
		const { agent } = stage.session.state;
		const deaf = agent === null ? {} : { agent: { ...agent, steering: false } };
		const queued = pressed('look', deaf);
		expect(queued[0]).toBe('queue');
		expect(queued[1]).not.toHaveProperty('steers');
		expect(pressed('look', { turn: null })[1]).not.toHaveProperty('steers');
	},
);

test('two keys in a row: the first waits, the second acts, and neither is typed', () => {
	const table = built({ preset: 'claude', redraw: 'ctrl+x r' });
	const stage = createStage(busy());
	const key = (now: number, id: string) => {
		const context = { ...contextOf(stage), table, now };
		const [, ctrl, base = ''] = /^(ctrl\+)?(.*)$/.exec(id) ?? [];
		const name = base === 'escape' ? keyOf('escape') : keyOf('char', base, { ctrl: ctrl !== undefined });
		const { ui, requests } = handleKey(context, stage.frame, name);
		stage.ui = ui;
		return requests.map(({ type }) => type);
	};
	const text = () => stage.ui.composer.draft.text;
	expect(key(1000, 'ctrl+x')).toEqual([]);
	expect(stage.ui.toast?.text).toBe('ctrl+x …');
	expect(key(1100, 'ctrl+e')).toEqual(['edit-draft']);
	expect(stage.ui).toMatchObject({ toast: null });
	key(1200, 'ctrl+x');
	expect(key(1300, 'r')).toEqual(['redraw']);
	// A second key without meaning, esc, and one that comes too late.
	key(2000, 'ctrl+x');
	expect(key(2100, 'q')).toEqual([]);
	expect(stage.ui.toast?.text).toBe('ctrl+x q does nothing');
	key(2200, 'ctrl+x');
	expect(key(2300, 'escape')).toEqual([]);
	expect(stage.session.state.turn).not.toBeNull();
	expect(text()).toBe('');
	key(3000, 'ctrl+x');
	key(6001, 'r');
	expect(text()).toBe('r');
});

test('the key that queues does so while the agent works, and sends nothing at other times', () => {
	expect(built({ preset: 'gemini' }).keys.get('queue-draft')).toEqual(['tab']);
	const [working, idle] = [createStage(busy()), createStage(ready())];
	for (const stage of [working, idle]) press(stage, '`more`');
	const queued = runAction(contextOf(working), working.frame, 'queue-draft').requests;
	expect(queued).toContainEqual(expect.objectContaining({ type: 'send', text: 'more', interrupts: false }));
	expect(runAction(contextOf(idle), idle.frame, 'queue-draft').requests).toEqual([]);
});
