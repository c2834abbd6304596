import { isIP, type Socket } from 'node:net';
import { hostNameOf, isHostName } from '../../core/policy/host-name.js';

export type Target = {
	readonly host: string;
	readonly port: number;
	readonly isAddress: boolean;
	/** A local service that has an address of its own in the sandbox, and is judged by it: not refused as local. */
	readonly isDoor?: true;
};

export type WayOut =
	| { readonly type: 'open'; readonly socket: Socket }
	/** `isFinal`: no rule would allow it. */
	| { readonly type: 'denied'; readonly because: string; readonly isFinal?: true }
	| { readonly type: 'unreachable'; readonly because: string };

/** Characters of a host name (RFC 1035). */
const MOST_HOST = 253;

/** Parses CONNECT's `host:port`; null for anything with a user, a path, percent signs or blanks. */
export function targetOfAuthority(authority: string): Target | null {
	const [, host, port] = /^(\[[\da-fA-F:.]{2,45}\]|[^[\]:]+):(\d{1,5})$/.exec(authority) ?? [];
	return host === undefined ? null : targetOf(host, Number(port));
}

export function targetOf(host: string, port: number): Target | null {
	if (host.length > MOST_HOST || !/^[\w.:[\]-]+$/.test(host)) return null;
	if (!Number.isInteger(port) || port < 1 || port > 65_535) return null;
	const name = hostNameOf(host);
	if (name === null || !isHostName(name) || name.split('.').some((label) => label === '' || label.length > 63)) {
		return null;
	}
	return { host: name, port, isAddress: isIP(name) !== 0 };
}

/** Parses the address of a plain proxy request; null for one that is not `http://host…`, or names a user. */
export function targetOfUrl(text: string): (Target & { readonly path: string }) | null {
	const [, authority, rest = ''] = /^http:\/\/([^/?#\\]+)(?:([/?][^#\\]*)?(?:#.*)?)$/i.exec(text) ?? [];
	if (authority === undefined) return null;
	const target = targetOfAuthority(/:\d+$/.test(authority) ? authority : `${authority}:80`);
	return target === null ? null : { ...target, path: rest.startsWith('/') ? rest : `/${rest}` };
}
