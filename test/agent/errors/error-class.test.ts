import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyError } from '../../../src/agent/errors/error-class.js';
import { readError } from '../../../src/agent/errors/error-text.js';
import type { ErrorClass } from '../../../src/core/error-class.js';

const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);

const read = (error: unknown) => classifyError(error, readError(error).text, NOW);
const internal = (data: unknown, message = 'Internal error') => ({ code: -32603, message, data });

describe('what an error is about is read wherever the agent hides it', () => {
	test.each<[ErrorClass, unknown]>([
		['signIn', { code: -32000, message: 'Authentication required' }],
		['signIn', { code: -32000, message: 'x', data: { reason: 'claude_subscription_not_supported' } }],
		['signIn', { code: 401, message: '{"error":{"code":401,"message":"Fake error 401","status":"UNAUTHENTICATED"}}' }],
		['signIn', internal({ details: 'API Error: 401 {"type":"error"}' })],
		['signIn', internal({ httpStatus: 401 })],
		['signIn', internal({ error: { response: { statusCode: '401' } } }, 'x')],
		['signIn', internal({ kind: 'auth_required' })],
		['signIn', internal({ errorKind: 'authentication_failed' })],
		['signIn', internal({ codexErrorInfo: 'unauthorized' })],
		['signIn', { code: -32603, message: 'Internal error: Not logged in. Please run /login' }],
		['signIn', { code: -32603, message: 'Invalid API key' }],
		['signIn', { code: -32603, message: 'OAuth token has expired. Please run /login' }],
		['signIn', { code: -32000, message: 'Gemini API key is missing or not configured.' }],
		['signIn', { code: -32603, message: 'Incorrect API key provided: sk-xxxx' }],
		['signIn', { code: -32603, message: 'unexpected status 401 Unauthorized: Missing bearer' }],
		['rateLimited', { code: 429, message: 'Too many' }],
		['rateLimited', { code: '429', message: 'Too many' }],
		['rateLimited', { code: -32603, message: 'exceeded retry limit, last status: 429 Too Many Requests' }],
		['rateLimited', internal({ status: 429 })],
		['rateLimited', internal({ statusCode: '429' })],
		['rateLimited', internal({ httpStatus: 429 })],
		['rateLimited', internal({ code: 429 })],
		['rateLimited', internal([{ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }])],
		['rateLimited', internal({ cause: { response: { status: 429 } } })],
		['rateLimited', internal({ kind: 'rate_limited' })],
		['rateLimited', internal({ errorKind: 'rate_limit' })],
		['rateLimited', internal({ error: { type: 'rate_limit_error', message: 'slow down' } })],
		['rateLimited', internal('API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}')],
		['rateLimited', internal({ codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: 429 } } })],
		['rateLimited', { code: -32603, message: 'Rate limit reached for gpt-6. Please try again in 20s.' }],
		['rateLimited', { code: 429, message: 'This request exceeds your rate limit: too many tokens per minute' }],
		['rateLimited', { code: 429, message: 'You exceeded your current quota. Please retry in 34.07s.' }],
		['rateLimited', internal({ status: 529 }, 'x')],
		['rateLimited', internal({ status: 500 })],
		['rateLimited', internal({ status: 502 })],
		['rateLimited', internal({ status: 503 })],
		['rateLimited', internal({ status: 504 })],
		['rateLimited', { code: 500, message: 'Fake error 500' }],
		['rateLimited', { code: 529, message: 'Overloaded' }],
		['rateLimited', { code: -32603, message: 'Overloaded' }],
		['rateLimited', { code: -32603, message: 'API Error: 500 Internal server error' }],
		['rateLimited', { code: -32603, message: 'HTTP 503' }],
		['rateLimited', { code: -32603, message: '502 Bad Gateway' }],
		['rateLimited', internal({ kind: 'overloaded' })],
		['rateLimited', internal({ error: { code: 500, message: 'Fake error 500', status: 'INTERNAL' } })],
		['rateLimited', internal({ codexErrorInfo: 'serverOverloaded' })],
		[
			'rateLimited',
			internal({ message: 'We’re currently experiencing high demand, which may cause temporary errors.' }),
		],
		// What a real claude-agent-acp 0.100 answered after three minutes of its own retries.
		['rateLimited', internal({ errorKind: 'rate_limit' }, 'Internal error: API Error: Request rejected (429) · Fake')],
		[
			'rateLimited',
			internal({ errorKind: 'server_error' }, 'Internal error: API Error: 500 Fake error 500. This is a'),
		],
		['usageLimit', { code: 429, message: 'You have hit your usage limit. Try again at 5pm.' }],
		['usageLimit', { code: 429, message: '5-hour limit reached ∙ resets 3pm' }],
		['usageLimit', { code: 429, message: 'Too many requests, resets at 3pm' }],
		['usageLimit', { code: 429, message: 'Quota', data: { resetsAt: (NOW + 7_200_000) / 1000, status: 429 } }],
		['usageLimit', { code: -32603, message: 'Your credit balance is too low' }],
		['usageLimit', { code: -32603, message: 'Claude AI usage limit reached|1795363200' }],
		[
			'usageLimit',
			internal({ errorKind: 'rate_limit' }, 'Internal error: You’ve hit your limit · resets 3pm (Europe/Berlin)'),
		],
		['usageLimit', internal({ kind: 'quota_exhausted' })],
		['usageLimit', internal({ kind: 'budget_exhausted' })],
		['usageLimit', internal({ errorKind: 'billing_error' })],
		['usageLimit', internal({ codexErrorInfo: 'usageLimitExceeded', message: 'You’ve reached it.' })],
		['usageLimit', internal({ status: 429, error: { type: 'usage_limit_reached', resets_in_seconds: 60 } })],
		['usageLimit', internal({ status: 429, error: { code: 'insufficient_quota' } })],
		['usageLimit', internal({ status: 402 })],
		['contextFull', { code: -32603, message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
		['contextFull', { code: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
		[
			'contextFull',
			internal({ status: 400, error: { type: 'invalid_request_error', code: 'context_length_exceeded' } }),
		],
		['contextFull', internal({ kind: 'context_exhausted' })],
		['contextFull', internal({ codexErrorInfo: 'contextWindowExceeded' })],
		['connection', { code: -32603, message: 'fetch failed', data: { cause: 'ECONNREFUSED 127.0.0.1:1' } }],
		['connection', internal({ code: 'ECONNRESET' })],
		['connection', internal({ cause: { code: 'ENOTFOUND' } })],
		['connection', internal({ kind: 'transport_lost' })],
		['connection', internal({ codexErrorInfo: { httpConnectionFailed: { httpStatusCode: null } } })],
		['connection', { code: -32603, message: 'stream disconnected before completion' }],
		['process', internal({ errorKind: 'worker_shutdown' })],
		['badRequest', { code: -32602, message: 'model gpt-9 does not exist' }],
		['badRequest', { code: -32602, message: 'Session not found: nope' }],
		['badRequest', { code: -32601, message: '"Method not found": no/such_method' }],
		['badRequest', { code: -32002, message: 'Resource not found', data: { sessionId: '429' } }],
		['badRequest', internal({ error: { response: { statusCode: '403' } } }, 'x')],
		['badRequest', internal({ kind: 'bad_request' })],
		['badRequest', internal({ kind: 'access_denied' })],
		['badRequest', internal({ status: 400, error: { type: 'invalid_request_error' } })],
		['badRequest', { code: 400, message: 'messages.0.content.1: image exceeds 5 MB maximum' }],
		['refusal', internal({ codexErrorInfo: 'cyberPolicy' })],
		['unknown', { code: -32603, message: 'Internal error' }],
		['unknown', { code: -32603, message: 'Internal server error' }],
		['unknown', internal({})],
		['unknown', internal({ details: 'Directory does not exist: /no/such/dir' })],
		['unknown', internal({ details: 'No previous sessions found for this project.' })],
		['unknown', { code: -32603, message: 'unauthorized' }],
		['unknown', { code: -32603, message: 'The tool was unauthorized to read secrets/unauthorized.txt' }],
		['unknown', { code: -32603, message: 'The MCP server github says: not logged in to github.com' }],
		['unknown', { code: -32603, message: 'npm test exited with code 401' }],
		['unknown', { code: -32603, message: 'npm test exited with code 429' }],
		['unknown', { code: -32603, message: 'the oauth token test fails: token expired' }],
		['unknown', { code: -32603, message: 'line 401 of the file is wrong' }],
		['unknown', internal({ lines: 500, port: 429, id: '503' })],
		['unknown', null],
		['unknown', undefined],
		['unknown', 42],
		['unknown', 'a text'],
	])('%s: %j', (expected, error) => {
		expect(read(error).errorClass).toBe(expected);
	});
});

describe('the finer cause decides the advice', () => {
	test.each([
		[/sign in with another one/, internal({ status: 403 })],
		[/\/model/, { code: -32602, message: 'model gpt-9 does not exist' }],
		[/has a problem/, internal({ status: 503 })],
		[/Too many requests/, internal({ status: 429 })],
		[/\/compact/, internal({ kind: 'context_exhausted' })],
		[/make it smaller/, { code: 400, message: 'image exceeds 5 MB maximum' }],
		[/check the network/, internal({ code: 'ECONNRESET' })],
		[/\/new/, { code: -32602, message: 'Invalid params' }],
	])('%s', (advice, error) => {
		expect(read(error).advice).toMatch(advice);
	});

	test('a sign-in has words of its own, and of what is unknown nothing is claimed', () => {
		expect(read({ code: -32000, message: 'Authentication required' }).advice).toBeNull();
		expect(read({ code: -32603, message: 'Internal error' }).advice).toBeNull();
	});
});

describe('how long to wait', () => {
	test.each<[number | undefined, unknown]>([
		[3000, { status: 429, retryAfter: 3 }],
		[3000, { status: 429, 'retry-after': '3' }],
		[1500, { status: 429, headers: { 'Retry-After': '1.5' } }],
		[7000, { status: 503, headers: [['Retry-After', '7']] }],
		[30_000, { status: 503, headers: { 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' } }],
		[250, { status: 429, headers: { 'retry-after-ms': '250' } }],
		[34_000, [{ error: { code: 429, details: [{ '@type': 'RetryInfo', retryDelay: '34s' }] } }]],
		[20_000, { status: 429, message: 'Please try again in 20s.' }],
		[360_000, { status: 429, message: 'Please try again in 6m0s.' }],
		[523, { status: 429, message: 'Please try again in 523ms.' }],
		[60_000, { status: 429, resetsAt: (NOW + 60_000) / 1000 }],
		[undefined, { status: 429 }],
		[undefined, { status: 429, retryAfter: -5 }],
		[undefined, { status: 429, retryAfter: 1e300 }],
		[undefined, { status: 429, retryAfter: 'soon' }],
		[undefined, { status: 400, retryAfter: 3 }],
	])('%s: %j', (expected, data) => {
		expect(read(internal(data)).retryAfterMs).toBe(expected);
	});

	test('a service that says that it will not help is believed', () => {
		expect(read(internal({ status: 429, headers: { 'x-should-retry': 'false' } })).isFinal).toBe(true);
		expect(read(internal({ status: 429, retryable: false })).isFinal).toBe(true);
		expect(read(internal({ status: 429, retryable: true })).isFinal).toBeUndefined();
	});
});

test('the end of a usage limit is read from fields and words', () => {
	const later = NOW + 7_200_000;
	const limit = (data: object) => read(internal({ kind: 'quota_exhausted', status: 429, ...data })).resetsAt;
	expect(limit({ resetsAt: later / 1000 })).toBe(later);
	expect(limit({ resets_at: later })).toBe(later);
	expect(limit({ resetTime: new Date(later).toISOString() })).toBe(later);
	expect(limit({ resets_in_seconds: 7200 })).toBe(later);
	expect(limit({ quotaResetDelay: '2h0m' })).toBe(later);
	expect(limit({ message: `usage limit reached, resets at ${new Date(later).toISOString()}` })).toBe(later);
	expect(limit({ headers: { 'anthropic-ratelimit-unified-reset': `${later / 1000}` } })).toBe(later);
	expect(limit({ resetsAt: 12 })).toBeUndefined();
	expect(limit({ resetsAt: later * 1000 })).toBeUndefined();
});

describe('hostile errors', () => {
	const nested = (depth: number): unknown => (depth === 0 ? { status: 429 } : { a: nested(depth - 1) });

	test('what is nested too deeply or too wide is not looked at', () => {
		expect(read(internal(nested(5))).errorClass).toBe('rateLimited');
		expect(read(internal(nested(500))).errorClass).toBe('unknown');
		const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, { a: [{}, {}] }]));
		const huge = { code: -32603, message: 'x'.repeat(2_000_000), data: { ...wide, details: '{"'.repeat(500_000) } };
		expect(read(huge).errorClass).toBe('unknown');
	});

	test('anything at all has a class and sane times', () => {
		fc.assert(
			fc.property(fc.anything(), fc.string(), (data, message) => {
				const { errorClass, retryAfterMs = 0, resetsAt = NOW } = read({ code: -32603, message, data });
				expect(typeof errorClass).toBe('string');
				expect(retryAfterMs).toBeGreaterThanOrEqual(0);
				expect(Math.abs(resetsAt - NOW)).toBeLessThan(61 * 86_400_000);
			}),
		);
	});
});

describe('the recorded errors of agents', () => {
	const errorsOf = (path: string): unknown[] =>
		readFileSync(new URL(`../../fixtures/traces/${path}`, import.meta.url), 'utf8')
			.split('\n')
			.filter((line) => line.includes('"error":{'))
			.flatMap((line) => {
				const { msg } = JSON.parse(line) as { msg?: { id?: unknown; error?: unknown } };
				return msg?.error === undefined ? [] : [msg.error];
			});

	test.each([
		['codex/error401.jsonl', ['signIn']],
		['gemini/error401.jsonl', ['signIn']],
		['claude/errors.jsonl', [...Array<string>(6).fill('badRequest'), 'unknown', 'badRequest']],
		['codex/errors.jsonl', [...Array<string>(5).fill('badRequest'), 'unknown', 'badRequest']],
		['gemini/errors.jsonl', ['badRequest', 'badRequest', 'badRequest', 'unknown', 'unknown', 'badRequest', 'unknown']],
	])('%s', (path, classes) => {
		expect(errorsOf(path).map((error) => read(error).errorClass)).toEqual(classes);
	});
});
