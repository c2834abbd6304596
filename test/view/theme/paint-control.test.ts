import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPainter } from '../../../src/view/theme/paint.js';
import { darkTheme } from '../../../src/view/theme/themes.js';

const painter = createPainter(darkTheme, { colorLevel: 0, hyperlinks: false });

test('A control character that slipped into a span is never written', () => {
	expect(painter.paintLine([{ text: 'a\x1b[2Jb\x9bc\nd\x7f' }])).toBe('a[2Jbcd');
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(painter.paintLine([{ text }])).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
		}),
	);
});
