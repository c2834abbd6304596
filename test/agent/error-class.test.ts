import { describe, expect, test } from 'vitest';
import { adviceFor, classifyError } from '../../src/agent/error-class.js';
import { readError } from '../../src/agent/error-text.js';

const classOf = (error: unknown) => classifyError(error, readError(error).text);

describe('what an error is about is read wherever the agent hides it', () => {
	test.each([
		['signIn', { code: -32000, message: 'Authentication required' }],
		['signIn', { code: 401, message: '{"error":{"code":401,"message":"Fake error 401","status":"UNAUTHENTICATED"}}' }],
		['signIn', { code: -32603, message: 'Internal error', data: { details: 'API Error: 401 {"type":"error"}' } }],
		['signIn', { code: -32603, message: 'Internal error', data: { httpStatus: 401 } }],
		['signIn', { code: -32603, message: 'x', data: { error: { response: { statusCode: '401' } } } }],
		['forbidden', { code: -32603, message: 'x', data: { error: { response: { statusCode: '403' } } } }],
		['signIn', { code: -32603, message: 'Internal error: Not logged in. Please run /login' }],
		['signIn', { code: -32603, message: 'Invalid API key' }],
		['signIn', { code: -32603, message: 'OAuth token has expired. Please run /login' }],
		['signIn', { code: -32000, message: 'Gemini API key is missing or not configured.' }],
		['signIn', { code: -32603, message: 'Incorrect API key provided: sk-xxxx' }],
		['signIn', { code: -32603, message: 'unexpected status 401 Unauthorized: Missing bearer' }],
		['rateLimited', { code: 429, message: 'Too many' }],
		['rateLimited', { code: -32603, message: 'exceeded retry limit, last status: 429 Too Many Requests' }],
		['usageLimit', { code: 429, message: 'You have hit your usage limit. Try again at 5pm.' }],
		['usageLimit', { code: -32603, message: 'Your credit balance is too low' }],
		['contextFull', { code: -32603, message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
		['model', { code: -32602, message: 'model gpt-9 does not exist' }],
		['unavailable', { code: -32603, message: 'x', data: { status: 529 } }],
		['unavailable', { code: -32603, message: 'Overloaded' }],
		['connection', { code: -32603, message: 'fetch failed', data: { cause: 'ECONNREFUSED 127.0.0.1:1' } }],
		['unknown', { code: -32603, message: 'Internal error' }],
		['unknown', { code: -32602, message: 'Session not found: nope' }],
		['unknown', { code: -32603, message: 'unauthorized' }],
		['unknown', { code: -32603, message: 'The tool was unauthorized to read secrets/unauthorized.txt' }],
		['unknown', { code: -32603, message: 'The MCP server github says: not logged in to github.com' }],
		['unknown', { code: -32603, message: 'npm test exited with code 401' }],
		['unknown', { code: -32603, message: 'the oauth token test fails: token expired' }],
		['unknown', { code: -32603, message: 'line 401 of the file is wrong' }],
		['unknown', { code: -32002, message: 'Resource not found', data: { sessionId: '429' } }],
		['unknown', null],
		['unknown', 'a text'],
	])('%s: %j', (expected, error) => {
		expect(classOf(error)).toBe(expected);
	});
});

test('an error that the user can do something about says what', () => {
	const silent = (['signIn', 'unknown'] as const).map(adviceFor);
	expect(silent).toEqual([null, null]);
	for (const known of [
		'forbidden',
		'rateLimited',
		'usageLimit',
		'contextFull',
		'model',
		'connection',
		'unavailable',
	] as const) {
		expect(adviceFor(known)).toMatch(/^[A-Z].*\.$/);
	}
});
