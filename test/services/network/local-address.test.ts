import { expect, it } from 'vitest';
import { targetOfAuthority, targetOfUrl } from '../../../src/services/network/connect-target.js';
import { isLocalAddress } from '../../../src/services/network/local-address.js';
import { lines } from '../../core/lines.js';

const LOCAL = [
	...lines`
		127.0.0.1 ¦ 127.9.9.9 ¦ 0.0.0.0 ¦ 10.1.2.3 ¦ 172.16.0.1 ¦ 172.31.255.255 ¦ 192.168.0.1 ¦ 169.254.169.254
	`,
	...['100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9', '8.8.4.4'],
	...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1', 'fe80::1', 'fe80::1%eth0'],
	...['fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:c0a8:1::', '2001::1'],
	...['2001:db8::1', '3fff::1', '100::1', '4000::1', 'not an address', '', '1.2.3'],
];
const OPEN = lines`
	1.1.1.1 ¦ 172.32.0.1 ¦ 100.128.0.1 ¦ 2606:4700::1111 ¦ 64:ff9b::1.1.1.1 ¦ 2002:101:101:: ¦ ::ffff:1.1.1.1
`;

it.each(LOCAL)('%s is of this machine or its network', (address) => {
	// Of these one is the machine's own address.
	expect(isLocalAddress(address, ['8.8.4.4'])).toBe(true);
});

it.each(OPEN)('%s is of the internet', (address) => expect(isLocalAddress(address, [])).toBe(false));

it.each([
	['example.com:443', 'example.com 443 false'],
	['EXAMPLE.com.:8443', 'example.com 8443 false'],
	['bücher.example:443', null],
	['xn--bcher-kva.example:443', 'xn--bcher-kva.example 443 false'],
	['a_b.example:80', 'a_b.example 80 false'],
	['0x7f.1:80', '127.0.0.1 80 true'],
	['[2606:4700::1111]:443', '2606:4700::1111 443 true'],
	['[::ffff:1.1.1.1]:443', '1.1.1.1 443 true'],
	['a..b:443', null],
	[`${'a'.repeat(64)}.example:443`, null],
	['example.com:443 ', null],
])('%s as an authority', (text, expected) => {
	const target = targetOfAuthority(text);
	expect(target === null ? null : `${target.host} ${target.port} ${target.isAddress}`).toBe(expected);
});

it.each([
	['http://example.com', 'example.com 80 /'],
	['http://example.com?x', 'example.com 80 /?x'],
	['HTTP://example.com:8080/a//../b?c#d', 'example.com 8080 /a//../b?c'],
	['http://[::1]/x', '::1 80 /x'],
	['http://a@example.com/', null],
	['http:example.com/', null],
	['http:///example.com/', null],
	['ftp://example.com/', null],
])('%s as an address', (text, expected) => {
	const target = targetOfUrl(text);
	expect(target === null ? null : `${target.host} ${target.port} ${target.path}`).toBe(expected);
});
