import { describe, expect, test } from 'vitest';
import type { AuthMethod } from '../../../../src/core/auth-method.js';
import type { AppEvent } from '../../../../src/core/event.js';
import { errorInAnswer } from '../../../../src/core/session/retry/retry.js';
import { busy, play } from '../play.js';

const classOf = (...texts: readonly string[]) => {
	const session = play(busy(), ...texts.map((text) => ({ type: 'text' as const, role: 'agent' as const, text })));
	return errorInAnswer(session.state, session.state.turn?.id ?? '')?.errorClass ?? null;
};

describe('words that the agent is signed out, as an answer', () => {
	const METHOD: AuthMethod = { type: 'agent', id: 'login', name: 'Log in' };
	const failureOf = (text: string, authMethods = [METHOD], ...before: readonly AppEvent[]) => {
		const { state } = play(busy(), ...before, { type: 'text', role: 'agent', text });
		if (state.agent === null) throw new Error('no agent');
		return errorInAnswer({ ...state, agent: { ...state.agent, authMethods } }, state.turn?.id ?? '');
	};

	test.each([
		'Info: Request failed due to a transient API error. Retrying...Error: Authentication failed with provider at http://127.0.0.1:1/v1 (HTTP 401).\nCheck your key.',
		'Info: Request failed. Retrying...Info: Request failed. Retrying...Error: Authentication failed with provider',
		'Invalid API key · Please run /login',
		'Not logged in · Please run /login',
		'API Error: 401 {"type":"error","error":{"type":"authentication_error"}}',
		'unexpected status 401 Unauthorized: Missing bearer',
	])('make it a sign-in that is needed: %s', (text) => {
		expect(failureOf(text)).toMatchObject({ code: 'auth-required' });
		expect(failureOf(text, [])).toBeNull();
	});

	test.each([
		'Authentication failed because the token of the test has expired.',
		'Not logged in users see the start page.',
		'The server answers 401.',
		"Error: Authentication failed for 'https://example.com/a.git'",
	])('and an answer about it is none: %s', (text) => {
		expect(failureOf(text)).toBeNull();
	});

	test('behind a call they are about what that found: the prompt is not sent a second time.', () => {
		expect(failureOf('API Error: 401', [METHOD], { type: 'tool', patch: { id: 'c' } })).toBeNull();
	});
});

describe('an error that an agent writes as its answer', () => {
	test.each([
		['usageLimit', 'Claude AI usage limit reached|1795363200'],
		['usageLimit', 'You’ve hit your limit · resets 3pm (Europe/Berlin)'],
		['usageLimit', "You've hit your weekly limit · resets Nov 26 at 1pm (UTC)"],
		['usageLimit', '5-hour limit reached ∙ resets 3pm\n/upgrade to increase your usage limit.'],
		['usageLimit', 'You have reached your monthly usage limit. Try again in 3 days.'],
		['rateLimited', 'We’re currently experiencing high demand, which may cause temporary errors.\n\n'],
		['rateLimited', 'exceeded retry limit, last status: 429 Too Many Requests'],
		['connection', 'stream disconnected before completion: error sending request'],
		['rateLimited', 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}'],
	])('%s: %s', (expected, text) => {
		expect(classOf(text)).toBe(expected);
	});

	test.each([
		'Your usage is fine, the limit resets at 3pm.',
		'The test fails with "You’ve hit your limit": the mock answers 429.',
		`You’ve hit your limit. ${'And here is how the code handles it. '.repeat(20)}`,
		'',
	])('an answer that speaks of it is none: %s', (text) => {
		expect(classOf(text)).toBeNull();
	});

	test('the last message counts, in whatever pieces it came', () => {
		expect(classOf('You’ve hit', ' your limit')).toBe('usageLimit');
	});
});
