import { expect, test } from 'vitest';
import { readError, withoutCommonplace } from '../../../src/agent/errors/error-text.js';

test.each([
	[{ code: -32603, message: 'Internal error', data: { details: 'No session.' } }, 'No session.'],
	[{ code: -32603, message: 'Failed', data: 'because' }, 'Failed: because'],
	[{ code: -32603, message: 'Internal error', data: [{ message: 'expected array' }] }, 'expected array'],
	[{ code: 401, message: '{"error":{"code":401,"message":"Fake error 401"}}' }, 'Fake error 401'],
	[{ code: 1, message: '[not json' }, '[not json'],
	[
		{ code: -32602, message: 'Invalid params: `cwd` does not exist', data: { cwd: '/x' } },
		'Invalid params: `cwd` does not exist',
	],
	[{ code: 1, message: 'said twice', data: { message: 'said twice' } }, 'said twice'],
	[new Error('plain'), 'plain'],
	[undefined, 'no reason given'],
	[{ code: 'x', message: 7, data: null }, 'no reason given'],
])('The useful text of %j is found', (error, text) => {
	expect(readError(error).text).toBe(text);
});

test.each([
	['Authentication required', ''],
	['Authentication required: run codex login', 'run codex login'],
	['Invalid API key', 'Invalid API key'],
])('A sign-in says of “%s” only what is more than that it is needed.', (text, said) => {
	expect(withoutCommonplace(text)).toBe(said);
});

test('What an agent says is cut to a sane length.', () => {
	const error = readError({ code: 1, message: 'm'.repeat(5000), data: { a: 'x'.repeat(50_000) } });
	expect(error.text.length).toBeLessThan(700);
	expect(error.detail?.length).toBeLessThan(4100);
});
