import { describe, expect, test } from 'vitest';
import { findAddresses, toSignInAddress } from '../../../src/core/sign-in/sign-in-address.js';

const urls = (line: string, isCut = false) => findAddresses(line, isCut).map(({ url }) => url);

describe('addresses are found in what agents print', () => {
	test.each([
		['Open https://auth.example.com/o?a=1&b=2 in your browser.', ['https://auth.example.com/o?a=1&b=2']],
		['(https://example.com/x), or <https://example.com/y>.', ['https://example.com/x', 'https://example.com/y']],
		['See https://example.com/a_(b).', ['https://example.com/a_(b)']],
		['\x1b[36mhttps://example.com/login\x1b[0m', ['https://example.com/login']],
		['\x1b]8;;https://example.com/long?x=1\x07click here\x1b]8;;\x07', ['https://example.com/long?x=1']],
		['https://example.com/x https://example.com/x', ['https://example.com/x']],
		['ftp://example.com/x javascript:alert(1) file:///etc/passwd', []],
		['Starting local login server on http://localhost:1455.', []],
		['https://', []],
		[`https://example.com/${'x'.repeat(5000)}`, []],
	])('%s', (line, found) => {
		expect(urls(line)).toEqual(found);
	});

	test('One that was cut off is not taken for whole.', () => {
		expect(urls('go to https://example.com/authori', true)).toEqual([]);
		expect(urls('go to https://example.com/authorize now', true)).toEqual(['https://example.com/authorize']);
	});
});

test.each([
	['https://accounts.google.com/o/oauth2', []],
	['http://login.example.com/', ['http']],
	['https://accounts.google.com@evil.example/', ['user-info']],
	['https://аpple.com/login', ['international']],
	['https://203.0.113.9/login', ['ip-address']],
	['https://login.example.com:8443/', ['port']],
	['http://localhost:8123/login?x=1', []],
])('What is odd about %s is said.', (text, warnings) => {
	expect(toSignInAddress(text)?.warnings).toEqual(warnings);
});

test('The port at which a sign-in ends on this machine is known.', () => {
	const withRedirect = (redirect: string) =>
		toSignInAddress(`https://auth.example.com/?redirect_uri=${encodeURIComponent(redirect)}`)?.callbackPort;
	expect(withRedirect('http://localhost:1455/auth/callback')).toBe(1455);
	expect(withRedirect('http://127.0.0.1/callback')).toBe(80);
	expect(withRedirect('https://example.com/callback')).toBeUndefined();
});
