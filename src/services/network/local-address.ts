import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { plainHost } from '../../core/policy/host-name.js';

/** IPv4 ranges of this machine, private networks, multicast, or none (IANA's special-purpose registries). */
const CLOSED_V4: readonly (readonly [string, number])[] = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
];

/** Within global unicast (2000::/3): Teredo and its like, documentation. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
	['2001::', 23],
	['2001:db8::', 32],
	['3fff::', 20],
];

const closed = new BlockList();
for (const [net, bits] of CLOSED_V4) closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of CLOSED_V6) closed.addSubnet(net, bits, 'ipv6');
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is not public: of this machine or a private network, in any form (an IPv4 address within an IPv6
 * one counts as itself). True for what is no address.
 */
export function isLocalAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
	const plain = plainHost(address.replace(/%.*$/, ''));
	if (own.includes(plain)) return true;
	if (isIPv4(plain)) return closed.check(plain, 'ipv4');
	if (!isIPv6(plain)) return true;
	const words = wordsOf(plain);
	const within = embeddedIn(words);
	if (within !== null) return isLocalAddress(within, own);
	return !handedOut.check(plain, 'ipv6') || closed.check(plain, 'ipv6');
}

/** Addresses of this machine: a service that listens on all of them is reached by each. */
function ownAddresses(): readonly string[] {
	return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => plainHost(address)));
}

/** The IPv4 address that an IPv6 one embeds, or that gateways translate it to (NAT64, 6to4). */
function embeddedIn(words: readonly number[]): string | null {
	const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0, last = 0] = words;
	const isMapped = first + second + third + fourth + fifth === 0 && sixth === 0xffff;
	const isNat64 = first === 0x64 && second === 0xff9b && third + fourth + fifth + sixth === 0;
	if (isMapped || isNat64) return dotted(seventh, last);
	return first === 0x2002 ? dotted(second, third) : null;
}

function dotted(high: number, low: number): string {
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function wordsOf(address: string): readonly number[] {
	const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
		const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
		return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
	});
	const [head = '', tail] = plain.split('::');
	const words = (text: string): readonly number[] =>
		text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
	if (tail === undefined) return words(head);
	const [before, after] = [words(head), words(tail)];
	return [...before, ...new Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
}
