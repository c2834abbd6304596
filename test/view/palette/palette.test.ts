import { describe, expect, test } from 'vitest';
import type { PaletteEntry } from '../../../src/view/palette/entries.js';
import { createPaletteSearch, MOST_FOUND } from '../../../src/view/palette/find-entries.js';
import { open } from '../../../src/view/palette/palette-panel.js';
import { ready } from '../../core/session/play.js';
import { LIST } from '../sessions/sessions-stage.js';
import { known } from '../settings/settings-stage.js';
import { createStage, dispatched, happen, press, put, type Stage, screen, text } from '../stage.js';

function opened(columns = 100, rows = 32): Stage {
	const stage = createStage(ready(), columns, rows);
	press(stage, 'f1');
	put(stage, { type: 'panel', name: 'palette', open });
	return stage;
}

/** The selected row. */
const chosen = (stage: Stage): string => screen(stage).find((row) => row.includes('▸')) ?? '';

describe('The palette', () => {
	test('esc closes it with what was typed, and the list of sessions; with vim’s keys the one before leaves insert mode.', () => {
		const stage = opened();
		press(stage, '`theme`');
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'session-list', request: { type: 'close' } }]);
		expect(stage.ui.panel.kind).toBe('none');
		const vim = createStage(ready());
		vim.ui = { ...vim.ui, appearance: { ...vim.ui.appearance, editor: 'vim' } };
		press(vim, 'f1');
		put(vim, { type: 'panel', name: 'palette', open });
		press(vim, '`theme` escape');
		expect([vim.ui.panel.kind, chosen(vim)]).toEqual(['loaded', expect.stringContaining('/theme')]);
		press(vim, 'escape');
		expect(vim.ui.panel.kind).toBe('none');
	});

	test('A command runs, one that needs words goes into the draft.', () => {
		const stage = opened();
		expect(press(stage, '`resume` enter')).toContainEqual({ type: 'load-panel', name: 'sessions' });
		const other = opened();
		press(other, '`writable` enter');
		expect(other.ui.composer.draft.text).toBe('/writable ');
		expect(other.ui.panel.kind).toBe('none');
	});

	test('A mode is chosen by its name.', () => {
		const stage = opened();
		expect(dispatched(press(stage, '`mode plan` enter'))).toContainEqual({ type: 'set-mode', mode: 'plan' });
	});

	test('What a key does is run on the screen below, and its keys are shown.', () => {
		const stage = opened();
		const before = stage.ui.isMouseOn;
		press(stage, '`mouse on`');
		expect(chosen(stage)).toContain('ctrl+x');
		press(stage, 'enter');
		expect(stage.ui.isMouseOn).toBe(!before);
		expect(stage.ui.panel.kind).toBe('none');
	});

	test('What cannot be done now says why, and the palette stays.', () => {
		const stage = opened();
		press(stage, '`retry` enter');
		expect(stage.ui.panel.kind).toBe('loaded');
		expect(stage.ui.toast?.text).toBeDefined();
	});

	test('A session of the list is resumed, and the list is closed.', () => {
		const stage = opened();
		happen(stage, { type: 'session-list-changed', list: LIST });
		press(stage, '`flaky`');
		expect(chosen(stage)).toContain('Fix the flaky login test');
		const events = dispatched(press(stage, 'enter'));
		expect(events.map(({ type }) => type)).toContain('resume-session');
		expect(events).toContainEqual({ type: 'session-list', request: { type: 'close' } });
	});

	test('A setting is a row with its value and what it is, and enter opens it.', () => {
		const stage = createStage(ready());
		press(stage, 'f1');
		expect(put(stage, { type: 'panel', name: 'palette', open })).toContainEqual({
			type: 'settings',
			request: { type: 'list' },
		});
		known(stage);
		press(stage, '`ui.theme`');
		expect(chosen(stage)).toMatch(/ui\.theme +nord · About ui\.theme\..* setting/);
		press(stage, 'ctrl+u `about column`');
		expect(chosen(stage)).toContain('ui.column');
		expect(press(stage, 'enter')).toContainEqual({ type: 'load-panel', name: 'settings' });
		expect(chosen(stage)).toContain('ui.column');
	});

	test('A file that was found goes into the draft as a mention; found for other words it counts for nothing.', () => {
		const stage = opened();
		press(stage, '`index`');
		const found = (query: string, path: string) =>
			put(stage, {
				type: 'compose',
				action: { type: 'mention-results', query, hits: [{ path, kind: 'file', isRecent: false }] },
			});
		found('inde', 'other/inde.ts');
		expect(text(stage)).not.toContain('other/inde.ts');
		found('index', 'src/index.ts');
		press(stage, 'home enter');
		expect(stage.ui.composer.draft.text).toBe('@src/index.ts ');
	});
});

describe('The search of the palette', () => {
	const entryOf = (label: string, kind: PaletteEntry['kind'] = 'file', words = ''): PaletteEntry => ({
		id: label,
		kind,
		label,
		detail: words,
		keys: '',
		name: label.toLowerCase(),
		words,
		run: ({ ui }) => ({ ui }),
	});

	test('finds among 100,000 entries what a search of all of them finds, with each further letter.', () => {
		const entries = Array.from({ length: 100_000 }, (_, at) => entryOf(`src/part-${at % 997}/File${at}.ts`));
		const lists = [entries.slice(0, 60_000), entries.slice(60_000)];
		const further = createPaletteSearch();
		for (const query of ['f', 'fi', 'file9', 'file99', 'file999', 'fil', 'src f', 'src fi', 'sfl9', 'sfl99']) {
			const found = further(lists, query);
			expect(found).toEqual(createPaletteSearch()([entries], query));
			expect(found, query).toHaveLength(MOST_FOUND);
		}
	});
});
