import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { branchSign, icon } from '../../../src/view/theme/glyphs.js';

const KINDS = ['branch', 'folder', 'read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch'];

test('Icons are there with a Nerd Font alone, each a cell and a blank', () => {
	for (const kind of KINDS) expect(cellWidth(icon('nerd', kind)), kind).toBe(2);
	expect([...KINDS, 'other', 'constructor'].map((kind) => icon('unicode', kind)).join('')).toBe('');
	expect(icon('nerd', 'constructor')).toBe('');
	expect(branchSign(undefined)).toBe('⎇ ');
});
