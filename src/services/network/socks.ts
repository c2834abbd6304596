import { isIPv6 } from 'node:net';
import { type Target, targetOf } from './connect-target.js';

export type SocksRequest =
	| { readonly type: 'more' }
	| { readonly type: 'greeting'; readonly bytes: number }
	| { readonly type: 'target'; readonly target: Target; readonly bytes: number }
	| { readonly type: 'refused'; readonly reply: Buffer };

const MORE: SocksRequest = { type: 'more' };

export const SOCKS_REPLY = {
	done: 0,
	failed: 1,
	notAllowed: 2,
	unreachable: 4,
	unknownCommand: 7,
	unknownAddress: 8,
} as const;

export const SOCKS_WELCOME = Buffer.from([5, 0]);

export function socksReply(reply: number): Buffer {
	return Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
}

export function readSocksGreeting(bytes: Buffer): SocksRequest {
	const [version, count] = bytes;
	if (version === undefined) return MORE;
	if (version !== 5) return { type: 'refused', reply: Buffer.alloc(0) };
	if (count === undefined || bytes.length < 2 + count) return MORE;
	const offersNone = bytes.subarray(2, 2 + count).includes(0);
	return offersNone ? { type: 'greeting', bytes: 2 + count } : { type: 'refused', reply: Buffer.from([5, 0xff]) };
}

/** Reads a request (RFC 1928, 4): CONNECT to a name or an address is supported, no other command. */
export function readSocksRequest(bytes: Buffer): SocksRequest {
	const [version, command, , type, first] = bytes;
	if (version !== undefined && version !== 5) return refused(SOCKS_REPLY.failed);
	if (command !== undefined && command !== 1) return refused(SOCKS_REPLY.unknownCommand);
	if (type === undefined || first === undefined) return MORE;
	const length = type === 1 ? 4 : type === 4 ? 16 : type === 3 ? first + 1 : null;
	if (length === null) return refused(SOCKS_REPLY.unknownAddress);
	const end = 4 + length + 2;
	if (bytes.length < end) return MORE;
	const target = targetOf(hostIn(bytes.subarray(4, 4 + length), type), bytes.readUInt16BE(4 + length));
	return target === null ? refused(SOCKS_REPLY.unknownAddress) : { type: 'target', target, bytes: end };
}

function hostIn(bytes: Buffer, type: number): string {
	if (type === 1) return bytes.join('.');
	if (type === 4) return `[${bytes.toString('hex').replace(/(.{4})(?=.)/g, '$1:')}]`;
	const name = bytes.subarray(1).toString('latin1');
	return isIPv6(name) ? `[${name}]` : name;
}

function refused(reply: number): SocksRequest {
	return { type: 'refused', reply: socksReply(reply) };
}
