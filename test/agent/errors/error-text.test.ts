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

test.each([
	[{ code: -32603, message: 'Internal error', data: { details: 'Login failed: no network' } }, undefined],
	[{ code: -32603, message: 'Failed', data: 'because' }, undefined],
	[{ code: -32603, message: 'Failed', data: { details: 'because', id: 7 } }, '{"details":"because","id":7}'],
])('Data that says no more than the text is not repeated as a detail: %j', (error, detail) => {
	expect(readError(error).detail).toBe(detail);
});

test.each(['message', 'data'])('lists in lists of any depth in the %s are read', (where) => {
	const depth = 60_000;
	const list = `${'['.repeat(depth)}"too deep"${']'.repeat(depth)}`;
	const error = { code: -32603, message: '', [where]: where === 'data' ? JSON.parse(list) : list };
	expect(readError(error).text).toBe('too deep');
});
