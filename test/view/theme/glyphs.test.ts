import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { renderHeader } from '../../../src/view/frame/header.js';
import { lineText } from '../../../src/view/spans.js';
import { branchSign, icon } from '../../../src/view/theme/glyphs.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import { full } from '../scenes.js';
import { contextOf, createStage, misfits, text, wait } from '../stage.js';

const KINDS = ['branch', 'folder', 'read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch'];

test('Icons are there with a Nerd Font alone, each a cell and a blank', () => {
	for (const kind of KINDS) expect(cellWidth(icon('nerd', kind)), kind).toBe(2);
	expect([...KINDS, 'other', 'constructor'].map((kind) => icon('unicode', kind)).join('')).toBe('');
	expect(icon('nerd', 'constructor')).toBe('');
	expect(branchSign(undefined)).toBe('⎇ ');
});

test('Header and cards show them, and still fit', () => {
	const stage = { ...createStage(full(), 60, 24), cache: createRenderCache() };
	const branch = { ...stage.session.state, branch: 'main' };
	stage.session = { ...stage.session, state: branch };
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, glyphs: 'nerd' } };
	wait(stage, 0);
	expect(misfits(stage)).toEqual([]);
	const header = lineText(renderHeader(contextOf(stage)));
	expect(header).toContain(`${icon('nerd', 'folder')}/w`);
	expect(header).toContain(`${icon('nerd', 'branch')}main`);
	expect(text(stage)).toContain(`${icon('nerd', 'execute')}Run npm test`);
});
