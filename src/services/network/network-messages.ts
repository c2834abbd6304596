import { hostWithPort } from '../../core/agent-network.js';
import type { Target, WayOut } from './connect-target.js';

export const PROXY_TEXT = {
	denied: ({ host, port }: Target, because: string): string =>
		`acp-tui did not let this connect to ${hostWithPort(host, port)}: ${because}.\n`,
	phrase: ({ host, port }: Target): string => `Forbidden by acp-tui, Fetch(${hostWithPort(host, port)}) allows it`,
	way: ({ host, port }: Target): string =>
		`The rule Fetch(${hostWithPort(host, port)}) allows it: acp-tui --allow "Fetch(${hostWithPort(host, port)})"\n`,
	unreachable: ({ host, port }: Target, because: string): string =>
		`acp-tui could not connect to ${hostWithPort(host, port)}: ${because}.\n`,
	notUnderstood:
		'This is the proxy of acp-tui. It takes CONNECT host:port, http:// addresses and SOCKS5, without a user in the address.\n',
};

/** The HTTP status and text for a denied connection. */
export function refusalOf(
	way: Exclude<WayOut, { type: 'open' }>,
	target: Target,
): { readonly status: number; readonly phrase: string; readonly text: string } {
	if (way.type === 'unreachable') {
		return { status: 502, phrase: 'Bad Gateway', text: PROXY_TEXT.unreachable(target, way.because) };
	}
	const text = PROXY_TEXT.denied(target, way.because);
	// Of a tunnel that is refused many programs show the first line alone.
	if (way.isFinal === true) return { status: 403, phrase: 'Forbidden by acp-tui', text };
	return { status: 403, phrase: PROXY_TEXT.phrase(target), text: text + PROXY_TEXT.way(target) };
}
