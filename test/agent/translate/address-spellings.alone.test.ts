import { expect, test } from 'vitest';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import { defined } from '../../../src/core/defined.js';
import { decide } from '../../../src/core/policy/decide.js';
import { lines } from '../../core/lines.js';
import { request, rule, run } from '../../core/policy/requests.js';

/** What the policy says in bypass of a tool call that carries a field. */
function decided(rawInput: object, denied: string, kind: 'fetch' | 'other' = 'fetch') {
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const params = { sessionId: 's', toolCall: { toolCallId: 'c', kind, rawInput }, options };
	const translated = createTranslator().permission(params).request;
	if (!translated.ok) throw new Error(translated.failure.message);
	const { host, possibleHosts } = translated.value;
	const asked = request(kind, defined({ host, possibleHosts }));
	return decide(asked, { mode: 'bypassPermissions', rules: [rule(denied, 'deny')] }).decision;
}

const EVIL = [
	...lines`
		https://evil.example/ ¦ https:\\evil.example\x ¦ https:/evil.example ¦ https:evil.example
		https:///evil.example ¦ HTTPS://EVIL.EXAMPLE ¦ https://me:secret@evil.example/
		https://good.example@evil.example
	`,
	'https://ev\til.example/',
	'https://ev\nil.example/',
	'https://ev\ril.example/',
	'ht\ntps://evil.example',
	' https://evil.example ',
	'\u0001https://evil.example/',
	'https:\t//evil.example',
	...lines`
		https://evil.example:8443/x ¦ https://ev%69l.example ¦ https://%65vil.example ¦ https://evil%2Eexample
		https://evil。example
		https://evil．example ¦ https://evil｡example ¦ https://ｅvil.example ¦ https://evil.example.
		https://e­vil.example
		http://evil.example?x ¦ http://evil.example#x ¦ https://evil.example\@good.example ¦ wss://evil.example/s
		ftp://evil.example
	`,
];

test.each(EVIL)('deny Fetch(evil.example) holds for %j under any name.', (address) => {
	for (const name of ['url', 'uri', 'href', 'target', 'page', 'src', 'endpoint', 'q'])
		expect(decided({ [name]: address }, 'Fetch(evil.example)')).toBe('deny');
	expect(decided({ list: [{ deep: address }] }, 'Fetch(evil.example)')).toBe('deny');
	expect(decided({ url: address }, 'Fetch(evil.example)', 'other')).toBe('deny');
});

test.each([
	...[
		'ev\til.example',
		...lines`
			//evil.example/x ¦ \\evil.example ¦ evil.example. ¦ EVIL.example/x ¦ ev%69l.example ¦ evil。example
		`,
	],
])('deny Fetch(evil.example) holds for %j where an address is expected.', (address) => {
	for (const name of ['url', 'host', 'endpoint', 'domain'])
		expect(decided({ [name]: address }, 'Fetch(evil.example)')).toBe('deny');
});

test.each<[denied: string, address: string]>([
	...lines`
		http://127.0.0.1/ ¦ http://2130706433/ ¦ http://0x7f000001 ¦ http://0177.0.0.1/ ¦ http://127.1/
		http://127.0.1:80
	`.map((address): [string, string] => ['Fetch(127.0.0.1)', address]),
	...['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://１２７.0.0.1'].map(
		(address): [string, string] => ['Fetch(127.0.0.1)', address],
	),
	...['http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[0::1]:80'].map((address): [string, string] => [
		'Fetch([::1])',
		address,
	]),
	['Fetch(0:0:0:0:0:0:0:1)', 'http://[::1]/'],
	['Fetch(2130706433)', 'http://127.0.0.1'],
	['Fetch(bücher.example)', 'https://xn--bcher-kva.example/'],
	['Fetch(xn--bcher-kva.example)', 'https://BÜCHER.example/'],
	['Fetch(*.evil.example)', 'https://a.ev\til.example./'],
	['Fetch(EVIL.example.)', 'https://evil.example'],
])('deny %s holds for %j.', (denied, address) => {
	expect(decided({ url: address }, denied)).toBe('deny');
});

test.each(lines`
	https://ev il.example ¦ https://[::1 ¦ https://%zz.example ¦ https:// ¦ https://a b ¦ https://x:99999
	what is this?
`)('%j cannot be parsed, and may be the host of a deny rule.', (address) => {
	expect(decided({ url: address }, 'Fetch(evil.example)')).toBe('ask');
	expect(decided({ url: address, link: 'https://good.example' }, 'Fetch(evil.example)')).toBe('ask');
});

test.each(lines`
	https://good.example/ ¦ https://good.example/?q=a%20b ¦ https://notevil.example ¦ https://sub.evil.example/
	http://10.0.0.1:8080/x
`)('%s is another host.', (address) => {
	expect(decided({ url: address }, 'Fetch(evil.example)')).toBe('allow');
});

test.each([
	...lines`
		curl https://ev%69l.example ¦ curl EVIL.example. ¦ wget -qO- https://me@evil.example:1/x
		curl --url=https://%65vil.example ¦ curl https:\\\\evil.example
	`,
	'curl "https://evil\u3002example"',
])('%s reaches evil.example.', (text) => {
	const rules = [rule('Fetch(evil.example)', 'deny')];
	expect(decide(run(text), { mode: 'bypassPermissions', rules }).decision).toBe('deny');
});

test('A rule for a host takes a name, and perhaps a port.', () => {
	for (const text of lines`
		Fetch(https://a.example) ¦ Fetch(a.example/x) ¦ Fetch(a.example:99999) ¦ Fetch(a.example:http)
		Fetch(me@a.example) ¦ Fetch(a b) ¦ Fetch(*)
	`)
		expect(() => rule(text, 'deny')).toThrow('a host such as example.com');
});
