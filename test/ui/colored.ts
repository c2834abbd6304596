import { createPainter } from '../../src/view/theme/paint.js';
import { darkTheme } from '../../src/view/theme/themes.js';

/** Paints with all colours. */
export const colored = createPainter(darkTheme, { colorLevel: 3, hyperlinks: true });
