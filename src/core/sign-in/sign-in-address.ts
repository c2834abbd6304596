import { sanitizeLine } from '../text/sanitize.js';

export type AddressWarning =
	| 'http'
	/** User info before the host (`https://bank.example@evil.example`). */
	| 'user-info'
	/** Letters beyond ASCII in the host, which may look like others. */
	| 'international'
	| 'ip-address'
	| 'port';

export type SignInAddress = {
	/** Whole, http or https, one line of visible ASCII. */
	readonly url: string;
	readonly host: string;
	readonly warnings: readonly AddressWarning[];
	/** Where the browser runs on another machine, this port (`redirect_uri`) must be forwarded. */
	readonly callbackPort?: number;
};

/** Characters; longer addresses are no sign-in. */
const MOST_CHARS = 4000;

/** Target of a link as terminals write it (OSC 8): its text may not be the address. */
const LINK_TARGET = /\x1b\]8;[^;\x07\x1b]*;(https?:\/\/[^\s\x07\x1b]+)(?:\x07|\x1b\\)/g;
const ADDRESS = /https?:\/\/[^\s<>"'`\x00-\x20\x7f-\x9f]+/gi;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Addresses in an agent's line, without its own server on this machine. `isCut`: the line's last one is incomplete. */
export function findAddresses(line: string, isCut = false): readonly SignInAddress[] {
	const plain = sanitizeLine(line);
	const targets = [...line.matchAll(LINK_TARGET)].map(([, target = '']) => target);
	const written = [...plain.matchAll(ADDRESS)].flatMap(({ 0: text, index }) =>
		isCut && index + text.length === plain.length ? [] : [withoutPunctuation(text)],
	);
	const found = new Map<string, SignInAddress>();
	for (const text of [...targets, ...written]) {
		const address = toSignInAddress(text);
		if (address !== null && !isOwnServer(address)) found.set(address.url, address);
	}
	return [...found.values()];
}

/** Null for anything but an http(s) address of bounded length. */
export function toSignInAddress(text: string): SignInAddress | null {
	if (text.length > MOST_CHARS || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
	const url = new URL(text);
	if (url.href.length > MOST_CHARS) return null;
	const callbackPort = callbackOf(url);
	return {
		url: url.href,
		host: url.host,
		warnings: warningsOf(url),
		...(callbackPort === null ? {} : { callbackPort }),
	};
}

function warningsOf({ protocol, username, password, hostname, port }: URL): readonly AddressWarning[] {
	if (LOOPBACK.test(hostname)) return username === '' && password === '' ? [] : ['user-info'];
	const found: AddressWarning[] = [];
	if (protocol === 'http:') found.push('http');
	if (username !== '' || password !== '') found.push('user-info');
	if (/(?:^|\.)xn--/i.test(hostname)) found.push('international');
	if (/^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(hostname)) found.push('ip-address');
	if (port !== '') found.push('port');
	return found;
}

function callbackOf({ searchParams }: URL): number | null {
	const redirect = searchParams.get('redirect_uri') ?? searchParams.get('redirect_url');
	if (redirect === null || !URL.canParse(redirect)) return null;
	const { hostname, port, protocol } = new URL(redirect);
	if (!LOOPBACK.test(hostname)) return null;
	return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function isOwnServer({ url }: SignInAddress): boolean {
	const { hostname, pathname, search } = new URL(url);
	return LOOPBACK.test(hostname) && pathname === '/' && search === '';
}

/** Drops the punctuation of the sentence around it; a bracket stays where it was opened inside. */
function withoutPunctuation(text: string): string {
	let end = text.length;
	for (; end > 0; end -= 1) {
		const last = text.charAt(end - 1);
		if (/[.,;:!?*_…]/.test(last)) continue;
		if (last === ')' && !text.slice(0, end - 1).includes('(')) continue;
		if (last === ']' && !text.slice(0, end - 1).includes('[')) continue;
		break;
	}
	return text.slice(0, end);
}

export const ADDRESS_WARNINGS: Readonly<Record<AddressWarning, string>> = {
	http: 'it is not encrypted',
	'user-info': 'what stands before the @ is not its host',
	international: 'its host has letters that may look like others',
	'ip-address': 'its host is a number, not a name',
	port: 'it has an unusual port',
};
