import { expect, test } from 'vitest';
import { code } from '../../../src/core/sessions/summary/summary-line.js';

test.each([
	['ls', '`ls`'],
	['`ls', '`` `ls ``'],
	['ls`', '`` ls` ``'],
	['l``s', '```l``s```'],
	['', ''],
])('%j as a code span of Markdown is %j', (text, span) => {
	expect(code(text)).toBe(span);
});
