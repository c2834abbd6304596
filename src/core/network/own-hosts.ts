import { isWebPort } from '../agent-network.js';
import { hostNameOf, isHostName } from '../policy/host-name.js';

/** A host that is allowed unasked, in the form of `hostNameOf`; `port` null: those of the web. */
export type OwnHost = { readonly host: string; readonly isBelow: boolean; readonly port: number | null };

/** Reads `host`, `*.host`, `host:port`, or an address with one of the schemes of the web; null for anything else. */
export function readOwnHost(text: string): OwnHost | null {
	const isUrl = /^(?:https?|wss?):\/\//i.test(text);
	if (isUrl) return ofAddress(text);
	const [, star, name = ''] = /^(\*\.)?([^\s/\\@?#%]+)$/.exec(text) ?? [];
	const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(name) ?? [null, `[${name}]`];
	const plain = host === '' ? null : hostNameOf(host);
	if (plain === null || !isHostName(plain) || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return null;
	return { host: plain, isBelow: star !== undefined, port: port === undefined ? null : Number(port) };
}

function ofAddress(text: string): OwnHost | null {
	const host = hostNameOf(text);
	if (host === null || !isHostName(host)) return null;
	const { port } = new URL(text);
	return { host, isBelow: false, port: port === '' ? null : Number(port) };
}

/** `exact` for this very host, `below` where only a star covers it; null for none. */
export function ownHostFor(
	{ host, port }: { readonly host: string; readonly port: number },
	own: readonly OwnHost[],
): 'exact' | 'below' | null {
	const open = own.filter((each) => (each.port === null ? isWebPort(port) : each.port === port));
	if (open.some((each) => !each.isBelow && each.host === host)) return 'exact';
	return open.some((each) => each.isBelow && host.endsWith(`.${each.host}`)) ? 'below' : null;
}
