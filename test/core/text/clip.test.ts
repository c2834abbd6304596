import { expect, test } from 'vitest';
import { clipStart } from '../../../src/core/text/clip.js';

test.each([
	['with code in JavaScript (2).', 40, 'with code in JavaScript (2).'],
	['with code in JavaScript (2).', 12, '…(2).'],
	['a'.repeat(50), 45, `…${'a'.repeat(44)}`],
	[`x😀${'a'.repeat(44)}`, 46, `…${'a'.repeat(44)}`],
])('the end of %j in %d characters is %j', (text, most, end) => {
	expect(clipStart(text, most)).toBe(end);
});
