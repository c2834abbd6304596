import { cleanAddress, hostNameOf, isAddress, isHostName } from '../../../core/policy/host-name.js';
import { textOf } from '../../json.js';
import type { Leaf } from './walk.js';

/** Fields whose value is an address even without a scheme. */
export const ADDRESS_NAMES =
	/(?:url|urls|uri|uris|href|hrefs|link|links|domain|domains|host|hosts|hostname|endpoint|website|site|origin|server|proxy)$/;
/** Texts to be written, and commands: an address in them is not fetched by the request itself. */
const NEVER: ReadonlySet<string> = new Set([
	...['command', 'cmd', 'commandline', 'script', 'argv', 'content', 'contents', 'filetext', 'newsource', 'patch'],
	...['oldstring', 'newstring', 'oldstr', 'newstr', 'oldtext', 'newtext', 'diff', 'unifieddiff', 'replacement'],
]);
const MOST_ADDRESSES = 500;
const MOST_CHARS = 100_000;

export type Addresses = {
	/** As written, with and without a scheme, also inside other texts. */
	readonly urls: readonly string[];
	readonly hosts: readonly string[];
	/** Hosts that a text or the query of an address names. */
	readonly possibleHosts: readonly string[];
};

/** Finds addresses under any name, at any depth; with `isFetching` anything that could be a host is one. */
export function addressesIn(leaves: readonly Leaf[], isFetching: boolean): Addresses {
	const urls = new Set<string>();
	const hosts = new Set<string>();
	const possible = new Set<string>();
	for (const { key, above, value } of leaves) {
		const raw = textOf(value);
		const text = raw === undefined ? undefined : cleanAddress(raw);
		if (urls.size >= MOST_ADDRESSES) break;
		if (text === undefined || text === '' || text.length > MOST_CHARS || NEVER.has(key)) continue;
		if (/^file:/i.test(text)) continue;
		const isNamed = ADDRESS_NAMES.test(key) || (isFetching && above.some((name) => ADDRESS_NAMES.test(name)));
		// An unparsable address is no host name; rules that deny take it for any.
		const isWhole = isAddress(text) && (isNamed || !/\s/.test(text));
		const isOdd = isFetching && !isHostName(text);
		if (isWhole || (isNamed && (isOdd || (!/\s/.test(text) && couldBeHost(text))))) {
			urls.add(text);
			hosts.add(hostNameOf(text) ?? text);
		}
		for (const url of [raw ?? '', text].flatMap(within)) {
			if (isFetching && url !== text) urls.add(url);
			possible.add(hostNameOf(url) ?? url);
		}
		if (isFetching) for (const name of hostNamesIn(text)) possible.add(name);
	}
	return { urls: [...urls], hosts: [...hosts], possibleHosts: [...possible].filter((host) => !hosts.has(host)) };
}

function couldBeHost(text: string): boolean {
	return (
		/^[\\/]{2}[^\\/]/.test(text) ||
		/^(?:\d+|0x[\da-f]+)$/i.test(text) ||
		/^[^\s/?#]+\.[^\s/?#]+/.test(text) ||
		/^(?:localhost|\[[\da-f:]+\])/i.test(text)
	);
}

/** Addresses in a text, also percent-encoded ones in a query. */
function within(text: string): readonly string[] {
	return [text, decoded(text)]
		.flatMap((form) => form.match(/\b(?:https?|wss?|ftp):[\\/]{1,}[^\s"'<>`)\]}]+/gi) ?? [])
		.flatMap(
			// An address inside an address counts as well.
			(url) => [url, ...(url.slice(1).match(/(?:https?|wss?|ftp):\/\/[^\s"'<>&]+/gi) ?? [])],
		);
}

const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;

function hostNamesIn(text: string): readonly string[] {
	const names =
		decoded(text)
			.replace(OTHER_DOTS, '.')
			.match(/(?<![\p{L}\d-])[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,20}/gu) ?? [];
	return names.slice(0, MOST_ADDRESSES).flatMap((name) => hostNameOf(name) ?? []);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
